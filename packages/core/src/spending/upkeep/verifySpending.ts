import * as Effect from "effect/Effect"
import { withSpan } from "../../runtime/withSpan.js"
import { ledgerCheck } from "../rules/ledgerCheck.js"
import { SpendingStore } from "../store/SpendingStore.js"

/**
 * Computes every counter of spending from its opening balance and the ledger, and returns each that differs. It reads everything as
 * it is at one instant, also while requests are served, and changes nothing. It takes memory for each scope. The host calls it
 * without a caller.
 */
export const verifySpending = Effect.fnUntraced(function* () {
  const store = yield* SpendingStore
  return yield* store.inspect(ledgerCheck)
}, withSpan("spending.verifySpending"))
