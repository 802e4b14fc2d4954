import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { codes } from "./codes.js"
import { contoso } from "./contoso.js"
import { gatewayWithHold } from "./holds.js"
import { input } from "./input.js"
import { type Northwind, northwind, spendOf } from "./northwind.js"
import { agentRuns } from "./runs.js"
import { verifiers } from "./secrets.js"
import { webhookOf } from "./webhooks.js"

const deletedGuardrail = Effect.gen(function* () {
  const { id } = yield* Core.createGuardrail(yield* input(Core.NewGuardrail, { name: "Last year" }))
  yield* Core.deleteGuardrail(id)
  return id
})

const freshKey = Effect.gen(function* () {
  const { data, key } = yield* Core.createKey(yield* input(Core.NewApiKey, { name: "Temporary" }))
  return { FRESH_KEY: Redacted.value(key), FRESH_KEY_HASH: data.hash }
})

const freshCredential = Effect.gen(function* () {
  const secret = { provider: "openai", key: "temporary", name: "Temporary" } as const
  const { id } = yield* Core.createByokCredential(yield* input(Core.NewByokCredential, secret))
  return { FRESH_BYOK_ID: id }
})

/** A second organization beside one that has spent, everything that conformance cases ask about, and the placeholders that they have for it. */
export const accountOf = Effect.fnUntraced(function* (ours: Northwind) {
  const theirs = yield* contoso
  const secrets = yield* verifiers
  const { assistant, finance, notebook, retired, trial } = ours.keys
  const gateway = yield* gatewayWithHold(ours.organization, notebook.key)
  const theirGateway = yield* gatewayWithHold(theirs.organization, theirs.key.key)
  const runs = yield* agentRuns(ours.caller, ours.keys.nightly.key)
  yield* Effect.provideService(Core.openRun("nightly-report", {}), Core.ManagementCaller, theirs.caller)
  const webhook = yield* Effect.provideService(webhookOf("hooks.northwind.example"), Core.ManagementCaller, ours.caller)
  const issue = yield* codes(secrets)
  return yield* Effect.gen(function* () {
    const vars = {
      MGMT_KEY: ours.managementKey,
      MGMT_KEY_HASH: ours.data.hash,
      READ_ONLY_KEY: Redacted.value(finance.key),
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
      GATEWAY_KEY: gateway.gatewayKey,
      GATEWAY_KEY_HASH: gateway.gatewayHash,
      HOLD_ID: gateway.hold.id,
      RUN_PATH: runs.open,
      STOPPED_RUN_PATH: runs.stopped,
      WEBHOOK_ID: webhook.id,
      DELIVERY_ID: webhook.delivery,
      OTHER_MGMT_KEY: theirs.managementKey,
      OTHER_KEY_HASH: theirs.key.data.hash,
      OTHER_BYOK_ID: theirs.credential.id,
      OTHER_GUARDRAIL_ID: theirs.guardrail.id,
      OTHER_WORKSPACE_ID: theirs.studio.id,
      OTHER_WORKSPACE_SLUG: theirs.studio.slug,
      OTHER_PRESET_SLUG: theirs.preset.slug,
      OTHER_MEMBER_USER_ID: theirs.organization.owner_user_id,
      OTHER_PLAIN_KEY: Redacted.value(theirs.key.key),
      OTHER_GATEWAY_KEY: theirGateway.gatewayKey,
      OTHER_HOLD_ID: theirGateway.hold.id,
      OTHER_RUN_PATH: "nightly-report",
      OTHER_WEBHOOK_ID: theirs.webhook.id,
      OTHER_DELIVERY_ID: theirs.webhook.delivery,
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
    return { ours, theirs, vars }
  }).pipe(Effect.provideService(Core.ManagementCaller, ours.caller))
})

/** Two organizations with everything in them, made at once: the account of conformance cases. */
export const demoAccount = Effect.gen(function* () {
  const ours = yield* northwind
  yield* spendOf(ours)
  return yield* accountOf(ours)
})

export type DemoAccount = Effect.Effect.Success<typeof demoAccount>
