import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Entropy } from "../../runtime/Entropy.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import { type HoldId, holdIdAt, instantOf } from "../model/HoldId.js"

const DAY_MS = 86_400_000

/** How long the ledger keeps settled holds, in milliseconds. @default 400 days */
export class LedgerRetention extends Context.Reference<LedgerRetention>()("@tollgate/core/LedgerRetention", {
  defaultValue: () => 400 * DAY_MS
}) {}

/** A new id of the current time. */
export const newHoldId: Effect.Effect<HoldId> = Effect.zipWith(Clock.currentTimeMillis, Entropy.bytes(10), holdIdAt)

/**
 * Returns why the time of a caller's id is invalid. Null if it is at most 24 hours ahead and not older than the ledger's retention: the
 * row of an older id may have been deleted, so that a repetition would look like a new hold.
 *
 * @param now The present time in milliseconds since 1970.
 * @param retention The ledger's retention in milliseconds.
 */
export const wrongTime = (id: HoldId, now: number, retention: number): InvalidInput | null => {
  const age = now - instantOf(id)
  if (age >= -DAY_MS && age <= retention) return null
  const days = Math.floor(retention / DAY_MS)
  const expected = `a UUIDv7 whose time is at most 24 hours ahead and at most ${days} days ago`
  return new InvalidInput({ issues: [{ path: ["id"], expected }] })
}

/** Checks the time that a caller's id states. Fails with `InvalidInput`. */
export const requireCurrentId = Effect.fnUntraced(function* (id: HoldId) {
  const wrong = wrongTime(id, yield* Clock.currentTimeMillis, yield* LedgerRetention)
  if (wrong !== null) return yield* wrong
})
