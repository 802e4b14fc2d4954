import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Order from "effect/Order"
import type * as Usd from "../../values/Usd.js"
import { extend } from "../admission/extend.js"
import { release } from "../admission/release.js"
import { markSent } from "../holds/markSent.js"
import { markUnknown, type RefusedSettlement, refuseSettlement } from "../holds/markUnknown.js"
import { settle } from "../holds/settle.js"
import type { Hold } from "../model/Hold.js"
import type { NewSettlement } from "../model/HoldInput.js"
import type { AuthorizedHold } from "../model/NewHold.js"
import type { BoundHold, EndFailure, HoldOptions, HoldServices, Served, SettleFailure } from "./BoundHold.js"
import { type Attempt, type Attempts, meterAttempts } from "./meterAttempts.js"
import { OutputSizes } from "./OutputSizes.js"
import { hasUsage, isUnused, sumAttempts } from "./sumAttempts.js"

const greater = Order.max<Usd.Usd>(Order.bigint)

const notEnded = Effect.catchAllCause((cause) =>
  Effect.logWarning("a hold was not ended, and ends with its lease", cause)
)

const isMiscounted = ({ figure, miscounted }: Attempt) => figure === undefined && miscounted

/** A hold with its methods, and the act that ends it if no method has. */
export interface Binding {
  readonly hold: BoundHold
  /** The context that the methods of the hold require. A fiber that has exactly this context runs them without providing it again. */
  readonly services: Context.Context<HoldServices>
  /**
   * Calls back once, as soon as something was read since the last call; at once if no answer is being metered. Returns the function that
   * forgets the callback.
   */
  readonly whenRead: (callback: () => void) => () => void
  /**
   * Ends the hold as the outcome of its request requires. It does not fail: if storage does, the lease ends the hold.
   */
  readonly end: (exit: Exit.Exit<unknown, unknown>) => Effect.Effect<void>
  /** Notes that a settlement is stated, so that `end` records it if it is not recorded before. */
  readonly noteSettlement: (settlement: NewSettlement) => void
  /** Notes that a settlement was stated that is refused, so that `end` leaves the hold unknown. */
  readonly noteRefusal: (refusal: RefusedSettlement) => void
  /** Leaves the hold unknown because of it, and fails with it. */
  readonly refuse: <E extends RefusedSettlement>(refusal: E) => Effect.Effect<never, E>
}

