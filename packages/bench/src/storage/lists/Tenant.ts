import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Place } from "./fill.js"

/** An organization to fill, and its manager. */
export interface Tenant extends Required<Place> {
  readonly caller: Core.ManagingPrincipal
  readonly key: Redacted.Redacted
}

const workspace = Schema.decodeSync(Core.NewWorkspace)({ slug: "other", name: "Other" })
const guardrail = Schema.decodeSync(Core.NewGuardrail)({ name: "Filled" })

/** An organization with two workspaces, and a guardrail in the first. */
export const createTenant = Effect.gen(function* () {
  const owner_user_id = Core.UserId.make("owner")
  const { key } = yield* Core.createOrganization({ name: "Bench", owner_user_id })
  const caller = yield* Effect.flatMap(Core.authenticate(key), Core.requireManagement)
  const made = Effect.all([Core.createWorkspace(workspace), Core.createGuardrail(guardrail)])
  const [other, over] = yield* Effect.provideService(made, Core.ManagementCaller, caller)
  const tenant: Tenant = { caller, key, workspace: caller.workspaceId, other: other.id, guardrail: over.id }
  return tenant
})
