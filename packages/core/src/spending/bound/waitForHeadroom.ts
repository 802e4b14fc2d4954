import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
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

/** A refusal that may end: open holds are in the way. */
type Held = BudgetExceeded | TooManyInFlight

const isHeld = (failure: AuthorizeFailure): failure is Held =>
  failure._tag === "TooManyInFlight" || (failure._tag === "BudgetExceeded" && failure.reason === "budget_held")

/** How often a request that waits for the end of any hold is judged again, in milliseconds: other processes do not say that one has ended. */
const IN_FLIGHT_POLL = 1_000

/**
 * In how many milliseconds a request is judged again if no hold of the process ends: for budgets, once the first lease in the way ends. A lease
 * of another process is given back later, so that instant is tried, too.
 *
 * @param now The time of day, by which leases end.
 */
const untilNextTry = (refusal: Held, now: number): number => {
  if (refusal._tag === "TooManyInFlight") return IN_FLIGHT_POLL
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
}

/** The names of the places where a request may wait, for the budgets and for the open holds of its scopes. */
const placesOf = ({ refs }: Waiting) => refs.flatMap((ref) => [budgets(ref), openHolds(ref)])
const budgets = (ref: ScopeRef) => `budgets ${scopeName(ref)}`
const openHolds = (ref: ScopeRef) => `open holds ${scopeName(ref)}`

/** What a request waits for: the first scope that refuses it. */
const wantedBy = ({ input, refs }: Waiting, refusal: Held): Wanted => {
  const [first] = refusal._tag === "TooManyInFlight" ? refusal.scopes : refusal.budgets
  // A guardrail may apply twice, to the user of the key and to the user of the request.
  const named = refs.filter((ref) => ref.kind === first?.scope && shownId(ref) === first.id)
  if (refusal._tag === "TooManyInFlight") return { place: named.map(openHolds).join(), asked: 0n }
  // What either credentials may pay for is refused by several scopes, of which others admit more.
  const asked = input.credential === "any" ? null : (refusal.budgets[0]?.asked ?? null)
  return { place: named.map(budgets).join(), asked }
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
  let refusal = given
  for (;;) {
    const turn = Deferred.await(waiter.turn)
    const comes = unless === undefined ? turn : Effect.raceFirst(turn, unless)
    if (refusal === null) yield* comes
    else {
      const left = deadline - (yield* steadyMillis)
      if (left <= 0) return yield* refusal
      const now = yield* Clock.currentTimeMillis
      const pause = line.isFirst(waiter) ? Math.min(left, untilNextTry(refusal, now)) : left
      yield* Effect.timeoutOption(comes, Duration.millis(pause))
      if (!line.isTurn(waiter)) {
        if (pause < left) line.ask(waiter)
        continue
      }
    }
    const judged = yield* Effect.either(attempt)
    if (Either.isRight(judged)) return judged.right
    if (!isHeld(judged.left)) return yield* Effect.fail(judged.left)
    refusal = judged.left
    if (!line.refuse(waiter, wantedBy(waiting, refusal))) return yield* refusal
  }
})

/** Judges a request as `admit` does, in the order of arrival, and waits. */
const judgeInLine = Effect.fnUntraced(function* <E>(
  input: NewHold,
  waitFor: Duration.DurationInput,
  unless: Effect.Effect<never, E> | undefined,
  made: MadeId
) {
  const queue = yield* AdmissionQueue
  const limits = { deadline: (yield* steadyMillis) + Duration.toMillis(waitFor), unless }
  const attempt = admit(input, made)
  const wait = (waiting: Waiting, refusal: Held | null) =>
    Effect.acquireUseRelease(
      Effect.sync(() => queue.join(waiting.organization_id, refusal && wantedBy(waiting, refusal))),
      (place) => (place === undefined ? (refusal ?? attempt) : stand(waiting, place, refusal, limits, attempt)),
      (place) => Effect.sync(() => place && queue.leave(waiting.organization_id, place))
    )
  if (!queue.isEmpty) {
    const waiting = yield* scopesOf(input)
    // A request that arrives while others wait for one of its scopes is judged after them.
    if (queue.hasAny(waiting.organization_id, placesOf(waiting))) return yield* wait(waiting, null)
  }
  return yield* Effect.catchIf(attempt, isHeld, (refusal) =>
    Effect.flatMap(scopesOf(input), (waiting) => wait(waiting, refusal))
  )
})

/**
 * Sets an amount aside, and hands the hold over to its caller.
 *
 * @param waitFor The longest time to wait for headroom; undefined for none.
 * @param take Takes the hold, uninterruptibly.
 * @param unless Ends the wait with its failure. A request that is being judged is admitted or refused first.
 */
export const takeHold = <A, E, R, E2 = never>(
  input: NewHold,
  waitFor: Duration.DurationInput | undefined,
  take: (hold: AuthorizedHold) => Effect.Effect<A, E, R>,
  unless?: Effect.Effect<never, E2>
): Effect.Effect<A, AuthorizeFailure | E | E2, HoldServices | R> =>
  handOver((made) => (waitFor === undefined ? admit(input, made) : judgeInLine(input, waitFor, unless, made)), take)

/**
 * Sets an amount aside like `authorize`. If only open holds are in the way (`budget_held`, `too_many_in_flight`), it waits until one of
 * the organization ends: in this process, or with its lease. For the end of a hold in another process, a request that waits for a place in
 * flight asks each second. Requests are judged in the order of their arrival; one that fits passes those that do not. At most 100
 * requests wait for one scope, and 1,000 of an organization. A further one is refused at once, and so is one that waiting does not help
 * (`budget_spent`).
 *
 * It can be interrupted at any time. It leaves the line then, and what was stored is released at once, as by `authorize`.
 *
 * @param waitFor The longest time to wait. After it, the request is refused as it was last: with `budget_held` or `too_many_in_flight`.
 * @throws What `authorize` refuses.
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
  waitFor: Duration.DurationInput
): Effect.Effect<AuthorizedHold, AuthorizeFailure, HoldServices> => takeHold(input, waitFor, Effect.succeed)

/** The scopes of a request. Fails with `KeyRefused` if no key has the secret. */
const scopesOf = Effect.fnUntraced(function* (input: NewHold) {
  const name = nameOf(input, yield* requireSecret(input.key))
  const found = yield* resolveSpender(name, { since: SpenderCache.of(yield* SpendingStore).time, locked: null })
  if (found === null) return yield* new KeyRefused({ key_state: "unknown" })
  const { key } = found.spender
  const scopes = input.run === undefined ? found.scopes : withRuns(found.scopes, key, input.run)
  const waiting: Waiting = { input, organization_id: key.organization_id, refs: scopes.map(({ ref }) => ref) }
  return waiting
})
