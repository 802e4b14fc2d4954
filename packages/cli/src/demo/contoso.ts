import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { input } from "./input.js"
import { fakeProviderSecret } from "./secrets.js"
import { webhookOf } from "./webhooks.js"

/** A second organization, to see that the first one's keys cannot reach it. */
export const contoso = Effect.gen(function* () {
  const created = yield* Core.createOrganization(
    yield* input(Core.NewOrganization, { name: "Contoso Media", owner_user_id: "owner@contoso.example" })
  )
  const caller = yield* Core.hostCaller(created.organization.id)
  return yield* Effect.gen(function* () {
    const studio = yield* Core.createWorkspace(yield* input(Core.NewWorkspace, { slug: "studio", name: "Studio" }))
    const key = yield* Core.createKey(yield* input(Core.NewApiKey, { name: "Studio tools", limit: 50 }))
    const credential = yield* Core.createByokCredential(
      yield* input(Core.NewByokCredential, { provider: "recraft", key: yield* fakeProviderSecret("rc-") })
    )
    const guardrail = yield* Core.createGuardrail(yield* input(Core.NewGuardrail, { name: "Freelancers" }))
    const preset = yield* Core.createPreset(yield* input(Core.NewPreset, { slug: "storyboard", name: "Storyboard" }))
    const webhook = yield* webhookOf("hooks.contoso.example")
    const { organization } = created
    const managementKey = Redacted.value(created.key)
    return { organization, caller, studio, key, credential, guardrail, preset, webhook, managementKey }
  }).pipe(Effect.provideService(Core.ManagementCaller, caller))
})

export type Contoso = Effect.Effect.Success<typeof contoso>
