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
import type { HoldId } from "../model/HoldId.js"
import type { HoldRecord, HoldTerms } from "../model/HoldRecord.js"
import type { NewHold } from "../model/NewHold.js"
import { KeyRefused } from "../model/refusals.js"
import type { ScopeRef } from "../model/Scope.js"
import type { Spender } from "../model/Spender.js"
import { type HoldRequest, hasSameTerms, requestOf, wrongAmount } from "../rules/holdRequest.js"
import { listedProviders } from "../rules/judgePolicy.js"
import { judgeRequest, refuseSpender } from "../rules/judgeRequest.js"
import { planOfHold } from "../rules/planCredentials.js"
import { withRemainingOutput } from "../rules/withRemainingOutput.js"
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
import { tellRefusal } from "./tellRefusal.js"

const stale = { _tag: "Stale" } as const
const unknownKey = () => new KeyRefused({ key_state: "unknown" })

/** The refusal of a key that ended, or whose secret ended, after it was read. */
const refuseEnded = ({ key, secret_until }: Spender) => {
  const [end, until] = [key.expires_at?.epochMillis ?? Infinity, secret_until?.epochMillis ?? Infinity]
  return end <= until ? new KeyRefused({ key_state: "expired" }) : unknownKey()
}

/** A request, and whether the caller gave its id, so that it may repeat a creation. */
interface Creation {
  readonly id: HoldId
  readonly mayRepeat: boolean
  readonly input: HoldRequest
  readonly made: MadeId
}

/** Judges a request of a spender by prices, policies and credentials, and stores its hold if they and the budgets admit it. */
const admitFound = Effect.fnUntraced(function* (
  { id, input, made, mayRepeat }: Creation,
  found: FoundSpender,
  locked: LockedRecords | null
) {
  const store = yield* SpendingStore
  const { isFinal, spender } = found
  const { organization_id } = spender.key
  const { judgement, prices } = yield* judgeByPrices(locked !== null, (prices) => judgeRequest(spender, input, prices))
  if (judgement._tag === "Refused") {
    // A cached spender may be out of date, so it does not refuse.
    if (!isFinal) return stale
    // A refusal does not apply to the repetition of a creation whose hold is stored.
    const existing = mayRepeat
      ? yield* store.find({ id, organization_id }, yield* Clock.currentTimeMillis)
      : Option.none()
    if (Option.isNone(existing)) return yield* judgement.refusal
    const terms = termsOf(id, input, spender, { asked: input.amount ?? Usd.zero, provider: input.provider ?? null })
    return { _tag: "Existing" as const, hold: existing.value, terms }
  }
  const terms = termsOf(id, input, spender, judgement)
  if (!mayRepeat && input.dry_run !== true) made.current = id
  const answer = yield* withoutExpiredHolds(organization_id, (now) =>
    store.admit(admissionOf(terms, found, judgement, input, prices, now))
  )
  if (answer._tag !== "Admitted") made.current = null
  if (answer._tag === "Stale" && prices !== null) PriceCache.of(yield* PriceBook).forget(prices.cached)
  return { ...answer, terms, admissible: judgement, prices }
})

/** The answer to the repetition of a creation, with the plan of the creation. */
const repeated = Effect.fnUntraced(function* (
  { id, input }: Creation,
  { scopes, spender }: FoundSpender,
  hold: HoldRecord,
  terms: HoldTerms
) {
  if (!hasSameTerms(hold, terms)) return yield* new HoldConflict({ id })
  if (hold.state !== "open" || hold.sent_at !== null) return yield* new HoldEnded({ id })
  const planned = { ...input, provider: hold.provider, models: hold.models, policy: listedProviders(hold) }
  const refs = scopes.map(({ ref }) => ref)
  const present = yield* (yield* SpendingStore).scopes(refs, yield* Clock.currentTimeMillis)
  const plan = planOfHold(hold, spender, planned)
  return authorizedHold({ hold, repeated: true, plan, key: spender.key, scopes: present })
})

/** Judges a request after reading what is not cached, and stores its hold. */
export const admitRead = Effect.fnUntraced(function* (given: NewHold, made: MadeId) {
  const store = yield* SpendingStore
  const { organizationId } = yield* GatewayCaller
  const id = given.id ?? (yield* newHoldId)
  if (given.id !== undefined) yield* requireCurrentId(id)
  const input = wrongAmount(given) ?? requestOf(given)
  if (input instanceof InvalidInput) return yield* input
  const creation: Creation = { id, mayRepeat: given.id !== undefined, input, made }
  const name = nameOf(given, yield* requireSecret(given.key))
  const since = SpenderCache.of(store).time
  let guards: ReadonlyArray<ScopeRef> = []
  let isUsed = false
  const attempt = Effect.fnUntraced(function* (locked: LockedRecords | null) {
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
    const answer = refusal === null ? yield* admitFound(creation, found, locked) : stale
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
  switch (answer._tag) {
    case "Conflict":
      return yield* new HoldConflict({ id })
    case "Refused":
      yield* tellRefusal(answer.told)
      return yield* withRemainingOutput(answer.refusal, input, answer.admissible)
    case "Existing":
      return yield* repeated(creation, answer.found, answer.hold, answer.terms)
    case "Admitted": {
      const isOpen = yield* (yield* Transaction).isOpen
      return admitted(store, input, name, answer.found, answer.admissible, { isOpen, prices: answer.prices }, answer)
    }
  }
})
