import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { InvalidInput } from "../schema/InvalidInput.js"
import { type Place, runScope } from "../spending/model/Scope.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type { OrganizationId } from "../values/Id.js"
import { requireWorkspace } from "../workspaces/requireWorkspace.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { RunNotFound, RunPath, type RunPlace } from "./Run.js"

/** Reads a path. None if the text is no path. */
export const readPath = Schema.decodeOption(RunPath)

const wrongOrganization = (expected: string) => new InvalidInput({ issues: [{ path: ["organization_id"], expected }] })

/** A caller of one organization, or of all of them if it is null. */
interface Naming {
  readonly organizationId: OrganizationId | null
}

/** The organization of which a caller names runs. Fails with `InvalidInput` if it names none, or another one than its own. */
export const requireOrganization = Effect.fnUntraced(function* <R>(
  caller: Effect.Effect<Naming, never, R>,
  { organization_id: stated }: RunPlace
) {
  const { organizationId: own } = yield* caller
  if (own !== null && stated !== undefined && stated !== own) {
    return yield* wrongOrganization("the organization of the key, or none")
  }
  const organization_id = own ?? stated
  if (organization_id === undefined) {
    return yield* wrongOrganization("the organization of the run, because the key is for all organizations")
  }
  return organization_id
})

/** The workspace in which a caller names runs: the stated one, or the default one. Fails with `WorkspaceNotFound` or `InvalidInput`. */
export const requirePlace = Effect.fnUntraced(function* <R>(caller: Effect.Effect<Naming, never, R>, input: RunPlace) {
  const organization_id = yield* requireOrganization(caller, input)
  const workspaces = yield* WorkspaceStore
  const workspace = yield* requireWorkspace(input.workspace_id ?? "default", (ref) =>
    workspaces.find(organization_id, ref)
  )
  const place: Place = { organization_id, workspace_id: workspace.id }
  return place
})

/** The path in a request. Fails with `RunNotFound` if the text is no path: no run has it. */
export const requirePath = (text: string) =>
  Option.match(readPath(text), {
    onNone: () => Effect.fail(RunNotFound.of(null)),
    onSome: Effect.succeed
  })

/** The path of the run directly above; null for an outermost one. */
export const parentOf = (path: string): string | null => {
  const at = path.lastIndexOf("/")
  return at < 0 ? null : path.slice(0, at)
}

/** The run with a path, as it is stored; undefined if it does not exist. */
export const findStored = Effect.fnUntraced(function* (place: Place, path: RunPath, now: number) {
  const store = yield* SpendingStore
  const list = { ...place, run: runScope(place, path), parent: null, state: null }
  const { data } = yield* store.runs(list, { limit: 1, offset: 0 }, now)
  return data[0]
})

/** The run with a path, as it is stored. Fails with `RunNotFound`. */
export const requireStored = Effect.fnUntraced(function* (place: Place, path: RunPath, now: number) {
  return (yield* findStored(place, path, now)) ?? (yield* RunNotFound.of(path))
})
