import type { ApiKeyPatch } from "@tollgate/core"
import type { ImportedKey } from "@tollgate/core/storage"
import { after } from "../../instant.js"
import type { Universe } from "../universe.js"

/** What determines a command: whose object, the organization that calls, and the variant. */
export interface Draw {
  readonly kind: number
  readonly owner: number
  readonly asker: number
  readonly index: number
  readonly second: number
  readonly seconds: number
  readonly patch: ApiKeyPatch
}

const at = <A>(list: ReadonlyArray<A>, index: number): A => {
  const found = list[index % list.length]
  if (found === undefined) throw new RangeError("an empty list")
  return found
}

/** No, one or the other external id: few, so that imports clash. */
const externalIds = [null, "external", "other"]

/** The objects that a draw selects, and their names in reports. */
export const picks = (universe: Universe, draw: Draw) => {
  const own = at(universe.homes, draw.owner)
  const asking = at(universe.homes, draw.asker)
  const page = { limit: (draw.kind % 3) + 1, offset: draw.second % 3 }
  const place = at(own.places, draw.index)
  const imported = (next: 0 | 1): ImportedKey => ({
    record: {
      ...at(own.importedKeys, draw.index + next),
      external_id: next === 1 ? null : at(externalIds, draw.seconds)
    },
    secret: at(universe.importedSecrets, draw.second + next)
  })
  const imports: readonly [ImportedKey, ...ReadonlyArray<ImportedKey>] =
    draw.second > 2 ? [imported(0), imported(1)] : [imported(0)]
  return {
    draw,
    asker: asking.home.organization_id,
    isOwn: draw.owner === draw.asker,
    place,
    key: at(own.keys, draw.index),
    /** Keys of the owner, with secrets that those of the other organization have, too. */
    imports,
    gatewayKey: at(own.gatewayKeys, draw.index),
    nextSecret: at(own.secrets, draw.index),
    code: at(own.codes, draw.index),
    credential: at(own.credentials, draw.index),
    guardrail: at(own.guardrails, draw.index),
    preset: at(own.presets, draw.index),
    webhook: at(own.webhooks, draw.index),
    delivery: at(own.deliveries, draw.index),
    boost: at(own.boosts, draw.index),
    budgetRequest: at(own.budgetRequests, draw.index),
    workspace: at(own.workspaces, draw.index),
    member: at(own.members, draw.index),
    joining: at(own.joining, draw.second),
    now: after(draw.seconds),
    page,
    /** An object, as in "key 1 of First". */
    named: (noun: string) => `${noun} ${draw.index + 1} of ${own.name}`,
    /** The same, with the organization that calls. */
    asked: (noun: string) =>
      `${noun} ${draw.index + 1} of ${own.name}${draw.owner === draw.asker ? "" : ` for ${asking.name}`}`,
    own: own.name,
    asking: asking.name,
    /** A workspace of the owner's, with the organization that calls. */
    inPlace: `the workspace ${place.workspace_id === own.home.workspace_id ? "default" : "other"} of ${own.name}${
      draw.owner === draw.asker ? "" : ` for ${asking.name}`
    }`,
    paged: `, ${page.limit} from position ${page.offset}`
  }
}

export type Picks = ReturnType<typeof picks>
