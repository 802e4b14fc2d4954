import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import { authorize } from "./authorize.js"
import type { AuthorizeFailure, HoldServices } from "./BoundHold.js"
import type { BudgetExceeded } from "./Budget.js"
import { Headroom, type Waiter, type WaitingLine } from "./Headroom.js"
import type { AuthorizedHold, NewHold } from "./NewHold.js"
import { findSpender } from "./readSpender.js"
import { FOREIGN_LEASE } from "./SpendingStore.js"

const isHeld = (failure: AuthorizeFailure): failure is BudgetExceeded =>
  failure._tag === "BudgetExceeded" && failure.reason === "budget_held"

/** When the first lease ends among the holds in the way. One of another process is given back later, so that instant is tried, too. */
const nextLeaseEnd = ({ budgets }: BudgetExceeded, now: number): number => {
  const ends = budgets.flatMap(({ earliest_lease_end: end }) =>
    end === null ? [] : [end.epochMillis, end.epochMillis + FOREIGN_LEASE]
  )
  return Math.min(...ends.filter((end) => end > now))
}

/** Waits until a hold ends, at most until an instant. */
const pause = (waiter: Waiter, refusal: BudgetExceeded, deadline: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const until = Math.min(deadline, nextLeaseEnd(refusal, now))
    return Effect.timeoutOption(Deferred.await(waiter.woken), Duration.millis(until - now))
  })

/** Makes an effect interruptible again, where its caller is. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The judgement itself. It must run uninterruptibly, so that no hold is lost between its admission and its caller. */
export const judgeInLine = (
  restore: Restore,
  input: NewHold,
  waitFor: Duration.DurationInput
): Effect.Effect<AuthorizedHold, AuthorizeFailure, HoldServices> =>
  Effect.gen(function* () {
    const headroom = yield* Headroom
    const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(waitFor)
    const attempt = authorize(input)

    const stand = (line: WaitingLine, waiter: Waiter, refusal: BudgetExceeded): typeof attempt =>
      Effect.gen(function* () {
        if ((yield* Clock.currentTimeMillis) >= deadline) return yield* refusal
        // Made before the judgement, so that a hold that ends during it is noticed.
        waiter.woken = Deferred.unsafeMake(FiberId.none)
        return yield* Effect.catchIf(line.turn.withPermits(1)(attempt), isHeld, (refusal) =>
          Effect.zipRight(restore(pause(waiter, refusal, deadline)), stand(line, waiter, refusal))
        )
      })

    const wait = (refusal: BudgetExceeded) =>
      Effect.gen(function* () {
        const { organization_id } = yield* findSpender(input.key)
        const place = headroom.join(organization_id)
        if (place === undefined) return yield* refusal
        const leave = Effect.sync(() => headroom.leave(organization_id, place.waiter))
        return yield* Effect.ensuring(stand(place.line, place.waiter, refusal), leave)
      })

    // A request that arrives while others wait is judged after them.
    const line = headroom.isEmpty ? undefined : headroom.find((yield* findSpender(input.key)).organization_id)
    const first = line === undefined ? attempt : line.turn.withPermits(1)(attempt)
    return yield* Effect.catchIf(first, isHeld, wait)
  })

/**
 * Sets an amount aside like `authorize`. If only open holds are in the way (`budget_held`), it waits until one of the organization
 * ends: by a settlement or release in this process, or with its lease. Requests are judged in the order of their arrival; one
 * that fits passes those that do not. At most 100 requests of an organization wait. A further one is refused at once, and so is
 * one that waiting does not help (`budget_spent`).
 *
 * It can be interrupted while it waits, not while it is judged.
 *
 * @param waitFor The longest time to wait. After it, the request is refused with `budget_held`.
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
): Effect.Effect<AuthorizedHold, AuthorizeFailure, HoldServices> =>
  Effect.uninterruptibleMask((restore) => judgeInLine(restore, input, waitFor))
