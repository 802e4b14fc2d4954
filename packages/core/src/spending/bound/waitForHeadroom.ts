import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import { AdmissionQueue, type Waiter, type WaitingLine } from "../admission/AdmissionQueue.js"
import { nameOf } from "../admission/admissionOf.js"
import { admit } from "../admission/authorize.js"
import { handOver, type MadeId } from "../admission/handOver.js"
import { requireSecret } from "../admission/readSpender.js"
import { resolveSpender } from "../admission/resolveSpender.js"
import { SpenderCache } from "../admission/SpenderCache.js"
import type { BudgetExceeded } from "../model/Budget.js"
import type { AuthorizedHold, NewHold } from "../model/NewHold.js"
import { KeyRefused } from "../model/refusals.js"
import { FOREIGN_LEASE, SpendingStore } from "../store/SpendingStore.js"
import type { AuthorizeFailure, HoldServices } from "./BoundHold.js"

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

/** Judges a request as `admit` does, in the order of arrival, and waits. */
const judgeInLine = (
  input: NewHold,
  waitFor: Duration.DurationInput,
  made: MadeId
): Effect.Effect<AuthorizedHold, AuthorizeFailure, HoldServices> =>
  Effect.gen(function* () {
    const headroom = yield* AdmissionQueue
    const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(waitFor)
    const attempt = admit(input, made)

    const stand = (line: WaitingLine, waiter: Waiter, refusal: BudgetExceeded): typeof attempt =>
      Effect.gen(function* () {
        if ((yield* Clock.currentTimeMillis) >= deadline) return yield* refusal
        // Made before the judgement, so that a hold that ends during it is noticed.
        waiter.woken = Deferred.unsafeMake(FiberId.none)
        return yield* Effect.catchIf(line.turn.withPermits(1)(attempt), isHeld, (refusal) =>
          Effect.zipRight(pause(waiter, refusal, deadline), stand(line, waiter, refusal))
        )
      })

    const wait = (refusal: BudgetExceeded) =>
      Effect.flatMap(organizationOf(input), (organization_id) =>
        Effect.acquireUseRelease(
          Effect.sync(() => headroom.join(organization_id)),
          (place) => (place === undefined ? refusal : stand(place.line, place.waiter, refusal)),
          (place) => Effect.sync(() => place && headroom.leave(organization_id, place.waiter))
        )
      )

    // A request that arrives while others wait is judged after them.
    const line = headroom.isEmpty ? undefined : headroom.find(yield* organizationOf(input))
    const first = line === undefined ? attempt : line.turn.withPermits(1)(attempt)
    return yield* Effect.catchIf(first, isHeld, wait)
  })

/**
 * Sets an amount aside, and hands the hold over to its caller.
 *
 * @param waitFor The longest time to wait for headroom; undefined for none.
 * @param take Takes the hold, uninterruptibly.
 */
export const takeHold = <A, E, R>(
  input: NewHold,
  waitFor: Duration.DurationInput | undefined,
  take: (hold: AuthorizedHold) => Effect.Effect<A, E, R>
): Effect.Effect<A, AuthorizeFailure | E, HoldServices | R> =>
  handOver((made) => (waitFor === undefined ? admit(input, made) : judgeInLine(input, waitFor, made)), take)

/**
 * Sets an amount aside like `authorize`. If only open holds are in the way (`budget_held`), it waits until one of the organization
 * ends: by a settlement or release in this process, or with its lease. Requests are judged in the order of their arrival; one
 * that fits passes those that do not. At most 100 requests of an organization wait. A further one is refused at once, and so is
 * one that waiting does not help (`budget_spent`).
 *
 * It can be interrupted at any time. It leaves the line then, and what was stored is released at once, as by `authorize`.
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
): Effect.Effect<AuthorizedHold, AuthorizeFailure, HoldServices> => takeHold(input, waitFor, Effect.succeed)

/** The organization of the key of a request. Fails with `KeyRefused` if no key has the secret. */
export const organizationOf = Effect.fnUntraced(function* (input: NewHold) {
  const name = nameOf(input, yield* requireSecret(input.key))
  const found = yield* resolveSpender(name, { since: SpenderCache.of(yield* SpendingStore).time, locked: null })
  return found === null ? yield* new KeyRefused({ key_state: "unknown" }) : found.spender.key.organization_id
})
