import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Order from "effect/Order"
import type { Usage } from "../../prices/Usage.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import type * as Usd from "../../values/Usd.js"
import { extend } from "../admission/extend.js"
import { HoldCache } from "../admission/HoldCache.js"
import { ReadPrices } from "../admission/PriceCache.js"
import { type ExtendedHold, priceExtension } from "../admission/priceExtension.js"
import { release } from "../admission/release.js"
import { requireHold } from "../admission/requireHold.js"
import { markSent } from "../holds/markSent.js"
import { markUnknown, type RefusedSettlement, refuseSettlement } from "../holds/markUnknown.js"
import { settle } from "../holds/settle.js"
import type { Hold } from "../model/Hold.js"
import type { NewSettlement } from "../model/HoldInput.js"
import type { AuthorizedHold } from "../model/NewHold.js"
import { SpendingStore } from "../store/SpendingStore.js"
import type { BoundHold, EndFailure, HoldOptions, HoldServices, Served, SettleFailure } from "./BoundHold.js"
import { isUnbilled } from "./isUnbilled.js"
import { type Attempt, type Attempts, meterAttempts } from "./meterAttempts.js"
import { type LastOutputs, OutputSizes } from "./OutputSizes.js"
import { hasUsage, isUnused, sumAttempts } from "./sumAttempts.js"

const greater = Order.max<Usd.Usd>(Order.bigint)

const notEnded = Effect.catchAllCause((cause) =>
  Effect.logWarning("a hold was not ended, and ends with its lease", cause)
)

/** Whether an attempt stated what it costs, or an output token of it was metered. Its first elements may tell nothing but their own input. */
const hasOutput = ({ figure, tokens }: Attempt) => figure !== undefined || tokens > 0

const isMiscounted = ({ figure, miscounted }: Attempt) => figure === undefined && miscounted

const thrownInstead = () =>
  new InvalidInput({ issues: [{ path: ["settlement"], expected: "a settlement, and not an exception" }] })

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
  /**
   * Makes the request. `end` then records the settlement that its result states; if `settlement` throws, it leaves the hold unknown, flagged
   * `settlement_refused`, with a warning in the log. A request that fails ends the hold by `fail`.
   */
  readonly serve: <A, E, R>(
    work: Effect.Effect<A, E, R>,
    settlement: ((result: A) => NewSettlement | undefined) | undefined
  ) => Effect.Effect<A, E, R>
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
): Binding => new BoundToServices(services, authorized, options)

class BoundToServices implements Binding {
  readonly services: Context.Context<HoldServices>
  readonly hold: BoundHold
  readonly #authorized: AuthorizedHold
  readonly #options: HoldOptions
  readonly #sizes: LastOutputs
  #current: Hold
  #served: Served = {}
  #isSent = false
  #stated: NewSettlement | undefined
  #refused: RefusedSettlement | undefined
  #attempts: Attempts | undefined
  /** Whether the request has failed, so that a scope that closes with a success does not settle it. */
  #hasFailed = false
  /** Whether the provider bills nothing. */
  #isUnbilled = false
  /** The hold as it is stored, once a usage of it was priced, and the prices that were read for it. */
  #priced: ExtendedHold | undefined
  #prices: ReadPrices | undefined

  constructor(services: Context.Context<HoldServices>, authorized: AuthorizedHold, options: HoldOptions) {
    this.services = services
    this.#authorized = authorized
    this.#options = options
    this.#sizes = Context.get(services, OutputSizes)
    this.#current = authorized.data
    this.hold = this.#methods(authorized.data.id)
  }

  readonly whenRead: Binding["whenRead"] = (callback) => this.#metered().whenRead(callback)

  readonly noteSettlement: Binding["noteSettlement"] = (settlement) => {
    this.#stated = { ...this.#served, ...settlement }
  }

  readonly noteRefusal: Binding["noteRefusal"] = (refusal) => {
    this.#refused = refusal
    this.#stated = undefined
  }

