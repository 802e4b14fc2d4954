import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Entropy } from "../../runtime/Entropy.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import type { OrganizationId } from "../../values/Id.js"
import { AdmissionQueue, type InLine } from "../admission/AdmissionQueue.js"
import { nameOf } from "../admission/admissionOf.js"
import { admit } from "../admission/authorize.js"
import { handOver, type MadeId } from "../admission/handOver.js"
import { requireSecret } from "../admission/readSpender.js"
import { resolveSpender } from "../admission/resolveSpender.js"
import { SpenderCache } from "../admission/SpenderCache.js"
import type { Wanted } from "../admission/WaitingLine.js"
import type { BudgetExceeded } from "../model/Budget.js"
import type { AuthorizedHold, NewHold } from "../model/NewHold.js"
import { KeyRefused, type TooManyInFlight } from "../model/refusals.js"
import { type ScopeRef, scopeName } from "../model/Scope.js"
import { withRuns } from "../model/Spender.js"
import { shownId } from "../rules/judge.js"
import { FOREIGN_LEASE, SpendingStore } from "../store/SpendingStore.js"
import type { AuthorizeFailure, HoldServices } from "./BoundHold.js"

/** How long a request waits, and for what. */
export interface WaitOptions {
  /** The longest time to wait; undefined for none. */
  readonly waitFor: Duration.DurationInput | undefined
  /** Whether it waits for more, too, where budgets are spent: at most 15 minutes. @default false */
  readonly forMore?: boolean | undefined
}

/** The longest time to wait for more, in milliseconds. */
const MOST_FOR_MORE = 900_000

/** A refusal that may end: open holds are in the way, or more may come. */
type Held = BudgetExceeded | TooManyInFlight

const isHeld =
  (forMore: boolean) =>
  (failure: AuthorizeFailure): failure is Held =>
    failure._tag === "TooManyInFlight" ||
    (failure._tag === "BudgetExceeded" && (forMore || failure.reason === "budget_held"))

/**
 * How often a request that waits for the end of any hold, or for more, is judged again, in milliseconds: other processes do not say that a hold
 * has ended or that a limit is another one.
 */
const POLL = 1_000

/** When in a second a request is judged again, in milliseconds: those that wait at many places are not judged in the same instant. */
const pollPhase = Effect.map(Entropy.bytes(2), ([high = 0, low = 0]) =>
  Math.floor(((high * 256 + low) * POLL) / 65_536)
)

/** What tells when a request is judged again. */
interface Polling {
  readonly forMore: boolean
  /** By `steadyMillis`. */
  readonly steady: number
  readonly phase: number
}

/**
 * In how many milliseconds a request is judged again if no hold of the process ends: for budgets, once the first lease in the way ends. A lease
 * of another process is given back later, so that instant is tried, too.
 *
 * @param now The time of day, by which leases end.
 */
const untilNextTry = (refusal: Held, now: number, { forMore, phase, steady }: Polling): number => {
  if (refusal._tag === "TooManyInFlight" || forMore) return POLL - ((((steady - phase) % POLL) + POLL) % POLL)
  const ends = refusal.budgets.flatMap(({ earliest_lease_end: end }) =>
    end === null ? [] : [end.epochMillis, end.epochMillis + FOREIGN_LEASE]
  )
  return Math.min(...ends.filter((end) => end > now)) - now
}

/**
 * Milliseconds of a monotonic clock: a wait does not change its length when the time of day is set. Rounded, because a clock may have its
 * nanoseconds from floating-point numbers.
 */
const steadyMillis = Effect.map(Clock.currentTimeNanos, (nanos) => Number((nanos + 500_000n) / 1_000_000n))

/** A request, with the scopes that it is charged to. */
interface Waiting {
  readonly input: NewHold
  readonly organization_id: OrganizationId
  readonly refs: ReadonlyArray<ScopeRef>
  readonly forMore: boolean
}

