import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { AuditStore, Vault } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { aByokCredential, aByokPatch } from "../../byok.js"
import { aGuardrail, keyHashes, members } from "../../guardrails.js"
import { aKey, aKeyPatch } from "../../keys.js"
import { aMember } from "../../organizations.js"
import { aPreset } from "../../presets.js"
import { settledHold, unknownHold } from "../../spending.js"
import * as TestAccount from "../../TestAccount.js"
import { aWebhook, aWebhookPatch, endedDelivery } from "../../webhooks.js"
import { aPooledBudget, aWorkspace } from "../../workspaces.js"
import type { Promised } from "../contract.js"

type Act = Effect.Effect<unknown, unknown, Core.ManagementCaller | Core.Services>

const ada = Core.UserId.make("ada")

/** Changes that change something when they are first made, and nothing afterwards. */
const acts = Effect.gen(function* () {
  const { data } = yield* Core.createKey(aKey({ metadata: { team: "docs" }, limit: 1 }))
  const guardrail = yield* Core.createGuardrail(aGuardrail())
  const workspace = yield* Core.createWorkspace(aWorkspace())
  const preset = yield* Core.createPreset(aPreset())
  const credential = yield* Core.createByokCredential(aByokCredential())
  yield* Core.addOrganizationMember(aMember("ada"))
  const hold = yield* settledHold
  const { data: webhook } = yield* Core.createWebhook(aWebhook())
  const failed = yield* endedDelivery
  const unknown = yield* unknownHold
  const repeated: Readonly<Record<string, Act>> = {
    updateKey: Core.updateKey(
      data.hash,
      aKeyPatch({ name: "New", limit: 2, expires_at: "2999-01-01T00:00:00Z", metadata: { a: "1", b: "2" } })
    ),
    disableKey: Core.updateKey(data.hash, aKeyPatch({ disabled: true })),
    enableKey: Core.updateKey(data.hash, aKeyPatch({ disabled: false, external_id: "external" })),
    updateGuardrail: Core.updateGuardrail(guardrail.id, { name: "New", allowed_models: ["acme/*"] }),
    updateWorkspace: Core.updateWorkspace(workspace.id, { name: "New", description: "Other" }),
    updatePreset: Core.updatePreset(preset.slug, { name: "New" }),
    updateByokCredential: Core.updateByokCredential(
      credential.id,
      aByokPatch({ name: "New", allowed_models: ["a/b"] })
    ),
    updateWebhook: Core.updateWebhook(webhook.id, aWebhookPatch({ url: "https://other.example/T02", disabled: true })),
    redeliverWebhook: Core.redeliverWebhook(failed.webhook_id, failed.delivery_id),
    updateOrganizationMember: Core.updateOrganizationMember("ada", { role: "admin" }),
    assignMembers: Core.assignMembers(guardrail.id, members("ada")),
    assignKeys: Core.assignKeys(guardrail.id, keyHashes(data.hash)),
    unassignMembers: Core.unassignMembers(guardrail.id, members("ada")),
    unassignKeys: Core.unassignKeys(guardrail.id, keyHashes(data.hash)),
    addWorkspaceMembers: Core.addWorkspaceMembers(workspace.id, { user_ids: [ada] }),
    removeWorkspaceMembers: Core.removeWorkspaceMembers(workspace.id, { user_ids: [ada] }),
    setWorkspaceBudget: Core.setWorkspaceBudget(workspace.id, "monthly", aPooledBudget()),
    correctHold: Core.correctHold(hold.id, { cost: Core.Usd.zero, reason: "Invoice" }),
    reconcileHold: Core.reconcileHold(unknown.id, { cost: Core.Usd.zero, reason: "Nothing was billed" })
  }
  const empty: ReadonlyArray<Act> = [
    Core.updateKey(data.hash, {}),
    Core.updateGuardrail(guardrail.id, {}),
    Core.updateWorkspace(workspace.id, {}),
    Core.updatePreset(preset.slug, {}),
    Core.updateByokCredential(credential.id, {}),
    Core.updateWebhook(webhook.id, {}),
    Core.updateOrganizationMember("ada", {})
  ]
  return { empty, repeated }
})

/** Promises about changes that change nothing. */
export const repetitionPromises = (promise: Promised): void => {
  promise(
    "has no entry for what changes nothing: an empty change, values that are there, or an assignment that is",
    () =>
      Effect.gen(function* () {
        const { asManager, organization } = yield* TestAccount.make()
        const audit = yield* AuditStore
        const count = Effect.map(audit.list(organization.id, { limit: 1, offset: 0 }), ({ total_count }) => total_count)
        const { empty, repeated } = yield* Effect.provide(acts, asManager)
        const made: Record<string, ReadonlyArray<number>> = {}
        const entriesOf = (act: Act) =>
          Effect.gen(function* () {
            const before = yield* count
            yield* Effect.provide(act, asManager)
            return (yield* count) - before
          })
        for (const act of empty) expect(yield* entriesOf(act)).toBe(0)
        for (const [name, act] of Object.entries(repeated)) made[name] = [yield* entriesOf(act), yield* entriesOf(act)]
        expect(made).toEqual(Object.fromEntries(Object.keys(repeated).map((name) => [name, [1, 0]])))
      }).pipe(Effect.provideServiceEffect(Vault, Vault.makeEphemeral))
  )
}