  readonly refuse: Binding["refuse"] = (refusal) =>
    Effect.suspend(() => {
      this.noteRefusal(refusal)
      return Effect.zipRight(this.#markRefused(refusal), Effect.fail(refusal))
    })

  readonly serve: Binding["serve"] = (work, settlement) =>
    Effect.onExit(
      work,
      Exit.match({
        onFailure: (cause) => this.hold.fail(Cause.squash(cause)),
        onSuccess: (result) => this.#conclude(() => settlement?.(result))
      })
    )

  readonly end: Binding["end"] = (exit) =>
    Effect.suspend(() => {
      if (this.#current.state !== "open") return this.#attempts === undefined ? Effect.void : this.#attempts.cancel
      const { cancel, drain } = this.#metered()
      const isEnded = this.#stated !== undefined || this.#refused !== undefined || this.#isUnbilled
      const read = isEnded ? Effect.void : drain(this.#options.drainFor ?? "5 minutes")
      return Effect.zipRight(Effect.zipRight(read, cancel), this.#settleOutcome(exit))
    })

  readonly #fail: BoundHold["fail"] = (error, { billed } = {}) =>
    Effect.suspend(() => {
      this.#hasFailed = true
      this.#isUnbilled =
        billed === undefined ? !this.#metered().counted().some(hasOutput) && isUnbilled(error) : !billed
      return this.end(Exit.fail(error))
    })

  #methods(id: Hold["id"]): BoundHold {
    return {
      authorized: this.#authorized,
      current: Effect.sync(() => this.#current),
      sent: (by = {}) =>
        Effect.map(this.#act(markSent(id, by)), (hold) => {
          this.#served = by
          this.#isSent = true
          return hold
        }),
      extend: (extension = {}) => this.#act(extend(id, extension)),
      settle: (settlement) =>
        Effect.suspend(() => {
          this.noteSettlement(settlement)
          return this.#act(settle(id, { ...this.#served, ...settlement }))
        }).pipe(Effect.catchTags({ CostTooLarge: this.refuse, InvalidInput: this.refuse }), Effect.uninterruptible),
      release: Effect.suspend(() => this.#ending(release(id))),
      markUnknown: Effect.suspend(() => this.#ending(markUnknown(id))),
      fail: this.#fail,
      meter: (stream, metering) => this.#metered().meter(stream, metering)
    }
  }

  // Answers may arrive in another order than their acts: states only rise, amounts only grow, and what is sent stays sent.
  #remember(hold: Hold): void {
    const current = this.#current
    if (current.state !== "open" && hold.state === "open") return
    const isWhole = hold.amount >= current.amount && (hold.sent_at !== null || current.sent_at === null)
    this.#current = isWhole
      ? hold
      : { ...hold, amount: greater(hold.amount, current.amount), sent_at: hold.sent_at ?? current.sent_at }
  }

  // To provide a context that the fiber already has costs more than to start a fiber.
  #provided<A, E>(program: Effect.Effect<A, E, HoldServices>): Effect.Effect<A, E> {
    return Effect.withFiberRuntime((fiber) => {
      // The fiber's context has the services, or they are provided.
      const isProvided = fiber.currentContext === this.services
      return isProvided ? (program as Effect.Effect<A, E>) : Effect.provide(program, this.services)
    })
  }

  #act<E>(program: Effect.Effect<Hold, E, HoldServices>): Effect.Effect<Hold, E> {
    return Effect.map(this.#provided(program), (hold) => {
      this.#remember(hold)
      return hold
    })
  }

  // Not interrupted between the act and the memory of it: `end` would mark unknown what was released.
  #ending<E>(program: Effect.Effect<Hold, E, HoldServices>): Effect.Effect<Hold, E> {
    return Effect.uninterruptible(this.#act(program))
  }

  #markRefused(refusal: RefusedSettlement): Effect.Effect<unknown> {
    return this.#ending(refuseSettlement(this.#authorized.data.id, refusal)).pipe(
      Effect.catchTag("HoldNotFound", () => Effect.void),
      notEnded
    )
  }

  /** The model whose outputs size a slice. Empty if none is stated. */
  #model(): string {
    return this.#served.model ?? this.#authorized.data.models[0] ?? ""
  }

  #metered(): Attempts {
    const { key_hash } = this.#authorized.data
    this.#attempts ??= meterAttempts({
      held: () => this.#current.amount,
      extend: (amount) => this.hold.extend({ amount }),
      price: (usage) => this.#provided(this.#price(usage)),
      served: () => this.#served,
      slice: () => this.#sizes.slice(key_hash, this.#model()),
      remember: (tokens) => this.#sizes.add(key_hash, this.#model(), tokens),
      drains: this.#options.onAbort === "drain"
    })
    return this.#attempts
  }

  #price(usage: Usage) {
    return Effect.gen(this, function* () {
      const store = yield* SpendingStore
      const { id } = this.#authorized.data
      this.#priced ??= HoldCache.of(store).get(id, null)?.hold ?? (yield* requireHold(id, store.find))
      this.#prices ??= new ReadPrices()
      return yield* priceExtension(usage, this.#priced, this.#served, this.#prices)
    })
  }

  /** What an attempt costs of which nothing is known. */
  #least(): Effect.Effect<Usd.Usd> {
    const { amount } = this.#authorized.data
    const { estimate = amount } = this.#options
    if (typeof estimate === "bigint") return Effect.succeed(estimate)
    return Effect.orElseSucceed(this.#provided(this.#price(estimate)), () => amount)
  }

  /** The settlement that the metered attempts add up to, if those of which nothing is known cost `least`. */
  #summed(least: Usd.Usd) {
    return this.#provided(sumAttempts(this.#metered().counted(), this.#authorized.data.id, least))
  }

  #withId(warning: Effect.Effect<void>): Effect.Effect<void> {
    return Effect.annotateLogs(warning, { hold: this.#authorized.data.id })
  }

  /** Settles at the end. Storage that fails must not return the money of a request that was made: an unsent hold would expire. */
  #record(settlement: NewSettlement) {
    return Effect.catchTag(this.hold.settle(settlement), "StorageFailure", (failure) =>
      Effect.zipRight(
        this.hold.markUnknown,
        this.#withId(Effect.logWarning("a settlement was not stored, and its hold is unknown", failure))
      )
    )
  }

  /** Ends a hold that was sent and whose cost is not known. */
  #abort(): Effect.Effect<unknown, SettleFailure | EndFailure> {
    if (this.#options.onAbort !== "estimate") return this.hold.markUnknown
    return Effect.flatMap(this.#least(), (least) =>
      Effect.flatMap(this.#summed(least), (sum) =>
        this.hold.settle(sum.cost === undefined ? sum : { ...sum, cost: greater(sum.cost, least), basis: "estimate" })
      )
    )
  }

  #outcome(exit: Exit.Exit<unknown, unknown>): Effect.Effect<unknown, SettleFailure | EndFailure> {
    if (this.#stated !== undefined) return this.#record(this.#stated)
    if (this.#refused !== undefined) return this.#markRefused(this.#refused)
    const counted = this.#metered().counted()
    const isIdle = counted.every(isUnused)
    // A hold that existed already is another caller's, too.
    const isUntouched = isIdle && this.#authorized.repeated && !this.#isSent
    if (this.#isUnbilled && counted.every(({ figure }) => figure === undefined)) {
      return isUntouched ? Effect.void : this.hold.release
    }
    if (counted.some(isMiscounted)) {
      const warning = this.#withId(
        Effect.logWarning("a hold is unknown, because the callbacks of its meter count wrongly")
      )
      return Effect.zipRight(warning, this.hold.markUnknown)
    }
    const last = counted.at(-1)
    const isFailure = this.#hasFailed || Exit.isFailure(exit)
    const isComplete = last?.complete && (!isFailure || this.#options.onAbort === "drain")
    if ((last?.figure !== undefined || isComplete) && counted.every(hasUsage)) {
      return Effect.flatMap(this.#summed(this.#authorized.data.amount), (sum) => this.#record(sum))
    }
    if (isUntouched) return Effect.void
    return isIdle && this.#current.sent_at === null ? this.hold.release : this.#abort()
  }

  #conclude(settlement: () => NewSettlement | undefined): Effect.Effect<void> {
    return Effect.suspend(() => {
      try {
        const stated = settlement()
        if (stated !== undefined) this.noteSettlement(stated)
        return Effect.void
      } catch (thrown) {
        this.noteRefusal(thrown instanceof InvalidInput ? thrown : thrownInstead())
        return this.#withId(Effect.logWarning("the settlement of a result was not computed", thrown))
      }
    })
  }

  #settleOutcome(exit: Exit.Exit<unknown, unknown>): Effect.Effect<unknown> {
    return Effect.suspend(() => this.#outcome(exit)).pipe(
      // A hold of a dry run was never stored. A refused settlement has left the hold unknown.
      Effect.catchTags({
        CostTooLarge: () => Effect.void,
        HoldNotFound: () => Effect.void,
        InvalidInput: () => Effect.void
      }),
      notEnded
    )
  }
}
