import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { InvalidInput } from "../schema/InvalidInput.js"
import type * as Day from "../spending/model/Day.js"
import { BudgetNotFound } from "../spending/model/PooledBudget.js"
import type { Scope, ScopeBoost, ScopeRef } from "../spending/model/Scope.js"
import { boostIn } from "../spending/rules/limits.js"
import { type ScopeOutcome, SpendingStore } from "../spending/store/SpendingStore.js"
import type { KeyHash } from "../values/KeyHash.js"
import * as Usd from "../values/Usd.js"
import { windowEnd } from "../values/Window.js"
import type { BoostRecord } from "./BoostRecord.js"
import { BoostStore } from "./BoostStore.js"
import { type BoostId, BoostRefused, type BoostScope } from "./BudgetBoost.js"
import type { BoostedScope } from "./boostedScope.js"

/** The most boosts of a scope that are in force. */
const MAX_IN_FORCE = 16

/** The most that boosts in force add to a limit together: with the greatest limit, 64 bits hold it. */
const MAX_TOGETHER = Usd.fromNumber(1e9)

const DAY_MS = 86_400_000

/** How long a boost of a lifetime limit may last, in milliseconds. */
const MAX_LIFETIME_MS = 366 * DAY_MS

const endRefused = (expected: string) => new InvalidInput({ issues: [{ path: ["until"], expected }] })

const inTheFuture = "a time in the future"

/** When a boost ends: as stated, or with its window. Fails with `InvalidInput`. */
const endOf = (
  window: Day.Kind,
  stated: DateTime.Utc | undefined,
  now: number
): Either.Either<number, InvalidInput> => {
  const latest = window === "lifetime" ? now + MAX_LIFETIME_MS : windowEnd(window, now)
  const until = stated?.epochMillis ?? (window === "lifetime" ? null : latest)
  if (until === null) return Either.left(endRefused("a time at most 366 days from now, for a lifetime budget"))
  if (until <= now) return Either.left(endRefused(inTheFuture))
  if (until <= latest) return Either.right(until)
  const end = new Date(latest).toISOString()
  return Either.left(
    endRefused(
      window === "lifetime" ? "a time at most 366 days from now" : `a time at most the end of the window, ${end}`
    )
  )
}

/** What a scope becomes by another boost, at the instant of the act. */
const withBoost =
  (boost: ScopeBoost) =>
  (scope: Scope, now: number): Either.Either<ScopeOutcome, BoostRefused | BudgetNotFound | InvalidInput> => {
    const { boosts, limits } = scope
    const limit = limits[boost.window]
    if (limit === null) return Either.left(new BudgetNotFound({ interval: boost.window }))
    if (limit === 0n) return Either.left(new BoostRefused({ reason: "limit_is_zero" }))
    if (boost.until <= now) return Either.left(endRefused(inTheFuture))
    if (boosts.length >= MAX_IN_FORCE) return Either.left(new BoostRefused({ reason: "too_many_boosts" }))
    if (boostIn(scope, boost.window) + boost.usd > MAX_TOGETHER)
      return Either.left(new BoostRefused({ reason: "boosts_too_large" }))
    return Either.right({ boosts: [...boosts, boost] })
  }

/** A boost to create. */
interface AddedBoost {
  readonly id: BoostId
  readonly window: Day.Kind
  readonly usd: Usd.Usd
  /** Undefined for the end of the window. */
  readonly until: DateTime.Utc | undefined
  readonly reason: string
  readonly created_by: KeyHash | null
  readonly request_id: string | null
}

/** The kind of a scope that may have a boost. */
type BoostedRef = ScopeRef & { readonly kind: BoostScope }

const isBoosted = (ref: ScopeRef): ref is BoostedRef => ref.kind !== "organization" && ref.kind !== "run"

/**
 * Adds a boost to a scope, and stores it. Call it in a transaction.
 *
 * Fails with `BudgetNotFound` if the scope has no limit in the window, `BoostRefused`, or `InvalidInput` for its end.
 */
export const addBoost = Effect.fnUntraced(function* (
  { ref, terms }: BoostedScope,
  { usd: amount, until: stated, window: period, ...boost }: AddedBoost,
  now: DateTime.Utc
) {
  const store = yield* SpendingStore
  const boosts = yield* BoostStore
  if (!isBoosted(ref)) return yield* new BudgetNotFound({ interval: period })
  const until = yield* endOf(period, stated, now.epochMillis)
  const judge = withBoost({ window: period, usd: amount, until })
  yield* yield* store.changeScope({ ref, terms, now: now.epochMillis, judge })
  const { guardrail_id, kind: scope, organization_id, subject } = ref
  const record: BoostRecord = {
    ...boost,
    organization_id,
    scope,
    guardrail_id,
    subject,
    period,
    amount,
    until: DateTime.unsafeMake(until),
    created_at: now,
    ended_at: null
  }
  yield* boosts.insert(record)
  return record
})
