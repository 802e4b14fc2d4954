import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { GatewayCaller } from "../../access/GatewayCaller.js"
import { KeyStore } from "../../keys/KeyStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { PriceBook } from "../../prices/PriceBook.js"
import { clockOf } from "../../runtime/clockOf.js"
import { Entropy } from "../../runtime/Entropy.js"
import { withSpan } from "../../runtime/withSpan.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import * as SecretKey from "../../values/SecretKey.js"
import { holdIdAt } from "../model/HoldId.js"
import type { AuthorizedHold, NewHold } from "../model/NewHold.js"
import type { SpenderName } from "../model/Spender.js"
import { type HoldRequest, requestOf, wrongAmount } from "../rules/holdRequest.js"
import { type Admissible, type Judgement, judgeRequest, refuseSpender } from "../rules/judgeRequest.js"
import { decideBy, noPrices, PriceNotRead, type Prices } from "../rules/Prices.js"
import { withRemainingOutput } from "../rules/withRemainingOutput.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { admissionOf, admitted, nameOf, termsOf } from "./admissionOf.js"
import { admitRead } from "./admitRead.js"
import { handOver, type MadeId } from "./handOver.js"
import { LedgerRetention, wrongTime } from "./newHoldId.js"
import { AskedPrices, PriceCache } from "./PriceCache.js"
import { type CachedSpender, SpenderCache, spenderKey } from "./SpenderCache.js"
import { tellRefusal } from "./tellRefusal.js"
import { currentRuns, inRuns } from "./withRun.js"

/** Maximum length in characters of a text that is hashed without checking its form. */
const MAX_KEY_LENGTH = 1000

/** A request that cached records admit, before budgets. */
interface Ready {
  readonly input: HoldRequest
  readonly name: SpenderName
  readonly known: CachedSpender
  readonly admissible: Admissible
  /** The cached prices that it was judged by; null if it asked for none. */
  readonly prices: AskedPrices | null
}

/** Judges a request at an instant by cached records. Null if anything must be read or refuses it. */
const judgeKnown = (
  given: NewHold,
  now: number,
  spenders: SpenderCache,
  context: Context.Context<never>
): Ready | null => {
  const { organizationId } = Context.unsafeGet(context, GatewayCaller)
  if (Redacted.value(given.key).length > MAX_KEY_LENGTH) return null
  const name = nameOf(given, SecretKey.hash(given.key))
  const known = spenders.get(spenderKey(name), now)
  if (known === undefined) return null
  const { spender } = known
  if (organizationId !== null && organizationId !== spender.key.organization_id) return null
  if (given.id !== undefined && wrongTime(given.id, now, Context.get(context, LedgerRetention)) !== null) return null
  const input = wrongAmount(given) ?? requestOf(given)
  if (input instanceof InvalidInput || refuseSpender(spender, DateTime.unsafeMake(now)) !== null) return null
  const cached = PriceCache.of(Context.unsafeGet(context, PriceBook)).get(now)
  const asked = cached === undefined ? null : new AskedPrices(cached)
  const judgement = decideBy<Prices, Judgement>(asked ?? noPrices, (prices) => judgeRequest(spender, input, prices))
  if (judgement instanceof PriceNotRead || judgement._tag === "Refused") return null
  return { input, name, known, admissible: judgement, prices: asked?.isAsked === true ? asked : null }
}

/**
 * Judges a request, in the run that the fiber is in, and stores its hold. Notes in `made` the id of a hold that it may have stored, if it has
 * made the id.
 */
