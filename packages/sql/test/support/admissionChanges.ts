import {
  type AuthorizedHold,
  addOrganizationMember,
  addWorkspaceMembers,
  assignKeys,
  assignMembers,
  createByokCredential,
  createGuardrail,
  createKey,
  createWorkspace,
  deleteByokCredential,
  deleteKey,
  LedgerCaller,
  ManagementCaller,
  NewHold,
  removeOrganizationMember,
  removeWorkspaceMembers,
  rotateKey,
  type Services,
  setOrganizationBudget,
  setWorkspaceBudget,
  stopRun,
  Usd,
  UserId,
  updateByokCredential,
  updateGuardrail,
  updateKey,
  updateRun,
  updateWorkspace
} from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import {
  aByokCredential,
  aByokPatch,
  aGuardrail,
  aGuardrailPatch,
  aKey,
  aKeyPatch,
  aMember,
  aRotation,
  aWorkspace,
  keyHashes,
  members
} from "@tollgate/testing/accounts"
import { DateTime, Effect, Redacted, Schema } from "effect"

const decode = Schema.decodeSync(NewHold)

/** A key of a member, ada, in a second workspace, with what can end the admission of its requests. */
export const aSpender = Effect.gen(function* () {
  const [ada, bob] = [UserId.make("ada"), UserId.make("bob")]
  for (const user of [ada, bob]) yield* addOrganizationMember(aMember(user))
  const { id: workspace_id } = yield* createWorkspace(aWorkspace())
  yield* addWorkspaceMembers(workspace_id, { user_ids: [ada] })
  const { data, key } = yield* createKey(aKey({ creator_user_id: ada, limit: 1_000_000, name: "Old", workspace_id }))
  const restricted = (model: string) =>
    Effect.map(createGuardrail(aGuardrail({ workspace_id, allowed_models: [model] })), ({ id }) => id)
  const credential = (name: string) =>
    Effect.map(createByokCredential(aByokCredential({ workspace_id, name })), ({ id }) => id)
  const [guardrail, other] = [yield* restricted("acme/writer"), yield* restricted("acme/other")]
  yield* assignMembers(guardrail, members(ada))
  const [first, second] = [yield* credential("Old"), yield* credential("Second")]
  const request = (terms: Terms) =>
    decode({ key: Redacted.value(key), amount: 1, models: ["acme/writer"], credential: "own", ...terms })
  return { ada, bob, first, guardrail, hash: data.hash, label: data.label, other, request, second, workspace_id }
})

export type Spender = Effect.Effect.Success<typeof aSpender>
type Terms = Partial<typeof NewHold.Encoded>
type Act = Effect.Effect<unknown, unknown, ManagementCaller | Services>

/** A change that another opening of the storage makes while requests are admitted. */
export interface AdmissionChange {
  readonly change: (spender: Spender) => Act
  /** What the requests state beside the key. */
  readonly terms?: Terms
  /** Whether an answer is that of before the change. @default Each admission is: the change forbids all. */
  readonly isOld?: (held: AuthorizedHold, spender: Spender) => boolean
}

const patchKey = (patch: Parameters<typeof aKeyPatch>[0]): AdmissionChange => ({
  change: ({ hash }) => updateKey(hash, aKeyPatch(patch))
})
const patchGuardrail = (patch: Parameters<typeof aGuardrailPatch>[0]): AdmissionChange => ({
  change: ({ guardrail }) => updateGuardrail(guardrail, aGuardrailPatch(patch))
})
/** A change of what requests with a credential depend on or show. */
const ofPlan = (change: AdmissionChange["change"], isOld?: AdmissionChange["isOld"]): AdmissionChange => ({
  change,
  terms: { credential: "byok" },
  ...(isOld && { isOld })
})
const ofBoth = (change: (id: Spender["first"]) => Act) =>
  ofPlan(({ first, second }) => Effect.zipRight(change(second), change(first)))
const patchBoth = (patch: Parameters<typeof aByokPatch>[0]) =>
  ofBoth((id) => updateByokCredential(id, aByokPatch(patch)))

/** A change of a run that the requests are below. They state what a change does not change, so that the first of them creates it. */
const ofRun = (change: (path: string, workspace: Spender["workspace_id"]) => Act): AdmissionChange => ({
  change: ({ workspace_id }) => change("job", workspace_id),
  terms: { run: [{ id: "job", expires_in: 86_400 }, { id: "child" }] }
})

