import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { codes } from "./codes.js"
import { contoso } from "./contoso.js"
import { input } from "./input.js"
import { northwind } from "./northwind.js"
import { verifiers } from "./secrets.js"

const deletedGuardrail = Effect.gen(function* () {
  const { id } = yield* Core.createGuardrail(yield* input(Core.NewGuardrail, { name: "Last year" }))
  yield* Core.deleteGuardrail(id)
  return id
})

/** Valid both as a slug and as a user's name. */
const freshName = Effect.map(Core.Entropy.uuid, (id) => `new-${id}`)

const freshMember = Effect.gen(function* () {
  const user = `guest-${yield* Core.Entropy.uuid}@northwind.example`
  yield* Core.addOrganizationMember(yield* input(Core.NewOrganizationMember, { user_id: user }))
  return user
})

const assignedMember = Effect.gen(function* () {
  const user = yield* freshMember
  const guardrail = yield* Core.createGuardrail(yield* input(Core.NewGuardrail, { name: `For ${user}` }))
  yield* Core.assignMembers(guardrail.id, yield* input(Core.MemberIds, { member_user_ids: [user] }))
  return { GUARDRAIL_ID: guardrail.id, MEMBER_USER_ID: user }
})

const freshGuardrail = Effect.gen(function* () {
  const { id } = yield* Core.createGuardrail(yield* input(Core.NewGuardrail, { name: "Temporary" }))
  return id
})

const freshWorkspace = Effect.gen(function* () {
  const slug = yield* freshName
  const { id } = yield* Core.createWorkspace(yield* input(Core.NewWorkspace, { slug, name: "Temporary" }))
  return id
})

const freshKey = Effect.gen(function* () {
  const { data, key } = yield* Core.createKey(yield* input(Core.NewApiKey, { name: "Temporary" }))
  return { FRESH_KEY: Redacted.value(key), FRESH_KEY_HASH: data.hash }
})

const assignedKey = Effect.gen(function* () {
  const { FRESH_KEY_HASH } = yield* freshKey
  const guardrail = yield* Core.createGuardrail(yield* input(Core.NewGuardrail, { name: "For a key" }))
  yield* Core.assignKeys(guardrail.id, yield* input(Core.KeyHashes, { key_hashes: [FRESH_KEY_HASH] }))
  return { GUARDRAIL_ID: guardrail.id, ASSIGNED_KEY_HASH: FRESH_KEY_HASH }
})

const freshCredential = Effect.gen(function* () {
  const secret = { provider: "openai", key: "temporary", name: "Temporary" } as const
  const { id } = yield* Core.createByokCredential(yield* input(Core.NewByokCredential, secret))
  return { FRESH_BYOK_ID: id }
})

/** Sets up a state that a case needs, and returns its placeholders. */
type State<R = never> = Effect.Effect<Readonly<Record<string, string>>, unknown, R>

type Needed = Core.Services | Core.ManagementCaller

/**
 * Two organizations with everything in them, the names that the conformance cases have for it, and how to make more of
 * what a case uses up.
 */
export const demoAccount = Effect.gen(function* () {
  const ours = yield* northwind
  const theirs = yield* contoso
  const secrets = yield* verifiers
  const { assistant, notebook, retired, trial } = ours.keys
  const issue = yield* codes(secrets)
  return yield* Effect.gen(function* () {
    const vars = {
      MGMT_KEY: ours.managementKey,
      MGMT_KEY_HASH: ours.data.hash,
      PLAIN_KEY: Redacted.value(notebook.key),
      PLAIN_KEY_HASH: notebook.data.hash,
      KEY_HASH: assistant.data.hash,
      DISABLED_KEY: Redacted.value(retired.key),
      EXPIRED_KEY: Redacted.value(trial.key),
      WORKSPACE_ID: ours.workspace.id,
      GUARDRAIL_ID: ours.guardrails.interns.id,
      MEMBER_USER_ID: ours.guardrails.member,
      DELETED_GUARDRAIL_ID: yield* deletedGuardrail,
      BYOK_ID: ours.credentials.openai.id,
      BYOK_SECRET: ours.credentials.secret,
      PRESET_SLUG: ours.preset.slug,
      OTHER_MGMT_KEY: theirs.managementKey,
      OTHER_KEY_HASH: theirs.key.data.hash,
      OTHER_BYOK_ID: theirs.credential.id,
      OTHER_GUARDRAIL_ID: theirs.guardrail.id,
      OTHER_WORKSPACE_ID: theirs.studio.id,
      OTHER_WORKSPACE_SLUG: theirs.studio.slug,
      OTHER_PRESET_SLUG: theirs.preset.slug,
      VERIFIER_S256: secrets.s256,
      VERIFIER_PLAIN: secrets.plain,
      VERIFIER_OTHER: secrets.other,
      CHALLENGE_S256: secrets.challenge,
      ...(yield* freshKey),
      ...(yield* freshCredential),
      CODE_S256: yield* issue.s256,
      CODE_PLAIN: yield* issue.plain,
      CODE_NOPKCE: yield* issue.none,
      CODE_USED: yield* issue.used,
      CODE_EXPIRED: yield* issue.expired
    }
    const states: Readonly<Record<string, State<Needed>>> = {
      "code:S256": Effect.map(issue.s256, (CODE_S256) => ({ CODE_S256 })),
      "code:plain": Effect.map(issue.plain, (CODE_PLAIN) => ({ CODE_PLAIN })),
      "code:none": Effect.map(issue.none, (CODE_NOPKCE) => ({ CODE_NOPKCE })),
      "code:used": Effect.map(issue.used, (CODE_USED) => ({ CODE_USED })),
      "code:expired": Effect.map(issue.expired, (CODE_EXPIRED) => ({ CODE_EXPIRED })),
      "name-fresh": Effect.map(freshName, (FRESH_NAME) => ({ FRESH_NAME })),
      "key-fresh": freshKey,
      "byok-fresh": freshCredential,
      "member-fresh": Effect.map(freshMember, (FRESH_USER_ID) => ({ FRESH_USER_ID })),
      "guardrail-fresh": Effect.map(freshGuardrail, (GUARDRAIL_ID) => ({ GUARDRAIL_ID })),
      "guardrail-deleted": Effect.map(deletedGuardrail, (DELETED_GUARDRAIL_ID) => ({ DELETED_GUARDRAIL_ID })),
      "workspace-fresh": Effect.map(freshWorkspace, (WORKSPACE_ID) => ({ WORKSPACE_ID })),
      "member-assigned": assignedMember,
      "key-assigned": assignedKey,
      "key:disabled": Effect.succeed({}),
      "key:expired": Effect.succeed({})
    }
    const context = yield* Effect.context<Needed>()
    const made = new Map(
      Object.entries(states).map(([name, state]): [string, State] => [name, Effect.provide(state, context)])
    )
    return { ours, theirs, vars, states: made }
  }).pipe(Effect.provideService(Core.ManagementCaller, ours.caller))
})

export type DemoAccount = Effect.Effect.Success<typeof demoAccount>
