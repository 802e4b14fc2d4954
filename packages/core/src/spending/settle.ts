import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withSpan } from "../runtime/withSpan.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { countSpend } from "./countSpend.js"
import { wakeWaiting } from "./Headroom.js"
import { type HoldRecord, showHold } from "./HoldRecord.js"
import { priceSettlement } from "./priceSettlement.js"
import { requireHold } from "./requireHold.js"
import type { NewSettlement } from "./Settlement.js"
import { SpendingStore } from "./SpendingStore.js"

/** The credential that was used. It follows from a plan with one slot. */
const credentialOf = ({ credential_id }: NewSettlement, { is_byok, plan }: HoldRecord) => {
  if (credential_id !== undefined) return Effect.succeed({ credential_id, is_byok: credential_id !== null })
  const [only = null] = plan
  if (plan.length <= 1)
    return Effect.succeed({ credential_id: only, is_byok: plan.length === 0 ? is_byok : only !== null })
  const expected = "the UUID of the credential that was used, or null for the gateway's own"
  return Effect.fail(new InvalidInput({ issues: [{ path: ["credential_id"], expected }] }))
}

/**
 * Ends a hold with the cost of its request: as it is stated, or the price of its usage when the hold was opened. The cost is
 * recorded in full: above the amount the hold is flagged `overdrawn`, after the lease `late`. A usage without a price leaves the
 * hold `unknown`, flagged `price_missing`, until it is settled by a cost. Settling a settled hold changes nothing and returns it.
 *
 * @throws HoldNotFound, InvalidInput if the plan has several credentials and none is named, if a usage may be of several models and
 * none is named, or if neither a cost nor a usage is stated, StorageFailure.
 */
export const settle = Effect.fnUntraced(function* (id: string, input: NewSettlement) {
  const store = yield* SpendingStore
  const hold = yield* requireHold(id, store.find)
  if (hold.state === "settled") return showHold(hold)
  const credential = yield* credentialOf(input, hold)
  const priced = yield* priceSettlement(input, hold)
  const now = yield* Clock.currentTimeMillis
  const settled = yield* requireHold(id, (name) =>
    Option.match(priced, {
      onNone: () => store.markUnknown(name, "price_missing", now),
      onSome: (priced) => store.settle(name, { ...priced, ...credential }, now)
    })
  )
  if (settled.state === "settled") yield* countSpend(settled)
  yield* wakeWaiting(settled.organization_id)
  return showHold(settled)
}, withSpan("spending.settle"))
