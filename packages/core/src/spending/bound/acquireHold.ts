import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { NewHold } from "../model/NewHold.js"
import type { AcquireOptions, AuthorizeFailure, BoundHold, HoldServices } from "./BoundHold.js"
import { type Binding, bindHold } from "./bindHold.js"
import { takeHold } from "./waitForHeadroom.js"

/** Waits until something was read since the last renewal, while an answer is metered. */
const nextRead = (whenRead: Binding["whenRead"]) =>
  Effect.async<void>((resume) => {
    const forget = whenRead(() => resume(Effect.void))
    return Effect.sync(forget)
  })

/**
 * Renews a lease each time half of it has passed, until a renewal is refused. While an answer is metered, only if something was read since
 * the last renewal, else as soon as something is: the lease of an answer that hangs, or that nobody reads, ends.
 */
const renewing = ({ hold, whenRead }: Binding, lease: Duration.Duration) =>
  hold.extend().pipe(
    Effect.retry({
      while: ({ _tag }) => _tag === "StorageFailure",
      schedule: Schedule.spaced(Duration.times(lease, 0.05))
    }),
    (renewal) => Effect.zipRight(nextRead(whenRead), renewal),
    Effect.delay(Duration.times(lease, 0.5)),
    Effect.forever,
    Effect.ignore,
    Effect.interruptible
  )

/**
 * Sets an amount aside for a request, like `authorize`, until the scope closes. The lease is renewed at its half; while an answer is
 * metered, only if something was read since the last renewal. When the scope closes and no method of the hold has ended it:
 *
 * - a settlement that `settle` could not store is stated once more; if storage fails again, the hold is unknown, if it can be marked;
 * - a settlement that the metered answer stated is recorded, even after a failure;
 * - an answer that was read to its end is settled with the metered cost, if the scope closes with a success;
 * - what was metered of attempts before it is added (see `meter`);
 * - a hold whose meter counted wrongly is unknown, and a warning is logged;
 * - else a request that was not sent is released, and for one that was sent, `onAbort` decides;
 * - a hold that is `repeated` belongs to its first caller, too: if this one did not send, meter or state anything, it stays as it is.
 *
 * If the process ends, the lease ends the hold. If storage fails at the end, too: a warning is logged.
 *
 * @throws What `authorize` refuses.
 *
 * @example
 * import { acquireHold, NewHold, Usd } from "@tollgate/core"
 * import { Effect, Schema } from "effect"
 *
 * // Settles what the request cost. If it fails before it is sent, the amount returns to the budgets.
 * export const spend = <E>(key: string, request: Effect.Effect<number, E>) =>
 *   Effect.gen(function* () {
 *     const input = yield* Schema.decode(NewHold)({ key, amount: 0.25, models: ["acme/writer"] })
 *     const hold = yield* acquireHold(input, { onAbort: "estimate" })
 *     yield* hold.sent({ credential_id: null })
 *     yield* hold.settle({ cost: Usd.fromNumber(yield* request) })
 *   }).pipe(Effect.scoped)
 */
export const acquireHold = (
  input: Omit<NewHold, "dry_run">,
  options: AcquireOptions = {}
): Effect.Effect<BoundHold, AuthorizeFailure, HoldServices | Scope.Scope> =>
  Effect.map(acquireBinding(input, options), ({ hold }) => hold)

/** Acquires a hold with what ends it. */
export const acquireBinding = (
  input: Omit<NewHold, "dry_run">,
  { forMore, waitFor, ...options }: AcquireOptions
): Effect.Effect<Binding, AuthorizeFailure, HoldServices | Scope.Scope> =>
  takeHold(input, { waitFor, forMore }, (authorized) =>
    Effect.gen(function* () {
      const binding = bindHold(yield* Effect.context<HoldServices>(), authorized, options)
      const renewal = yield* Effect.forkDaemon(renewing(binding, Duration.seconds(input.lease_seconds)))
      yield* Effect.addFinalizer((exit) => Effect.ensuring(binding.end(exit), Fiber.interrupt(renewal)))
      return binding
    })
  )
