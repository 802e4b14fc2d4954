import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withSpan } from "../runtime/withSpan.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { CostTooLarge } from "./CostTooLarge.js"
import { countFlags, countSpend } from "./countSpend.js"
import { wakeWaiting } from "./Headroom.js"
import { showHold } from "./HoldRecord.js"
import { isBelow, servedBy } from "./holdLife.js"
import { priceSettlement } from "./priceSettlement.js"
import { requireHold } from "./requireHold.js"
import type { NewSettlement } from "./Settlement.js"
import { SpendingStore } from "./SpendingStore.js"

const expected = "the UUID of the credential that was used, or null for the gateway's own"
const unstated = new InvalidInput({ issues: [{ path: ["credential_id"], expected }] })

/**
 * Ends a hold with the cost of its request: as it is stated, or the price of its usage when the hold was opened. The cost is
 * recorded in full: above the amount the hold is flagged `overdrawn`, after the lease `late`. A usage without a price leaves the
 * hold `unknown`, flagged `price_missing`, until it is settled by a cost. A settlement that names no credential counts for the one that
 * `sent` stated last, else for the gateway's own if the plan has it, else for the only one of the plan; assumed among several, it is flagged
 * `credential_assumed`. Settling a settled hold changes nothing and returns it.
 *
 * @throws HoldNotFound, CostTooLarge if a counter has no room for the cost: the outcome is unknown then, InvalidInput if the plan has several
 * credentials, the gateway's own is none of them and none is stated, if a usage may be of several models and none is named, or if neither a
 * cost nor a usage is stated, StorageFailure.
 */
export const settle = Effect.fnUntraced(function* (id: string, input: NewSettlement) {
  const store = yield* SpendingStore
  const hold = yield* requireHold(id, store.find)
  if (hold.state === "settled") return showHold(hold)
  const { credential_id } = input
  // Which credential it counts for is decided as it is stored: `sent` may state another one meanwhile.
  if (credential_id === undefined && servedBy(hold) === undefined) return yield* unstated
  const priced = yield* priceSettlement(input, hold)
  const now = yield* Clock.currentTimeMillis
  const settled = yield* requireHold(id, (name) =>
    Option.match(priced, {
      onNone: () => store.markUnknown(name, "price_missing", now),
      onSome: (priced) => store.settle(name, { ...priced, credential_id }, now)
    })
  )
  if (settled.state === "settled") yield* countSpend(settled)
  yield* countFlags(settled)
  yield* wakeWaiting(settled.organization_id)
  if (isBelow(settled.state, Option.isSome(priced) ? "settled" : "unknown")) return yield* new CostTooLarge()
  return showHold(settled)
}, withSpan("spending.settle"))
