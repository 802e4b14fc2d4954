import { type KeyPatch, type StorageFailure, Usd, UserId } from "@tollgate/core"
import {
  AuthorizationCodeStore,
  ByokStore,
  GuardrailStore,
  ImageModelCatalog,
  KeyIdentity,
  KeyStore,
  KeyUsage,
  OrganizationStore,
  PresetStore,
  type Stores,
  WorkspaceStore
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { assignments } from "../guardrails.js"
import { anImageModel } from "../images.js"
import { after } from "../instant.js"
import { aVersionOf } from "../presets.js"
import type { Universe } from "./universe.js"
import { users } from "./universe.js"

/** A call of a port, with the objects that must be there before it and those that are there after it. */
export interface Command {
  readonly label: string
  readonly run: Effect.Effect<unknown, StorageFailure, Stores>
  readonly needs?: ReadonlyArray<string>
  /** Happens at most once while the object is there. */
  readonly adds?: string
  readonly drops?: string
}

/** What decides a command: which organization's object, asked for by which organization, and how. */
export interface Draw {
  readonly kind: number
  readonly owner: number
  readonly asker: number
  readonly index: number
  readonly second: number
  readonly seconds: number
  readonly patch: KeyPatch
}

const identity = Struct.pick(...Struct.keys(KeyIdentity.fields))
const ids = (count: number) => users.slice(0, count).map((user) => UserId.make(user))

/** Every port call that the two stores are asked to agree about, for one draw. */
export const commands = (universe: Universe, draw: Draw): ReadonlyArray<Command> => {
  const at = <A>(list: ReadonlyArray<A>, index: number): A => {
    const found = list[index % list.length]
    if (found === undefined) throw new RangeError("an empty list")
    return found
  }
  const own = at(universe.homes, draw.owner)
  const asker = at(universe.homes, draw.asker).home.organization_id
  const place = at(own.places, draw.index)
  const key = at(own.keys, draw.index)
  const code = at(own.codes, draw.index)
  const guardrail = at(own.guardrails, draw.index)
  const preset = at(own.presets, draw.index)
  const workspace = at(own.workspaces, draw.index)
  const now = after(draw.seconds)
  const page = { limit: (draw.kind % 3) + 1, offset: draw.second % 3 }
  const name = (noun: string) => `${noun} ${draw.owner} ${draw.index}`
  const counters = KeyUsage.record(key, { usage: Usd.Usd.make(BigInt(draw.seconds)), byok: Usd.zero }, 0)
  const models = Array.from({ length: draw.second }, (_, n) => anImageModel({ id: `acme/${(n * 7) % 5}-${n}` }))
  return [
    { label: "keys.insert", adds: name("key"), run: Effect.flatMap(KeyStore, (_) => _.insert(key)) },
    {
      label: "keys.identify",
      run: Effect.flatMap(KeyStore, (_) => Effect.map(_.identify(key.hash), Option.map(identity)))
    },
    { label: "keys.present", run: Effect.flatMap(KeyStore, (_) => _.present(key.hash)) },
    { label: "keys.find", run: Effect.flatMap(KeyStore, (_) => _.find(asker, key.hash)) },
    { label: "keys.update", run: Effect.flatMap(KeyStore, (_) => _.update(asker, key.hash, draw.patch, now)) },
    {
      label: "keys.list",
      run: Effect.flatMap(KeyStore, (_) =>
        _.list(asker, { workspaceId: null, enabledOnly: draw.second % 2 === 0 }, page)
      )
    },
    {
      label: "keys.list",
      run: Effect.flatMap(KeyStore, (_) =>
        _.list(asker, { workspaceId: place.workspace_id, enabledOnly: draw.second % 2 === 0 }, page)
      )
    },
    {
      label: "keys.delete",
      ...(draw.owner === draw.asker && { drops: name("key") }),
      run: Effect.flatMap(KeyStore, (_) => _.delete(asker, key.hash))
    },
    { label: "keys.setUsage", run: Effect.flatMap(KeyStore, (_) => _.setUsage(asker, key.hash, counters)) },
    {
      label: "keys.hasOtherManagementKey",
      run: Effect.flatMap(KeyStore, (_) => _.hasOtherManagementKey(asker, key.hash, now))
    },
    { label: "codes.insert", adds: name("code"), run: Effect.flatMap(AuthorizationCodeStore, (_) => _.insert(code)) },
    { label: "codes.find", run: Effect.flatMap(AuthorizationCodeStore, (_) => _.find(asker, code.hash)) },
    {
      label: "codes.redeem",
      needs: [name("key")],
      run: Effect.flatMap(AuthorizationCodeStore, (_) =>
        _.redeem({ organizationId: asker, hash: code.hash, keyHash: key.hash, maxFailures: 3, at: now })
      )
    },
    {
      label: "codes.recordFailures",
      run: Effect.flatMap(AuthorizationCodeStore, (_) => _.recordFailures(asker, code.hash, draw.second))
    },
    {
      label: "codes.deleteExpired",
      run: Effect.flatMap(AuthorizationCodeStore, (_) => _.deleteExpired(now, 100))
    },
    {
      label: "byok.insert",
      adds: name("credential"),
      run: Effect.flatMap(ByokStore, (_) => _.insert(at(own.credentials, draw.index)))
    },
    { label: "byok.find", run: Effect.flatMap(ByokStore, (_) => _.find(asker, at(own.credentials, draw.index).id)) },
    {
      label: "byok.list",
      run: Effect.flatMap(ByokStore, (_) =>
        _.list(
          asker,
          {
            workspaceId: draw.second > 1 ? place.workspace_id : null,
            provider: draw.second % 2 === 0 ? "openai" : null
          },
          page
        )
      )
    },
    {
      label: "byok.ofProvider",
      run: Effect.flatMap(ByokStore, (_) => _.ofProvider(asker, place.workspace_id, "openai"))
    },
    {
      label: "byok.update",
      run: Effect.flatMap(ByokStore, (_) =>
        _.update(asker, at(own.credentials, draw.index).id, { sort_order: draw.second, disabled: draw.kind % 2 === 0 })
      )
    },
    {
      label: "byok.delete",
      ...(draw.owner === draw.asker && { drops: name("credential") }),
      run: Effect.flatMap(ByokStore, (_) => _.delete(asker, at(own.credentials, draw.index).id))
    },
    {
      label: "byok.nextSortOrder",
      run: Effect.flatMap(ByokStore, (_) => _.nextSortOrder(asker, place.workspace_id, "openai"))
    },
    {
      label: "guardrails.insert",
      adds: name("guardrail"),
      run: Effect.flatMap(GuardrailStore, (_) => _.insert(guardrail))
    },
    { label: "guardrails.find", run: Effect.flatMap(GuardrailStore, (_) => _.find(asker, guardrail.id)) },
    { label: "guardrails.list", run: Effect.flatMap(GuardrailStore, (_) => _.list(asker, page)) },
    {
      label: "guardrails.update",
      run: Effect.flatMap(GuardrailStore, (_) =>
        _.update(asker, guardrail.id, { name: `Guardrail ${draw.second}`, enforce_zdr: draw.kind % 2 === 0 }, now)
      )
    },
    {
      label: "guardrails.listMembers",
      run: Effect.flatMap(GuardrailStore, (_) => _.listMembers(asker, guardrail.id, page))
    },
    {
      label: "guardrails.delete",
      ...(draw.owner === draw.asker && { drops: name("guardrail") }),
      run: Effect.flatMap(GuardrailStore, (_) => _.delete(asker, guardrail.id))
    },
    {
      label: "guardrails.assign",
      needs: [name("guardrail")],
      run: Effect.flatMap(GuardrailStore, (_) =>
        _.assign(assignments(guardrail, ...["ada", "bob", "ada"].slice(draw.second % 3)))
      )
    },
    {
      label: "guardrails.unassign",
      run: Effect.flatMap(GuardrailStore, (_) => _.unassign(asker, guardrail.id, ids(draw.second)))
    },
    {
      label: "presets.insert",
      adds: name("preset"),
      run: Effect.flatMap(PresetStore, (_) => _.insert(preset, aVersionOf(preset)))
    },
    { label: "presets.find", run: Effect.flatMap(PresetStore, (_) => _.find(asker, preset.slug)) },
    { label: "presets.list", run: Effect.flatMap(PresetStore, (_) => _.list(asker, null, page)) },
    { label: "presets.list", run: Effect.flatMap(PresetStore, (_) => _.list(asker, place.workspace_id, page)) },
    {
      label: "workspaces.insert",
      adds: name("workspace"),
      run: Effect.flatMap(WorkspaceStore, (_) => _.insert(workspace))
    },
    { label: "workspaces.find", run: Effect.flatMap(WorkspaceStore, (_) => _.find(asker, workspace.id)) },
    { label: "workspaces.find", run: Effect.flatMap(WorkspaceStore, (_) => _.find(asker, workspace.slug)) },
    { label: "workspaces.list", run: Effect.flatMap(WorkspaceStore, (_) => _.list(asker, page)) },
    {
      label: "workspaces.addMembers",
      adds: name("member"),
      run: Effect.flatMap(WorkspaceStore, (_) => _.addMembers([at(own.members, draw.index)]))
    },
    {
      label: "workspaces.listMembers",
      run: Effect.flatMap(WorkspaceStore, (_) => _.listMembers(asker, place.workspace_id, page))
    },
    { label: "organizations.find", run: Effect.flatMap(OrganizationStore, (_) => _.find(asker)) },
    { label: "organizations.findByName", run: Effect.flatMap(OrganizationStore, (_) => _.findByName("Second")) },
    { label: "organizations.listMembers", run: Effect.flatMap(OrganizationStore, (_) => _.listMembers(asker, page)) },
    {
      label: "organizations.addMember",
      adds: `membership ${draw.owner} ${draw.second}`,
      run: Effect.flatMap(OrganizationStore, (_) => _.addMember(at(own.joining, draw.second)))
    },
    {
      label: "organizations.findMembers",
      run: Effect.flatMap(OrganizationStore, (_) =>
        Effect.map(_.findMembers(asker, ids(draw.second)), (found) =>
          found.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))
        )
      )
    },
    { label: "images.replace", run: Effect.flatMap(ImageModelCatalog, (_) => _.replace(asker, models)) },
    { label: "images.list", run: Effect.flatMap(ImageModelCatalog, (_) => _.list(asker)) }
  ]
}