const spent = { limit_usd: Usd.fromNumber(1) }

/** The last change of a right, or of what an answer shows, by what it does. */
export const admissionChanges: Readonly<Record<string, AdmissionChange>> = {
  "the key is disabled": patchKey({ disabled: true }),
  "the key is deleted": { change: ({ hash }) => deleteKey(hash) },
  "the key has another secret": { change: ({ hash }) => rotateKey(hash, aRotation()) },
  "the key has expired": {
    change: ({ hash }) =>
      Effect.gen(function* () {
        const { organizationId } = yield* ManagementCaller
        const expires_at = DateTime.subtract(yield* DateTime.now, { hours: 1 })
        return yield* (yield* KeyStore).update(organizationId, hash, { expires_at }, yield* DateTime.now)
      })
  },
  "the limit of the key is 0": patchKey({ limit: 0 }),
  "the key admits one at a time": patchKey({ max_in_flight: 1 }),
  "the guardrail admits one at a time": patchGuardrail({ max_in_flight: 1 }),
  "the workspace admits one at a time": {
    change: ({ workspace_id }) => updateWorkspace(workspace_id, { max_in_flight: 1 })
  },
  "the run is stopped": ofRun((path, workspace_id) =>
    Effect.flatMap(ManagementCaller, (caller) =>
      Effect.provideService(stopRun(path, { workspace_id }), LedgerCaller, caller)
    )
  ),
  "the run has spent its limit": ofRun((path, workspace_id) => updateRun(path, { ...spent, workspace_id })),
  "the user of the key leaves the workspace": {
    change: ({ ada, workspace_id }) => removeWorkspaceMembers(workspace_id, { user_ids: [ada] })
  },
  "the user of the key leaves the organization": { change: ({ ada }) => removeOrganizationMember(ada) },
  "the user of the requests leaves the organization": {
    change: ({ bob }) => removeOrganizationMember(bob),
    terms: { user_id: "bob" }
  },
  "the guardrail forbids the model": patchGuardrail({ ignored_models: ["acme/writer"] }),
  "the guardrail requires zero data retention": patchGuardrail({ enforce_zdr: true }),
  "the guardrail has a budget of 0": patchGuardrail({ limit_usd: 0, reset_interval: "daily" }),
  "another guardrail is assigned to the user": { change: ({ ada, other }) => assignMembers(other, members(ada)) },
  "another guardrail is assigned to the key": { change: ({ hash, other }) => assignKeys(other, keyHashes(hash)) },
  "the budget of the workspace is spent": {
    change: ({ workspace_id }) => setWorkspaceBudget(workspace_id, "lifetime", spent)
  },
  "the budget of the organization is spent": {
    change: () =>
      Effect.flatMap(ManagementCaller, ({ organizationId }) => setOrganizationBudget(organizationId, "lifetime", spent))
  },
  "the credentials are disabled": patchBoth({ disabled: true }),
  "the credentials are deleted": ofBoth(deleteByokCredential),
  "the credentials are for another model": patchBoth({ allowed_models: ["acme/other"] }),
  "the credentials are for another key": patchBoth({ allowed_api_key_hashes: ["0".repeat(64)] }),
  "the credentials are for another user": patchBoth({ allowed_user_ids: ["bob"] }),
  "the key has another name": {
    ...patchKey({ name: "New" }),
    isOld: ({ key_holder }) => key_holder.key.name === "Old"
  },
  "the key has another label": {
    change: ({ hash }) => rotateKey(hash, aRotation({ grace_seconds: 3600 })),
    isOld: ({ key_holder }, { label }) => key_holder.key.label === label
  },
  "a credential has another name": ofPlan(
    ({ first }) => updateByokCredential(first, aByokPatch({ name: "New" })),
    ({ plan }) => plan.credentials.some(({ name }) => name === "Old")
  ),
  "the credentials have another order": ofPlan(
    ({ first }) => updateByokCredential(first, aByokPatch({ sort_order: 9 })),
    ({ plan }, { first }) => plan.credentials[0]?.id === first
  ),
  "a third credential is stored": ofPlan(
    ({ workspace_id }) => createByokCredential(aByokCredential({ workspace_id })),
    ({ plan }) => plan.credentials.length < 3
  )
}
