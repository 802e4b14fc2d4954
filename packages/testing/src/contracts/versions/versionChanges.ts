import * as Core from "@tollgate/core"
import { SealedSecrets, Vault } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { aByokCredential, aByokPatch } from "../../byok.js"
import { aGuardrail, aGuardrailPatch, keyHashes, members } from "../../guardrails.js"
import { aKey, aKeyPatch, aRotation } from "../../keys.js"
import { aMember } from "../../organizations.js"
import { aPooledBudget, aWorkspace } from "../../workspaces.js"

type Program<A> = Effect.Effect<A, unknown, Core.ManagementCaller | Core.Services>

/** A key that requests are admitted for, in a workspace of its own, of a user of its own. */
export interface SpendingKey {
  readonly organization_id: Core.OrganizationId
  readonly workspace_id: Core.WorkspaceId
  readonly hash: Core.KeyHash
  readonly user: Core.UserId
}

/** A change that is ready to be made, of what admissions of a key depend on or show. */
export type ReadyVersionChange = (key: SpendingKey) => Program<Program<unknown>>

/** Creates a key, its workspace and its user in the caller's organization. */
export const aSpendingKey = Effect.gen(function* () {
  const { organizationId: organization_id } = yield* Core.ManagementCaller
  const user = Core.UserId.make(yield* Core.Entropy.uuid)
  yield* Core.addOrganizationMember(aMember(user))
  const { id: workspace_id } = yield* Core.createWorkspace(aWorkspace({ slug: `w-${user}` }))
  yield* Core.addWorkspaceMembers(workspace_id, { user_ids: [user] })
  const { data } = yield* Core.createKey(aKey({ workspace_id, creator_user_id: user }))
  const key: SpendingKey = { organization_id, workspace_id, hash: data.hash, user }
  return key
})

const now =
  (change: (key: SpendingKey) => Program<unknown>): ReadyVersionChange =>
  (key) =>
    Effect.succeed(change(key))

const someGuardrail = ({ workspace_id }: SpendingKey) =>
  Core.createGuardrail(aGuardrail({ workspace_id, reset_interval: "daily" }))

const someCredential = ({ workspace_id }: SpendingKey) => Core.createByokCredential(aByokCredential({ workspace_id }))

/** A change of what was made for the key first. */
const after =
  <A>(make: (key: SpendingKey) => Program<A>, change: (made: A, key: SpendingKey) => Program<unknown>) =>
  (key: SpendingKey) =>
    Effect.map(make(key), (made) => change(made, key))

/** Changes of every field, by the field. */
const each = (operation: string, changes: Readonly<Record<string, ReadyVersionChange>>) =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [`${operation}: ${field}`, change]))

type Fields<Patch> = Required<{ readonly [Field in keyof Patch]: ReadyVersionChange }>

const patchKey = (patch: Parameters<typeof aKeyPatch>[0]) => now(({ hash }) => Core.updateKey(hash, aKeyPatch(patch)))

const ofKeys: Fields<Core.ApiKeyPatch> = {
  name: patchKey({ name: "New" }),
  disabled: patchKey({ disabled: true }),
  limit: patchKey({ limit: 2 }),
  limit_reset: patchKey({ limit_reset: "weekly" }),
  include_byok_in_limit: patchKey({ include_byok_in_limit: true }),
  max_in_flight: patchKey({ max_in_flight: 3 }),
  expires_at: patchKey({ expires_at: "2999-01-01T00:00:00Z" }),
  metadata: patchKey({ metadata: { team: "docs" } }),
  external_id: ({ hash }) =>
    Effect.map(Core.Entropy.uuid, (external_id) => Core.updateKey(hash, aKeyPatch({ external_id })))
}

const patchGuardrail = (patch: Parameters<typeof aGuardrailPatch>[0]) =>
  after(someGuardrail, ({ id }) => Core.updateGuardrail(id, aGuardrailPatch(patch)))

/** Neither an admission nor a refusal shows the name or the description of a guardrail. */
const ofGuardrails: Fields<Omit<Core.GuardrailPatch, "name" | "description">> = {
  limit_usd: patchGuardrail({ limit_usd: 3 }),
  reset_interval: patchGuardrail({ reset_interval: "monthly" }),
  max_in_flight: patchGuardrail({ max_in_flight: 3 }),
  allowed_models: patchGuardrail({ allowed_models: ["acme/writer"] }),
  ignored_models: patchGuardrail({ ignored_models: ["acme/writer"] }),
  allowed_providers: patchGuardrail({ allowed_providers: ["acme"] }),
  ignored_providers: patchGuardrail({ ignored_providers: ["acme"] }),
  enforce_zdr: patchGuardrail({ enforce_zdr: true }),
  include_byok_in_budgets: patchGuardrail({ include_byok_in_budgets: true })
}

const patchCredential = (patch: Parameters<typeof aByokPatch>[0]) =>
  after(someCredential, ({ id }) => Core.updateByokCredential(id, aByokPatch(patch)))

