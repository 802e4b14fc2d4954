import { BudgetRequestId, Entropy, KeyHash, Usd, UserId } from "@tollgate/core"
import type { BudgetRequestRecord } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { noon } from "./instant.js"
import type { Home } from "./organizations.js"

/** The record of an open request for more, of a key of its own. */
export const aBudgetRequestRecord = Effect.fnUntraced(function* (
  { organization_id }: Pick<Home, "organization_id">,
  overrides: Partial<BudgetRequestRecord> = {}
) {
  const id = BudgetRequestId.make(yield* Entropy.uuid)
  const record: BudgetRequestRecord = {
    id,
    organization_id,
    key_hash: KeyHash.make(id.replaceAll("-", "").repeat(2)),
    user_id: UserId.make("ada"),
    period: "daily",
    asked: Usd.fromNumber(3),
    reason: "A test",
    state: "open",
    created_at: noon,
    decided_at: null,
    decided_by: null,
    decision: null,
    boost_id: null,
    approved: null,
    until: null,
    ...overrides
  }
  return record
})
