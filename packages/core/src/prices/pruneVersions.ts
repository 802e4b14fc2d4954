import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { LedgerRetention } from "../spending/admission/newHoldId.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import { PriceBook } from "./PriceBook.js"

/** When the oldest hold in a state was opened, in milliseconds since 1970. */
const oldest = Effect.fnUntraced(function* (state: "open" | "unknown") {
  const store = yield* Effect.serviceOption(SpendingStore)
  if (Option.isNone(store)) return Number.POSITIVE_INFINITY
  const list = { organization_id: null, workspace_id: null, key_hash: null, flag: null, instance: null, state }
  const page = (offset: number) => store.value.list(list, { limit: 1, offset })
  const { total_count } = yield* page(0)
  const [hold] = total_count === 0 ? [] : (yield* page(total_count - 1)).data
  return hold?.opened_at ?? Number.POSITIVE_INFINITY
})

/** Deletes the versions that nothing can be priced by any more: no request of the ledger's retention, and no hold that has no cost yet. */
export const pruneVersions = Effect.fnUntraced(function* (now: DateTime.Utc) {
  const kept = Math.min(now.epochMillis - (yield* LedgerRetention), yield* oldest("open"), yield* oldest("unknown"))
  if (Number.isFinite(kept)) yield* (yield* PriceBook).prune(DateTime.unsafeMake(kept))
})