export const admit = (stated: NewHold, made: MadeId) =>
  Effect.withFiberRuntime<AuthorizedHold, AdmitFailure, AdmitServices>((fiber) => {
    const { currentContext: context } = fiber
    const given = inRuns(fiber.getFiberRef(currentRuns), stated)
    if (given instanceof InvalidInput) return Effect.fail(given)
    const store = Context.unsafeGet(context, SpendingStore)
    const now = clockOf(fiber).unsafeCurrentTimeMillis()
    const read = Effect.suspend(() => admitRead(given, made))
    const spenders = SpenderCache.of(store)
    const ready = judgeKnown(given, now, spenders, context)
    if (ready === null) {
      spenders.lookups.miss++
      return read
    }
    const { admissible, input, known, name, prices } = ready
    const { spender } = known
    const id = given.id ?? holdIdAt(now, Context.get(context, Entropy).bytes(10))
    const terms = termsOf(id, input, spender, admissible)
    if (given.id === undefined && input.dry_run !== true) made.current = id
    const use = Context.unsafeGet(context, KeyStore).use(spender.key.hash, DateTime.unsafeMake(now))
    return Effect.flatMap(
      Effect.zipRight(use, store.admit(admissionOf(terms, known, admissible, input, prices, now))),
      (answer) => {
        const isStale = answer._tag === "Stale" || answer._tag === "KeyEnded"
        spenders.lookups[isStale ? "stale" : "hit"]++
        if (isStale) {
          spenders.forget(spenderKey(name), spender)
          if (prices !== null) PriceCache.of(Context.unsafeGet(context, PriceBook)).forget(prices.cached)
        }
        if (answer._tag === "Admitted") {
          return Effect.map(Context.unsafeGet(context, Transaction).isOpen, (isOpen) =>
            admitted(store, input, name, known, admissible, { isOpen, prices }, answer)
          )
        }
        made.current = null
        if (answer._tag !== "Refused") return read
        // The refusal is exact unless an expired hold was just released.
        return Effect.flatMap(store.expireHolds(now, spender.key.organization_id), (count) =>
          count === 0
            ? Effect.zipRight(
                tellRefusal(answer.told),
                Effect.fail(withRemainingOutput(answer.refusal, input, admissible))
              )
            : read
        )
      }
    )
  }).pipe(withSpan("spending.authorize"))

type AdmitFailure = Effect.Effect.Error<ReturnType<typeof admitRead>>
type AdmitServices = Effect.Effect.Context<ReturnType<typeof admitRead>>

/**
 * Sets an amount aside for a request, before it is sent to a provider. The amount is stated, or the price of the usage by the price
 * book. Without a provider that is the price by the only card, if one provider that the policy allows has one, and the hold has this
 * provider. The request is admitted only if every budget that applies has room for the amount: those of the key, of guardrails, of runs, of
 * the workspace and of the organization. All are judged and charged in one atomic act. Settle, release or extend the hold before its lease
 * ends.
 *
 * It can be interrupted at any time. What was stored then is released at once, unless the input has an `id`: that hold stays open until
 * its lease ends, because the caller may repeat the creation.
 *
 * Within `withRun`, the `run` of the input is below the run of the fiber.
 *
 * Repeating a creation with the same id and terms returns the hold with `repeated: true`, while it is open and not sent, with the plan and
 * the providers of the creation: neither the policy nor prices or credentials are judged again. A credential of the plan that is gone has no
 * name and no label.
 *
 * A key that cannot spend is `KeyRefused`, also an unknown one, which is `InvalidCredential` for `authenticate`: the caller is the gateway, and
 * learns from `key_state` what a holder of the key does not.
 *
 * @throws KeyRefused, UserNotInOrganization, PolicyRefused, PriceUnknown, RunRefused, BudgetExceeded, TooManyInFlight, HoldConflict,
 * HoldEnded, InvalidInput for the time of the id, for a path of more than 8 runs, unless either an amount or a usage is stated, for a usage
 * without a model, or if only the organization's credentials may be used and none of them can serve the request, StorageFailure.
 *
 * @example
 * import { authorize, GatewayCaller, NewHold, settle } from "@tollgate/core"
 * import { Effect, Schema } from "effect"
 *
 * export const spend = (key: string) =>
 *   Effect.gen(function* () {
 *     const input = yield* Schema.decode(NewHold)({ key, amount: 0.25, models: ["acme/writer"] })
 *     const { data } = yield* authorize(input)
 *     return yield* settle(data.id, { cost: data.amount })
 *   }).pipe(Effect.provideService(GatewayCaller, { organizationId: null }))
 */
export const authorize = (input: NewHold) => handOver((made) => admit(input, made), Effect.succeed)