/** The names of the places where a request may wait, for the budgets and for the open holds of its scopes. */
const placesOf = ({ refs }: Waiting) => refs.flatMap((ref) => [budgets(ref), openHolds(ref), more(ref), moreOfAny(ref)])
const budgets = (ref: ScopeRef) => `budgets ${scopeName(ref)}`
// Places of their own: a request that waits for more does not delay one that waits for holds.
const more = (ref: ScopeRef) => `more ${scopeName(ref)}`
const moreOfAny = (ref: ScopeRef) => `more of any ${scopeName(ref)}`
const openHolds = (ref: ScopeRef) => `open holds ${scopeName(ref)}`

/** What a request waits for: the first scope that refuses it. */
const wantedBy = ({ forMore, input, refs }: Waiting, refusal: Held): Wanted => {
  const [first] = refusal._tag === "TooManyInFlight" ? refusal.scopes : refusal.budgets
  // A guardrail may apply twice, to the user of the key and to the user of the request.
  const named = refs.filter((ref) => ref.kind === first?.scope && shownId(ref) === first.id)
  if (refusal._tag === "TooManyInFlight") return { place: named.map(openHolds).join(), asked: 0n }
  // What either credentials may pay for is refused by several scopes, of which others admit more.
  const isAny = input.credential === "any"
  const { asked = null, remaining = null } = refusal.budgets[0] ?? {}
  if (!forMore) return { place: named.map(budgets).join(), asked: isAny ? null : asked }
  return isAny
    ? { place: named.map(moreOfAny).join(), asked }
    : { place: named.map(more).join(), asked, room: remaining }
}

/** What ends the wait of a request. */
interface Limits<E> {
  /** When its time is over, as by `steadyMillis`. */
  readonly deadline: number
  /** Ends the wait with its failure. */
  readonly unless: Effect.Effect<never, E> | undefined
}

/** Judges a request in its turn, until it is admitted, or refused otherwise, or its wait ends. */
const stand = Effect.fnUntraced(function* <E>(
  waiting: Waiting,
  { line, waiter }: InLine,
  given: Held | null,
  limits: Limits<E>,
  attempt: Effect.Effect<AuthorizedHold, AuthorizeFailure, HoldServices>
) {
  const { deadline, unless } = limits
  const { forMore } = waiting
  const phase = yield* pollPhase
  let refusal = given
  for (;;) {
    const turn = Deferred.await(waiter.turn)
    const comes = unless === undefined ? turn : Effect.raceFirst(turn, unless)
    if (refusal === null) yield* comes
    else {
      const steady = yield* steadyMillis
      const left = deadline - steady
      if (left <= 0) return yield* refusal
      const now = yield* Clock.currentTimeMillis
      const next = untilNextTry(refusal, now, { forMore, steady, phase })
      const pause = line.isFirst(waiter) ? Math.min(left, next) : left
      yield* Effect.timeoutOption(comes, Duration.millis(pause))
      if (!line.isTurn(waiter)) {
        if (pause < left) line.ask(waiter)
        continue
      }
    }
    const judged = yield* Effect.either(attempt)
    if (Either.isRight(judged)) return judged.right
    const { left: failure } = judged
    if (!isHeld(forMore)(failure)) return yield* Effect.fail(failure)
    refusal = failure
    if (!line.refuse(waiter, wantedBy(waiting, refusal))) return yield* refusal
  }
})

/** Judges a request as `admit` does, in the order of arrival, and waits. */
const judgeInLine = Effect.fnUntraced(function* <E>(
  input: NewHold,
  { forMore = false, waitFor }: WaitOptions,
  unless: Effect.Effect<never, E> | undefined,
  made: MadeId
) {
  const queue = yield* AdmissionQueue
  const longest = waitFor === undefined ? Number.POSITIVE_INFINITY : Duration.toMillis(waitFor)
  if (forMore && longest > MOST_FOR_MORE) return yield* tooLongForMore
  const limits = { deadline: (yield* steadyMillis) + longest, unless }
  const attempt = admit(input, made)
  // Those that come at once are judged beside each other, and refused in any order.
  const arrival = queue.arrive()
  const wait = (waiting: Waiting, refusal: Held | null) =>
    Effect.acquireUseRelease(
      Effect.sync(() => queue.join(waiting.organization_id, arrival, refusal && wantedBy(waiting, refusal))),
      (place) => (place === undefined ? (refusal ?? attempt) : stand(waiting, place, refusal, limits, attempt)),
      (place) => Effect.sync(() => place && queue.leave(waiting.organization_id, place))
    )
  if (!queue.isEmpty) {
    const waiting = yield* scopesOf(input, forMore)
    // A request that arrives while others wait for one of its scopes is judged after them.
    if (queue.hasAny(waiting.organization_id, placesOf(waiting))) return yield* wait(waiting, null)
  }
  return yield* Effect.catchIf(attempt, isHeld(forMore), (refusal) =>
    Effect.flatMap(scopesOf(input, forMore), (waiting) => wait(waiting, refusal))
  )
})

