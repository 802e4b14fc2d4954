import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { GatewayCaller } from "../../access/GatewayCaller.js"
import { clockOf } from "../../runtime/clockOf.js"
import { withSpan } from "../../runtime/withSpan.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import { AdmissionQueue } from "../admission/AdmissionQueue.js"
import { HoldCache } from "../admission/HoldCache.js"
import { requireHold } from "../admission/requireHold.js"
import { type Hold, HoldNotFound } from "../model/Hold.js"
import type { NewSettlement } from "../model/HoldInput.js"
import { type HoldRecord, showHold } from "../model/HoldRecord.js"
import { CostTooLarge } from "../model/refusals.js"
import { isBelow, servedBy } from "../rules/holdLife.js"
import { wasSettled } from "../store/holdActs.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { noteFlags, noteSpend } from "./countSpend.js"
import { type PricedSettlement, priceAtOnce, priceSettlement } from "./priceSettlement.js"

const expected = "the UUID of the credential that was used, or null for the gateway's own"
const unstated = () => new InvalidInput({ issues: [{ path: ["credential_id"], expected }] })

type Store = Context.Tag.Service<SpendingStore>

/** Whether the credential cannot be determined yet. The store decides: `sent` may state another one meanwhile. */
const isUnstated = ({ credential_id }: NewSettlement, hold: HoldRecord) =>
  credential_id === undefined && servedBy(hold) === undefined

/** Forgets the hold, counts it, wakes waiting requests, and returns it. `priced` is null if its usage has no price. */
const finishSettlement = (
  store: Store,
  settled: HoldRecord,
  priced: PricedSettlement | null
): Effect.Effect<Hold, CostTooLarge> =>
  Effect.withFiberRuntime(({ currentContext }) => {
    HoldCache.of(store).forget(settled.id)
    // Another process may have settled it, and counted it.
    if (!wasSettled(settled)) {
      if (settled.state === "settled") noteSpend(currentContext, settled)
      noteFlags(currentContext, settled)
    }
    Context.get(currentContext, AdmissionQueue).wake(settled.organization_id)
    return isBelow(settled.state, priced === null ? "unknown" : "settled")
      ? new CostTooLarge()
      : Effect.succeed(showHold(settled))
  })

/** Settles a hold after it was read. */
const settleRead = Effect.fnUntraced(function* (id: string, input: NewSettlement) {
  const store = yield* SpendingStore
  const hold = yield* requireHold(id, store.find)
  if (hold.state === "settled") return showHold(hold)
  if (isUnstated(input, hold)) return yield* unstated()
  const { credential_id } = input
  const priced = Option.getOrNull(yield* priceSettlement(input, hold))
  const now = yield* Clock.currentTimeMillis
  const settled = yield* requireHold(id, (name) =>
    priced === null
      ? store.markUnknown(name, "price_missing", now)
      : store.settle(name, { ...priced, credential_id }, now)
  )
  return yield* finishSettlement(store, settled, priced)
})

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
export const settle = (id: string, input: NewSettlement) =>
  Effect.withFiberRuntime<Hold, SettleFailure, SettleServices>((fiber) => {
    const { currentContext: context } = fiber
    const store = Context.unsafeGet(context, SpendingStore)
    const { organizationId: organization_id } = Context.unsafeGet(context, GatewayCaller)
    const known = HoldCache.of(store).get(id, organization_id)
    if (known === undefined || isUnstated(input, known.hold)) return settleRead(id, input)
    const priced = priceAtOnce(input, known)
    if (priced === null) return settleRead(id, input)
    const { credential_id } = input
    const name = { id: known.hold.id, organization_id }
    const settling = store.settle(name, { ...priced, credential_id }, clockOf(fiber).unsafeCurrentTimeMillis())
    return Effect.flatMap(
      settling,
      (settled): Effect.Effect<Hold, CostTooLarge | HoldNotFound> =>
        Option.isSome(settled) ? finishSettlement(store, settled.value, priced) : Effect.fail(HoldNotFound.of(name.id))
    )
  }).pipe(withSpan("spending.settle"))

type SettleFailure = Effect.Effect.Error<ReturnType<typeof settleRead>>
type SettleServices = Effect.Effect.Context<ReturnType<typeof settleRead>>