/** Binds the methods of a hold to the services of the caller. */
export const bindHold = (
  services: Context.Context<HoldServices>,
  authorized: AuthorizedHold,
  options: HoldOptions
): Binding => {
  const sizes = Context.get(services, OutputSizes)
  const { id, amount: opened, key_hash, models } = authorized.data
  let current: Hold = authorized.data
  let served: Served = {}
  let isSent = false
  let stated: NewSettlement | undefined
  let refused: RefusedSettlement | undefined

  // Answers may arrive in another order than their acts: states only rise, amounts only grow, and what is sent stays sent.
  const remember = (hold: Hold) => {
    if (current.state !== "open" && hold.state === "open") return
    const isWhole = hold.amount >= current.amount && (hold.sent_at !== null || current.sent_at === null)
    current = isWhole
      ? hold
      : { ...hold, amount: greater(hold.amount, current.amount), sent_at: hold.sent_at ?? current.sent_at }
  }

  // To provide a context that the fiber already has costs more than to start a fiber.
  const provided = <A, E>(program: Effect.Effect<A, E, HoldServices>): Effect.Effect<A, E> =>
    Effect.withFiberRuntime((fiber) => {
      // The fiber's context has the services, or they are provided.
      const isProvided = fiber.currentContext === services
      return isProvided ? (program as Effect.Effect<A, E>) : Effect.provide(program, services)
    })

  const act = <E>(program: Effect.Effect<Hold, E, HoldServices>): Effect.Effect<Hold, E> =>
    Effect.map(provided(program), (hold) => {
      remember(hold)
      return hold
    })

  // Not interrupted between the act and the memory of it: `end` would mark unknown what was released.
  const ending = <E>(program: Effect.Effect<Hold, E, HoldServices>) => Effect.uninterruptible(act(program))

  const noteSettlement = (settlement: NewSettlement) => {
    stated = { ...served, ...settlement }
  }

  const noteRefusal = (refusal: RefusedSettlement) => {
    refused = refusal
    stated = undefined
  }

  const markRefused = (refusal: RefusedSettlement) =>
    ending(refuseSettlement(id, refusal)).pipe(
      Effect.catchTag("HoldNotFound", () => Effect.void),
      notEnded
    )

  const refuse: Binding["refuse"] = (refusal) =>
    Effect.suspend(() => {
      noteRefusal(refusal)
      return Effect.zipRight(markRefused(refusal), Effect.fail(refusal))
    })

  const hold: BoundHold = {
    authorized,
    current: Effect.sync(() => current),
    sent: (by = {}) =>
      Effect.map(act(markSent(id, by)), (hold) => {
        served = by
        isSent = true
        return hold
      }),
    extend: (extension = {}) => act(extend(id, extension)),
    settle: (settlement) =>
      Effect.suspend(() => {
        noteSettlement(settlement)
        return act(settle(id, { ...served, ...settlement }))
      }).pipe(Effect.catchTags({ CostTooLarge: refuse, InvalidInput: refuse }), Effect.uninterruptible),
    release: Effect.suspend(() => ending(release(id))),
    markUnknown: Effect.suspend(() => ending(markUnknown(id))),
    meter: (stream, metering) => metered().meter(stream, metering)
  }

  const model = () => {
    const used = served.model ?? models[0]
    if (used === undefined) throw new Error("A hold was authorized without a model.")
    return used
  }
  let attempts: Attempts | undefined
  const metered = () => {
    attempts ??= meterAttempts({
      held: () => current.amount,
      extend: (amount) => hold.extend({ amount }),
      served: () => served,
      slice: () => sizes.slice(key_hash, model()),
      remember: (tokens) => sizes.add(key_hash, model(), tokens),
      drains: options.onAbort === "drain"
    })
    return attempts
  }

  const least = options.estimate ?? opened
  const summed = Effect.suspend(() => provided(sumAttempts(metered().counted(), id, least)))

  /** Settles at the end. Storage that fails must not return the money of a request that was made: an unsent hold would expire. */
  const record = (settlement: NewSettlement) =>
    Effect.catchTag(hold.settle(settlement), "StorageFailure", (failure) => {
      const warning = Effect.logWarning("a settlement was not stored, and its hold is unknown", failure)
      return Effect.zipRight(hold.markUnknown, Effect.annotateLogs(warning, { hold: id }))
    })

  /** Ends a hold that was sent and whose cost is not known. */
  const abort = Effect.suspend(() => {
    if (options.onAbort !== "estimate") return hold.markUnknown
    return Effect.flatMap(summed, (sum) =>
      hold.settle(sum.cost === undefined ? sum : { ...sum, cost: greater(sum.cost, least), basis: "estimate" })
    )
  })

  const conclude = (exit: Exit.Exit<unknown, unknown>) =>
    Effect.suspend((): Effect.Effect<unknown, SettleFailure | EndFailure> => {
      if (stated !== undefined) return record(stated)
      if (refused !== undefined) return markRefused(refused)
      const counted = metered().counted()
      if (counted.some(isMiscounted)) {
        const warning = Effect.logWarning("a hold is unknown, because the callbacks of its meter count wrongly")
        return Effect.zipRight(Effect.annotateLogs(warning, { hold: id }), hold.markUnknown)
      }
      const last = counted.at(-1)
      const isComplete = last?.complete && (Exit.isSuccess(exit) || options.onAbort === "drain")
      if ((last?.figure !== undefined || isComplete) && counted.every(hasUsage)) {
        return Effect.flatMap(summed, record)
      }
      const isIdle = counted.every(isUnused)
      // A hold that existed already is another caller's, too.
      if (isIdle && authorized.repeated && !isSent) return Effect.void
      return isIdle && current.sent_at === null ? hold.release : abort
    }).pipe(
      // A hold of a dry run was never stored. A refused settlement has left the hold unknown.
      Effect.catchTags({
        CostTooLarge: () => Effect.void,
        HoldNotFound: () => Effect.void,
        InvalidInput: () => Effect.void
      }),
      notEnded
    )

  const end: Binding["end"] = (exit) =>
    Effect.suspend(() => {
      if (current.state !== "open") return attempts === undefined ? Effect.void : attempts.cancel
      const { cancel, drain } = metered()
      const read = stated === undefined && refused === undefined ? drain(options.drainFor ?? "5 minutes") : Effect.void
      return Effect.zipRight(Effect.zipRight(read, cancel), conclude(exit))
    })

  const whenRead: Binding["whenRead"] = (callback) => metered().whenRead(callback)

  return { hold, services, whenRead, end, noteSettlement, noteRefusal, refuse }
}
