import { BoostId, Entropy, NewBudgetBoost, Usd } from "@tollgate/core"
import type { BoostRecord } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { after, noon } from "./instant.js"
import type { Home } from "./organizations.js"

/** Input of `createBoost`, for a key. */
export const aBoost = (id: string, input: Partial<typeof NewBudgetBoost.Encoded> = {}): NewBudgetBoost =>
  Schema.decodeSync(NewBudgetBoost)({ scope: "key", id, window: "daily", usd: 3, reason: "A test", ...input })

/** The record of a boost of a key, which ends a minute after noon. */
export const aBoostRecord = Effect.fnUntraced(function* (
  { organization_id }: Pick<Home, "organization_id">,
  overrides: Partial<BoostRecord> = {}
) {
  const record: BoostRecord = {
    id: BoostId.make(yield* Entropy.uuid),
    organization_id,
    scope: "key",
    guardrail_id: null,
    subject: "a".repeat(64),
    period: "daily",
    amount: Usd.fromNumber(3),
    until: after(60),
    reason: "A test",
    created_at: noon,
    created_by: null,
    request_id: null,
    ended_at: null,
    ...overrides
  }
  return record
})
