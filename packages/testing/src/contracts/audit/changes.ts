import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import { aByokCredential, aByokPatch } from "../../byok.js"
import { aGuardrail, keyHashes, members } from "../../guardrails.js"
import { aCatalog, anImageModel } from "../../images.js"
import { aKey, aKeyPatch, aRotation } from "../../keys.js"
import { anAuthorizationCode, anExchange, pkce } from "../../oauth.js"
import { aMember } from "../../organizations.js"
import { aPreset, aPresetVersion } from "../../presets.js"
import { settledHold } from "../../spending.js"
import { aPooledBudget, aWorkspace } from "../../workspaces.js"

type Program<A> = Effect.Effect<A, unknown, Core.ManagementCaller | Core.Services>

/** A change that is ready to be made, and the id of what it changes; null if the change draws that. */
interface ReadyChange {
  readonly act: Program<unknown>
  readonly object: string | null
}

const ready = (act: Program<unknown>, object: string | null): ReadyChange => ({ act, object })

const someKey = Effect.map(Core.createKey(aKey()), ({ data }) => data.hash)
const someGuardrail = Effect.map(Core.createGuardrail(aGuardrail()), ({ id }) => id)
const someCredential = Effect.map(Core.createByokCredential(aByokCredential()), ({ id }) => id)
const someSlug = Effect.map(Core.Entropy.uuid, (id) => `s-${id}`)
const someWorkspace = Effect.flatMap(someSlug, (slug) => Core.createWorkspace(aWorkspace({ slug })))
const somePreset = Effect.map(
  Effect.flatMap(someSlug, (slug) => Core.createPreset(aPreset({ slug }))),
  ({ slug }) => slug
)
const someMember = Effect.tap(Effect.map(Core.Entropy.uuid, Core.UserId.make), (user) =>
  Core.addOrganizationMember(aMember(user))
)

/** A change of what another program makes. */
const of = <Id extends string>(made: Program<Id>, change: (id: Id) => Program<unknown>): Program<ReadyChange> =>
  Effect.map(made, (id) => ready(change(id), id))

/** A change of an assignment or a membership of what another program makes. */
const with2 = <Id extends string, Other>(
  made: Program<Id>,
  other: (id: Id) => Program<Other>,
  change: (id: Id, other: Other) => Program<unknown>
): Program<ReadyChange> => Effect.flatMap(made, (id) => Effect.map(other(id), (found) => ready(change(id, found), id)))

const workspaceId = Effect.map(someWorkspace, ({ id }) => id)

const aChallengedCode = anAuthorizationCode({ code_challenge: pkce.challenge, code_challenge_method: "S256" })

/** Every operation that changes the account, by its name: how it is made ready. */
export const changes: Readonly<Record<string, Program<ReadyChange>>> = {
  createKey: Effect.succeed(ready(Core.createKey(aKey()), null)),
  updateKey: of(someKey, (hash) => Core.updateKey(hash, aKeyPatch({ name: "New", limit: 2 }))),
  rotateKey: of(someKey, (hash) => Core.rotateKey(hash, aRotation())),
  deleteKey: of(someKey, (hash) => Core.deleteKey(hash)),
  createAuthorizationCode: Effect.succeed(ready(Core.createAuthorizationCode(aChallengedCode), null)),
  exchangeCode: Effect.map(Core.createAuthorizationCode(aChallengedCode), ({ id: code }) =>
    ready(Core.exchangeCode({ ...anExchange({ code: "-", code_verifier: pkce.verifier }), code }), null)
  ),
  createByokCredential: Effect.succeed(ready(Core.createByokCredential(aByokCredential()), null)),
  updateByokCredential: of(someCredential, (id) => Core.updateByokCredential(id, aByokPatch({ key: "sk-another" }))),
  deleteByokCredential: of(someCredential, (id) => Core.deleteByokCredential(id)),
  createGuardrail: Effect.succeed(ready(Core.createGuardrail(aGuardrail()), null)),
  updateGuardrail: of(someGuardrail, (id) => Core.updateGuardrail(id, { name: "New" })),
  deleteGuardrail: of(someGuardrail, (id) => Core.deleteGuardrail(id)),
  assignMembers: with2(
    someGuardrail,
    () => someMember,
    (id, user) => Core.assignMembers(id, members(user))
  ),
  unassignMembers: with2(
    someGuardrail,
    (id) => Effect.tap(someMember, (user) => Core.assignMembers(id, members(user))),
    (id, user) => Core.unassignMembers(id, members(user))
  ),
  assignKeys: with2(
    someGuardrail,
    () => someKey,
    (id, hash) => Core.assignKeys(id, keyHashes(hash))
  ),
  unassignKeys: with2(
    someGuardrail,
    (id) => Effect.tap(someKey, (hash) => Core.assignKeys(id, keyHashes(hash))),
    (id, hash) => Core.unassignKeys(id, keyHashes(hash))
  ),
  createWorkspace: Effect.map(someSlug, (slug) => ready(Core.createWorkspace(aWorkspace({ slug })), null)),
  updateWorkspace: Effect.map(someWorkspace, ({ id, slug }) => ready(Core.updateWorkspace(slug, { name: "New" }), id)),
  deleteWorkspace: Effect.map(someWorkspace, ({ id, slug }) => ready(Core.deleteWorkspace(slug), id)),
  addWorkspaceMembers: with2(
    workspaceId,
    () => someMember,
    (id, user) => Core.addWorkspaceMembers(id, { user_ids: [user] })
  ),
  removeWorkspaceMembers: with2(
    workspaceId,
    (id) => Effect.tap(someMember, (user) => Core.addWorkspaceMembers(id, { user_ids: [user] })),
    (id, user) => Core.removeWorkspaceMembers(id, { user_ids: [user] })
  ),
  setWorkspaceBudget: of(workspaceId, (id) => Core.setWorkspaceBudget(id, "monthly", aPooledBudget())),
  deleteWorkspaceBudget: of(
    Effect.tap(workspaceId, (id) => Core.setWorkspaceBudget(id, "monthly", aPooledBudget())),
    (id) => Core.deleteWorkspaceBudget(id, "monthly")
  ),
  addOrganizationMember: Effect.map(Core.Entropy.uuid, (user) =>
    ready(Core.addOrganizationMember(aMember(user)), user)
  ),
  updateOrganizationMember: of(someMember, (user) => Core.updateOrganizationMember(user, { role: "admin" })),
  removeOrganizationMember: of(someMember, (user) => Core.removeOrganizationMember(user)),
  createPreset: Effect.map(someSlug, (slug) => ready(Core.createPreset(aPreset({ slug })), slug)),
  updatePreset: of(somePreset, (slug) => Core.updatePreset(slug, { name: "New" })),
  createPresetVersion: of(somePreset, (slug) => Core.createPresetVersion(slug, aPresetVersion())),
  deletePreset: of(somePreset, (slug) => Core.deletePreset(slug)),
  correctHold: Effect.map(settledHold, ({ id }) =>
    ready(Core.correctHold(id.toUpperCase(), { cost: Core.Usd.fromNumber(0.2), reason: "Invoice" }), id)
  ),
  replaceImageModels: Effect.succeed(ready(Core.replaceImageModels(aCatalog(anImageModel())), null))
}