const tooLongForMore = new InvalidInput({
  issues: [{ path: ["waitFor"], expected: "a time of at most 15 minutes, with forMore" }]
})

/**
 * Sets an amount aside, and hands the hold over to its caller.
 *
 * @param options How long to wait for headroom, and for more. Fails with `InvalidInput` if it is not at most 15 minutes for more.
 * @param take Takes the hold, uninterruptibly.
 * @param unless Ends the wait with its failure. A request that is being judged is admitted or refused first.
 */
export const takeHold = <A, E, R, E2 = never>(
  input: NewHold,
  options: WaitOptions,
  take: (hold: AuthorizedHold) => Effect.Effect<A, E, R>,
  unless?: Effect.Effect<never, E2>
): Effect.Effect<A, AuthorizeFailure | E | E2, HoldServices | R> =>
  handOver(
    (made) =>
      options.waitFor === undefined && options.forMore !== true
        ? admit(input, made)
        : judgeInLine(input, options, unless, made),
    take
  )

/**
 * Sets an amount aside like `authorize`. If only open holds are in the way (`budget_held`, `too_many_in_flight`), it waits until one of
 * the organization ends: in this process, or with its lease. For the end of a hold in another process, a request that waits for a place in
 * flight asks each second. Requests are judged in the order of their arrival; one that fits passes those that do not. At most 100
 * requests wait for one scope, and 1,000 of an organization. A further one is refused at once, and so is one that waiting does not help
 * (`budget_spent`).
 *
 * With `forMore`, it waits for more, too, where budgets are spent, for at most 15 minutes: a boost or another limit that is made in this process
 * wakes it at once, and the first request at each scope asks each second for those of other processes. Requests that wait for more keep their
 * order among themselves, and do not delay requests that wait for holds.
 *
 * It can be interrupted at any time. It leaves the line then, and what was stored is released at once, as by `authorize`.
 *
 * @param waitFor The longest time to wait. After it, the request is refused as it was last: with `budget_held` or `too_many_in_flight`, and with
 * `budget_spent` if it has waited for more.
 * @throws What `authorize` refuses, and `InvalidInput` for a longer time than 15 minutes with `forMore`.
 *
 * @example
 * import { NewHold, waitForHeadroom } from "@tollgate/core"
 * import { Effect, Schema } from "effect"
 *
 * export const admit = (key: string) =>
 *   Effect.flatMap(Schema.decode(NewHold)({ key, amount: 0.25, models: ["acme/writer"] }), (input) =>
 *     waitForHeadroom(input, "5 seconds")
 *   )
 */
export const waitForHeadroom = (
  input: NewHold,
  waitFor: Duration.DurationInput,
  { forMore }: Pick<WaitOptions, "forMore"> = {}
): Effect.Effect<AuthorizedHold, AuthorizeFailure, HoldServices> =>
  takeHold(input, { waitFor, forMore }, Effect.succeed)

/** The scopes of a request. Fails with `KeyRefused` if no key has the secret. */
const scopesOf = Effect.fnUntraced(function* (input: NewHold, forMore: boolean) {
  const name = nameOf(input, yield* requireSecret(input.key))
  const found = yield* resolveSpender(name, { since: SpenderCache.of(yield* SpendingStore).time, locked: null })
  if (found === null) return yield* new KeyRefused({ key_state: "unknown" })
  const { key } = found.spender
  const scopes = input.run === undefined ? found.scopes : withRuns(found.scopes, key, input.run)
  const waiting: Waiting = { input, organization_id: key.organization_id, refs: scopes.map(({ ref }) => ref), forMore }
  return waiting
})
