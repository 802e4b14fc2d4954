import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { GatewayCaller } from "../../access/GatewayCaller.js"
import { KeyStore } from "../../keys/KeyStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { PriceBook } from "../../prices/PriceBook.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import * as Usd from "../../values/Usd.js"
import { HoldConflict, HoldEnded } from "../model/Hold.js"
import type { NewHold } from "../model/NewHold.js"
import { KeyRefused } from "../model/refusals.js"
import type { ScopeRef } from "../model/Scope.js"
import type { Spender } from "../model/Spender.js"
import { hasSameTerms, requestOf, wrongAmount } from "../rules/holdRequest.js"
import { listedProviders } from "../rules/judgePolicy.js"
import { judgeRequest, refuseSpender } from "../rules/judgeRequest.js"
import type { Prices } from "../rules/Prices.js"
import { planOfHold } from "../rules/planCredentials.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { admissionOf, admitted, nameOf, termsOf } from "./admissionOf.js"
import { authorizedHold } from "./authorizedHold.js"
import type { MadeId } from "./handOver.js"
import { countUnknownPrice, judgeByPrices } from "./judgeByPrices.js"
import { newHoldId, requireCurrentId } from "./newHoldId.js"
import { PriceCache } from "./PriceCache.js"
import { requireSecret } from "./readSpender.js"
import { type FoundSpender, type LockedRecords, resolveSpender } from "./resolveSpender.js"
import { retryWhileStale, withoutExpiredHolds } from "./retryWhileStale.js"
import { SpenderCache } from "./SpenderCache.js"

const stale = { _tag: "Stale" } as const
const unknownKey = () => new KeyRefused({ key_state: "unknown" })

/** The refusal of a key that ended, or whose secret ended, after it was read. */
const refuseEnded = ({ key, secret_until }: Spender) => {
  const [end, until] = [key.expires_at?.epochMillis ?? Infinity, secret_until?.epochMillis ?? Infinity]
  return end <= until ? new KeyRefused({ key_state: "expired" }) : unknownKey()
}

/** Judges a request after reading what is not cached, and stores its hold. */
export const admitRead = Effect.fnUntraced(function* (given: NewHold, made: MadeId) {
  const store = yield* SpendingStore
  const { organizationId } = yield* GatewayCaller
  const id = given.id ?? (yield* newHoldId)
  if (given.id !== undefined) yield* requireCurrentId(id)
  const input = wrongAmount(given) ?? requestOf(given)
  if (input instanceof InvalidInput) return yield* input
  const name = nameOf(given, yield* requireSecret(given.key))

  const judge = Effect.fnUntraced(function* (found: FoundSpender, locked: LockedRecords | null) {
    const { isFinal, spender } = found
    const { key } = spender
    const byPrices = (prices: Prices) => judgeRequest(spender, input, prices)
    const { judgement, prices } = yield* judgeByPrices(locked !== null, byPrices)
    if (judgement._tag === "Refused") {
      const { refusal } = judgement
      // A cached spender may be out of date, so it does not refuse.
      if (!isFinal) return stale
      // A refusal does not apply to the repetition of a creation whose hold is stored.
      const existing =
        given.id === undefined
          ? Option.none()
          : yield* store.find({ id, organization_id: key.organization_id }, yield* Clock.currentTimeMillis)
      if (Option.isNone(existing)) return yield* refusal
      const terms = termsOf(id, input, spender, { asked: input.amount ?? Usd.zero, provider: input.provider ?? null })
      return { _tag: "Existing" as const, hold: existing.value, terms }
    }
    const admissible = judgement
    const terms = termsOf(id, input, spender, admissible)
    if (given.id === undefined && input.dry_run !== true) made.current = id
    const answer = yield* withoutExpiredHolds(key.organization_id, (now) =>
      store.admit(admissionOf(terms, found, admissible, input, prices, now))
    )
    if (answer._tag !== "Admitted") made.current = null
    if (answer._tag === "Stale" && prices !== null) PriceCache.of(yield* PriceBook).forget(prices.cached)
    return { ...answer, terms, admissible, prices }
  })

  const known = SpenderCache.of(store)
  const since = known.time
  let guards: ReadonlyArray<ScopeRef> = []
  let isUsed = false
  const attempt = (locked: LockedRecords | null) =>
    Effect.gen(function* () {
      const found = yield* resolveSpender(name, { since, locked })
      if (found === null) return yield* unknownKey()
      const { forget, isFinal, scopes, spender } = found
      const { key } = spender
      if (organizationId !== null && organizationId !== key.organization_id) return yield* unknownKey()
      guards = scopes.map(({ ref }) => ref)
      const now = yield* DateTime.now
      const refusal = refuseSpender(spender, now)
      if (refusal !== null && isFinal) return yield* refusal
      if (refusal === null && !isUsed) {
        isUsed = true
        yield* (yield* KeyStore).use(key.hash, now)
      }
      const answer = refusal === null ? yield* judge(found, locked) : stale
      if (answer._tag === "KeyEnded" && isFinal) return yield* refuseEnded(spender)
      if (answer._tag === "Stale" || answer._tag === "KeyEnded") {
        forget()
        return stale
      }
      return { ...answer, found }
    })

  const answer = yield* Effect.tapErrorTag(
    retryWhileStale(attempt, () => guards),
    "PriceUnknown",
    () => countUnknownPrice
  )
  if (answer._tag === "Conflict") return yield* new HoldConflict({ id })
  if (answer._tag === "Refused") return yield* answer.refusal
  const { found, hold, terms } = answer
  if (answer._tag === "Admitted") {
    const isOpen = yield* (yield* Transaction).isOpen
    return admitted(store, input, name, found, answer.admissible, { isOpen, prices: answer.prices }, answer)
  }
  if (!hasSameTerms(hold, terms)) return yield* new HoldConflict({ id })
  if (hold.state !== "open" || hold.sent_at !== null) return yield* new HoldEnded({ id })
  const planned = { ...input, provider: hold.provider, models: hold.models, policy: listedProviders(hold) }
  const plan = planOfHold(hold, found.spender, planned)
  const scopes = yield* store.scopes(guards, yield* Clock.currentTimeMillis)
  return authorizedHold({ hold, repeated: true, plan, key: found.spender.key, scopes })
})