const ofCredentials: Fields<Core.ByokCredentialPatch> = {
  key: patchCredential({ key: "sk-another" }),
  name: patchCredential({ name: "New" }),
  disabled: patchCredential({ disabled: true }),
  is_fallback: patchCredential({ is_fallback: true }),
  sort_order: patchCredential({ sort_order: 7 }),
  allowed_models: patchCredential({ allowed_models: ["acme/writer"] }),
  allowed_user_ids: patchCredential({ allowed_user_ids: [] }),
  allowed_api_key_hashes: patchCredential({ allowed_api_key_hashes: [] })
}

const someMember = Effect.tap(Effect.map(Core.Entropy.uuid, Core.UserId.make), (user) =>
  Core.addOrganizationMember(aMember(user))
)

/** The storage keeps its own master key, by which the next test opens it. */
const abandonSecrets = Effect.provideServiceEffect(
  Core.abandonSecrets,
  SealedSecrets,
  Effect.map(SealedSecrets, (secrets) => SealedSecrets.of({ ...secrets, noteMasterKey: () => Effect.void }))
)

const setBudget = (id: string) => Core.setWorkspaceBudget(id, "monthly", aPooledBudget())
const setTotal = (id: string) => Core.setOrganizationBudget(id, "monthly", aPooledBudget())

/**
 * Every change of a right, or of what an answer of `authorize` shows, by the operation and, of a patch, the field. After each of them, the
 * version of the key's scope, of its workspace's or of its organization's is higher.
 */
export const versionChanges: Readonly<Record<string, ReadyVersionChange>> = {
  // First: it is refused as long as a secret of the storage opens.
  abandonSecrets: after(
    (key) => Effect.provideServiceEffect(someCredential(key), Vault, Vault.makeEphemeral),
    () => abandonSecrets
  ),
  ...each("updateKey", ofKeys),
  "updateKey: disabled again": after(
    ({ hash }) => Core.updateKey(hash, aKeyPatch({ disabled: true })),
    (_, { hash }) => Core.updateKey(hash, aKeyPatch({ disabled: false }))
  ),
  rotateKey: now(({ hash }) => Core.rotateKey(hash, aRotation())),
  deleteKey: now(({ hash }) => Core.deleteKey(hash)),
  createByokCredential: now(someCredential),
  ...each("updateByokCredential", ofCredentials),
  deleteByokCredential: after(someCredential, ({ id }) => Core.deleteByokCredential(id)),
  ...each("updateGuardrail", ofGuardrails),
  deleteGuardrail: after(someGuardrail, ({ id }) => Core.deleteGuardrail(id)),
  assignKeys: after(someGuardrail, ({ id }, { hash }) => Core.assignKeys(id, keyHashes(hash))),
  unassignKeys: after(
    (key) => Effect.tap(someGuardrail(key), ({ id }) => Core.assignKeys(id, keyHashes(key.hash))),
    ({ id }, { hash }) => Core.unassignKeys(id, keyHashes(hash))
  ),
  assignMembers: after(someGuardrail, ({ id }, { user }) => Core.assignMembers(id, members(user))),
  unassignMembers: after(
    (key) => Effect.tap(someGuardrail(key), ({ id }) => Core.assignMembers(id, members(key.user))),
    ({ id }, { user }) => Core.unassignMembers(id, members(user))
  ),
  "updateWorkspace: max_in_flight": now(({ workspace_id }) => Core.updateWorkspace(workspace_id, { max_in_flight: 3 })),
  deleteWorkspace: after(
    ({ hash }) => Core.updateKey(hash, aKeyPatch({ disabled: true })),
    (_, { workspace_id }) => Core.deleteWorkspace(workspace_id)
  ),
  addWorkspaceMembers: after(
    () => someMember,
    (user, { workspace_id }) => Core.addWorkspaceMembers(workspace_id, { user_ids: [user] })
  ),
  removeWorkspaceMembers: now(({ user, workspace_id }) =>
    Core.removeWorkspaceMembers(workspace_id, { user_ids: [user] })
  ),
  setWorkspaceBudget: now(({ workspace_id }) => setBudget(workspace_id)),
  deleteWorkspaceBudget: after(
    ({ workspace_id }) => setBudget(workspace_id),
    (_, { workspace_id }) => Core.deleteWorkspaceBudget(workspace_id, "monthly")
  ),
  addOrganizationMember: after(
    () => Core.Entropy.uuid,
    (user) => Core.addOrganizationMember(aMember(user))
  ),
  removeOrganizationMember: now(({ user }) => Core.removeOrganizationMember(user)),
  setOrganizationBudget: now(({ organization_id }) => setTotal(organization_id)),
  deleteOrganizationBudget: after(
    ({ organization_id }) => setTotal(organization_id),
    (_, { organization_id }) => Core.deleteOrganizationBudget(organization_id, "monthly")
  )
}

/** Those whose repetition is another change: a further secret, a further credential, a secret that is sealed anew. */
export const changingAgain: ReadonlySet<string> = new Set([
  "rotateKey",
  "createByokCredential",
  "updateByokCredential: key"
])
