import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { codes } from "./codes.js"
import { contoso } from "./contoso.js"
import { input } from "./input.js"
import { northwind } from "./northwind.js"
import { verifiers } from "./secrets.js"

const times = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: count }, () => effect))

const deletedGuardrail = Effect.gen(function* () {
  const { id } = yield* Core.createGuardrail(yield* input(Core.NewGuardrail, { name: "Last year" }))
  yield* Core.deleteGuardrail(id)
  return id
})

const assignedMember = Effect.fnUntraced(function* (user: string) {
  yield* Core.addOrganizationMember(yield* input(Core.NewOrganizationMember, { user_id: user }))
  const guardrail = yield* Core.createGuardrail(yield* input(Core.NewGuardrail, { name: `For ${user}` }))
  yield* Core.assignMembers(guardrail.id, yield* input(Core.MemberIds, { member_user_ids: [user] }))
  return { GUARDRAIL_ID: guardrail.id, MEMBER_USER_ID: user }
})

const freshGuardrail = Effect.gen(function* () {
  const { id } = yield* Core.createGuardrail(yield* input(Core.NewGuardrail, { name: "Temporary" }))
  return { GUARDRAIL_ID: id }
})

/**
 * Two organizations with everything in them, and the names that the conformance cases have for it. Of what a case uses
 * up there are `poolSize`.
 */
export const demoAccount = Effect.fnUntraced(function* (poolSize: number) {
  const ours = yield* northwind
  const theirs = yield* contoso
  const secrets = yield* verifiers
  const { assistant, notebook, retired, trial } = ours.keys
  const issue = yield* codes(secrets)
  return yield* Effect.gen(function* () {
    const members = Array.from({ length: poolSize }, (_, i) => `guest-${i + 1}@northwind.example`)
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
      OTHER_MGMT_KEY: theirs.managementKey,
      OTHER_KEY_HASH: theirs.key.data.hash,
      OTHER_BYOK_ID: theirs.credential.id,
      OTHER_GUARDRAIL_ID: theirs.guardrail.id,
      OTHER_WORKSPACE_ID: theirs.studio.id,
      OTHER_WORKSPACE_SLUG: theirs.studio.slug,
      VERIFIER_S256: secrets.s256,
      VERIFIER_PLAIN: secrets.plain,
      VERIFIER_OTHER: secrets.other,
      CHALLENGE_S256: secrets.challenge,
      CODE_S256: yield* issue.s256,
      CODE_PLAIN: yield* issue.plain,
      CODE_NOPKCE: yield* issue.none,
      CODE_USED: yield* issue.used,
      CODE_EXPIRED: yield* issue.expired
    }
    const pool = {
      "code:S256": (yield* times(poolSize, issue.s256)).map((CODE_S256) => ({ CODE_S256 })),
      "code:plain": (yield* times(poolSize, issue.plain)).map((CODE_PLAIN) => ({ CODE_PLAIN })),
      "code:none": (yield* times(poolSize, issue.none)).map((CODE_NOPKCE) => ({ CODE_NOPKCE })),
      "code:expired": [{ CODE_EXPIRED: vars.CODE_EXPIRED }],
      "guardrail-fresh": yield* times(poolSize, freshGuardrail),
      "member-assigned": yield* Effect.forEach(members, assignedMember)
    }
    return { ours, theirs, vars, pool }
  }).pipe(Effect.provideService(Core.ManagementCaller, ours.caller))
})

export type DemoAccount = Effect.Effect.Success<ReturnType<typeof demoAccount>>
