import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { KeyStore } from "../keys/KeyStore.js"
import { withSpan } from "../runtime/withSpan.js"
import { exactly, untilFresh } from "./exactly.js"
import { HoldEnded, HoldNotFound } from "./Hold.js"
import { type HoldRecord, showHold } from "./HoldRecord.js"
import { KeyRefused } from "./KeyRefused.js"
import { readVersions, requireSpender } from "./readSpender.js"
import { requireHold } from "./requireHold.js"
import type { HoldExtension } from "./Settlement.js"
import { SpendingStore } from "./SpendingStore.js"
import { keyScope } from "./scopes.js"

/** The version of the key's scope, once the key is known to be one that can spend. */
const fenceOf = Effect.fnUntraced(function* ({ key_hash: hash, organization_id }: HoldRecord) {
  const fence = yield* readVersions([keyScope({ hash, organization_id })])
  const keys = yield* KeyStore
  const key = yield* keys.find(organization_id, hash)
  if (Option.isNone(key)) return yield* new KeyRefused({ key_state: "unknown" })
  yield* requireSpender(key.value, yield* DateTime.now)
  return fence
})

/**
 * Holds a larger amount for a request that goes on, or renews the lease. `amount` is the whole amount to hold, so that a
 * repetition changes nothing; without it only the lease is renewed. The budgets of the opening are judged with their present
 * limits. Models are not judged again.
 *
 * @throws HoldNotFound, HoldEnded, KeyRefused, BudgetExceeded, StorageFailure.
 */
export const extend = Effect.fnUntraced(function* (id: string, { amount, lease_seconds }: HoldExtension) {
  const store = yield* SpendingStore
  const hold = yield* requireHold(id, store.find)
  const extension = {
    hold: { id: hold.id, organization_id: hold.organization_id },
    amount: amount ?? null,
    lease_seconds: lease_seconds ?? null
  }
  const attempt = Effect.flatMap(fenceOf(hold), (fence) =>
    exactly(hold.organization_id, (now) => store.extend({ ...extension, fence, now }))
  )
  const answer = yield* untilFresh(
    () => attempt,
    () => [keyScope({ ...hold, hash: hold.key_hash })]
  )
  switch (answer._tag) {
    case "NotFound":
      return yield* HoldNotFound.of(hold.id)
    case "Ended":
      return yield* new HoldEnded({ id: hold.id })
    case "Refused":
      return yield* answer.refusal
    case "Extended":
      return showHold(answer.hold)
  }
}, withSpan("spending.extend"))
