import { inspect } from "node:util"
import type { AuthorizedHold, CallOptions, Hold, HoldExtension, NewSettlement } from "@tollgate/client"
import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import type { CallScope } from "./CallScope.js"
import { disposedOf, type HoldLife } from "./HoldLife.js"
import { inPlainValues } from "./inPlainValues.js"
import type { MeterOptions } from "./MeterOptions.js"
import { readElements } from "./readElements.js"
import { shownParts } from "./shownParts.js"

/** How a request is served. */
export type Served = Pick<NewSettlement, "credential_id" | "model" | "provider">

/** What is known of a failed request. */
export interface FailOptions {
  /**
   * Whether the provider bills the request, or may do so.
   *
   * @default false if the error says that the provider refused the request or was not connected to, and no output token of an answer was metered; else true
   */
  readonly billed?: boolean | undefined
}

/** What a hold is made from. */
export interface HoldParts {
  readonly binding: Core.Binding
  readonly calls: Pick<CallScope<Core.Services>, "runIn" | "runtimeIn">
  readonly life: HoldLife
}

/** Decodes a settlement. */
export const toSettlement = (settlement: NewSettlement) =>
  Either.mapLeft(Codec.decode(Core.NewSettlement, settlement), Core.InvalidInput.fromParseError)

const toPrice = <A>(metering: MeterOptions<A>): Core.MeteredPrice => {
  if (metering.usage !== undefined) return { usage: metering.usage }
  const { cost } = metering
  return { cost: (tokens) => toUsd(cost(tokens)) }
}

const toUsd = (cost: number): Core.Usd.Usd => {
  if (Number.isFinite(cost)) return Core.Usd.fromNumber(cost)
  throw new Core.InvalidInput({ issues: [{ path: ["cost"], expected: "a finite amount of at least 0 USD" }] })
}

/**
 * A hold, and what the gateway needs for its request, as `authorize` returns it. Declare it with `await using`, or settle, release or fail
 * it. Its lease is renewed from `sent` on, as long as the process refers to it. Repeating a method changes nothing. Amounts are in USD.
 */
export class BoundHold {
  /** The hold as it was opened. */
  declare readonly data: AuthorizedHold["data"]
  /** Whether the hold existed already, with the same terms. */
  declare readonly repeated: AuthorizedHold["repeated"]
  /** The credentials to try, in order. */
  declare readonly plan: AuthorizedHold["plan"]
  /** Providers that the policy allows. Null means no restriction. They bind a request that names no provider. */
  declare readonly providers: AuthorizedHold["providers"]
  /** The holder of the key. */
  declare readonly key_holder: AuthorizedHold["key_holder"]
  /** Every budget that applies, after the hold. */
  declare readonly budgets: AuthorizedHold["budgets"]
  readonly #parts: HoldParts
  /** The parts that were read, by name. */
  readonly #shown: { [name: string]: unknown } = {}

  // Shared by all holds: with closures, each would have a V8 shape of its own.
  static readonly #accessors = Object.entries(shownParts).map(([name, show]) => {
    const get = function (this: BoundHold) {
      this.#shown[name] ??= show(this.#parts.binding.hold.authorized)
      return this.#shown[name]
    }
    return [name, { enumerable: true, get }] as const
  })

  /** @internal */
  constructor(parts: HoldParts) {
    this.#parts = parts
    // Own properties, as of a plain object. Each is computed when it is first read, because few callers read them.
    for (const [name, accessor] of BoundHold.#accessors) Object.defineProperty(this, name, accessor)
  }

  /** Shows the values in `console.log`, in place of accessors. @internal */
  [inspect.custom](): unknown {
    // Has the class's name, and hides this method, which would call itself.
    const shown = { ...Object.getOwnPropertyDescriptors({ ...this }), [inspect.custom]: {} }
    return Object.create(BoundHold.prototype, shown)
  }

  /**
   * Records that the request was sent to a provider, and how it is served: by which credential of the plan (`credential_id`, null for the
   * gateway's own), model and provider. Call it before each attempt: the hold keeps the last credential. From then on, a lease that ends
   * leaves the hold `unknown`, and the lease is renewed at its half, as long as the process lives and refers to this object; while an answer
   * is metered, only if something was read since the last renewal.
   *
   * @throws {HoldEnded} if the hold is not open any more, or its lease has ended.
   * @throws {InvalidInput} if `served` is invalid, or the plan does not have the credential; its `issues` name each field.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await using hold = await gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   * await hold.sent({ credential_id: null })
   */
  async sent(served: Served = {}, options?: CallOptions): Promise<Hold> {
    const { credential_id, model, provider } = served
    const given = { credential_id, model, provider }
    const hold = await this.#run(inPlainValues(Core.NewSettlement, given, this.#hold.sent, Core.Hold), options)
    this.#parts.life.keep()
    return hold
  }

  /**
   * Holds a larger amount for a request that goes on, and renews the lease. `amount` is the whole amount to hold, and `usage` the whole usage
   * whose price to hold, as of the opening of the hold; a lower one changes nothing. Without either, only the lease is renewed.
   *
   * @throws {BudgetExceeded} if a budget has no room; `budgets` has the binding one first.
   * @throws {HoldEnded} if the hold is not open any more, or its lease has ended.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {KeyRefused} if the key cannot spend any more; `key_state` says why.
   * @throws {PriceUnknown} if the price book has no price for the `usage` of a model of the hold.
   * @throws {RunRefused} if a larger amount is asked for, and a run of the request is stopped or has ended.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await using hold = await gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   * const { amount, lease_ends_at } = await hold.extend({ usage: { input: 2_000, output: 4_000 } })
   */
  extend(input: HoldExtension = {}, options?: CallOptions): Promise<Hold> {
    return this.#run(inPlainValues(Core.HoldExtension, input, this.#hold.extend, Core.Hold), options)
  }

  /**
   * Ends the hold with the cost of its request. What `sent` stated of the request need not be stated again. If no credential was stated at
   * all, the cost counts for the gateway's own if the plan has it (flag `credential_assumed` if it has others, too), else for the only one
   * of the plan. If the settlement is refused as invalid, the hold is `unknown`, flagged `settlement_refused`, until a right one comes.
   * If storage fails or `signal` aborts the call, the end of the hold states the settlement once more.
   *
   * @throws {InvalidInput} if `input` is invalid, if no model was stated though the hold has several, or no credential though the plan has
   * several stored ones and not the gateway's own.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await using hold = await gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   * const { cost, flags } = await hold.settle({ cost: 0.125 })
   */
  async settle(input: NewSettlement, options?: CallOptions): Promise<Hold> {
    const { binding } = this.#parts
    const decoded = toSettlement(input)
    // Noted at once: what is stated is not dropped if the signal is aborted before the call begins.
    Either.match(decoded, { onLeft: binding.noteRefusal, onRight: binding.noteSettlement })
    const settled = Either.match(decoded, { onLeft: binding.refuse, onRight: binding.hold.settle })
    return this.#run(this.#ending(settled), options)
  }

  /**
   * Ends the hold of a request that was not made, or for which the provider bills nothing.
   *
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await using hold = await gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   * await hold.release()
   */
  release(options?: CallOptions): Promise<Hold> {
    return this.#run(this.#ending(this.#hold.release), options)
  }

  /**
   * Marks the outcome of the request as unknown, because the provider may have billed it.
   *
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await using hold = await gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   * await hold.markUnknown()
   */
  markUnknown(options?: CallOptions): Promise<Hold> {
    return this.#run(this.#ending(this.#hold.markUnknown), options)
  }

  /**
   * Ends the hold of a request that failed, and stops reading its answers: releases it if the provider bills nothing; otherwise `onAbort`
   * decides, by default `"unknown"`. A settlement that was stated before counts in any case. It does not reject with a refusal or a failure of
   * storage, so that the error can be thrown after it: the lease then ends the hold.
   *
   * By default, nothing is billed if the error says that the provider refused the request (`statusCode`, `status` or `response.status` from
   * 400 to 599, but 408, 499, 504 and 524, by which a server says that it stopped waiting), or that it was not connected to (`code` of the error
   * or its cause), and no output token of an answer was metered. Any other error, also a lost connection or an error of Tollgate, does not tell, and
   * the hold is not released.
   *
   * @param options `billed`: whether the provider bills the request, or may do so, where the error tells it wrongly.
   * @throws {GateClosed} if the gate is closed.
   * @example
   * await using hold = await gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   * await hold.sent()
   * const answer = await fetch("https://provider.example").catch(async (error) => {
   *   await hold.fail(error)
   *   throw error
   * })
   * if (!answer.ok) await hold.fail(answer)
   */
  fail(error: unknown, { billed }: FailOptions = {}): Promise<void> {
    return this.#endBy(this.#hold.fail(error, { billed }))
  }

  /**
   * Passes a provider's answer through and counts it: an `AsyncIterable`, as a `ReadableStream` is on Node.js. When 75 % of the amount is
   * used, another slice is held beside the answer: no element waits unless the amount is spent. If the next slice is refused then, the
   * iteration rejects with the refusal. A slice is as long as nine of ten of the last outputs of the key and model, at least 64 tokens.
   * Read the answer once.
   *
   * The lease is renewed at its half, as from `sent` on, but while the answer is read only if something was read since the last renewal: that
   * of an answer that hangs, or whose reader stopped without leaving, ends. Leaving the loop returns at once: the answer is cancelled (a
   * `ReadableStream`), destroyed (a `Readable`) or asked to return, and not waited for. The same happens to one that is still being read when
   * the hold is disposed of, unless `onAbort: "drain"` reads it on; its reader is rejected with an `AbortError`. A generator cannot return while
   * it waits itself: abort what it waits for, by the `signal` of `fetch`.
   *
   * Each answer that is metered is an attempt at the request, and the attempts of a hold add up: of each counts the figure that it stated,
   * else the highest cost that was metered, also if it failed. A cost that `settle` states replaces the sum. An attempt that failed or was
   * left before anything of it was metered makes the whole `unknown`, unless `onAbort` is `"estimate"`.
   *
   * @throws The iteration rejects with what `extend` and the answer reject with, and with what a callback throws.
   * @throws {InvalidInput} if a callback counts wrongly; its `issues` name the callback.
   * @throws {PriceUnknown} if the price book has no price for the `usage`.
   * @example
   * await using hold = await gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   * const { body } = await fetch("https://provider.example")
   * const metering = { tokens: (bytes: Uint8Array) => bytes.length, usage: (tokens: number) => ({ input: 2_000, output: tokens }) }
   * for await (const bytes of hold.meter(body ?? [], metering)) console.log(bytes.length)
   */
  meter<A>(answer: AsyncIterable<A> | Iterable<A>, metering: MeterOptions<A>): AsyncIterable<A> {
    const { binding, calls, life } = this.#parts
    const { error, settlement, tokens } = metering
    const metered = this.#hold.meter(readElements(answer, life.signal), {
      tokens,
      error,
      ...toPrice(metering),
      settlement: (element) => {
        const stated = settlement?.(element)
        return stated && Either.getOrThrowWith(toSettlement(stated), (refusal) => this.#refused(refusal))
      }
    })
    // An answer that is read on without its reader interrupts it.
    const read = Stream.catchAllCause(metered, (cause) =>
      Cause.isInterruptedOnly(cause) ? Stream.fail(disposedOf()) : Stream.failCause(cause)
    )
    const kept = Stream.suspend(() => {
      life.keep()
      return read
    })
    return Stream.toAsyncIterableRuntime(kept, calls.runtimeIn(binding.services))
  }

  /**
   * Ends the hold, for `await using`, unless a method has ended it, and stops reading its answers. A settlement that the metered answer
   * stated is recorded; an answer that was read to its end is settled with the metered cost; else a request that was not sent is released,
   * and for one that was sent, `onAbort` decides. A hold that was `repeated` belongs to its first caller, too: it is not released unless
   * `release` is called. If storage fails, the lease ends the hold.
   */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#endBy(this.#parts.binding.end(Exit.void))
  }

  async #endBy(act: Effect.Effect<void>): Promise<void> {
    try {
      await this.#run(act)
    } finally {
      this.#parts.life.end()
    }
  }

  /** The hold after an act that ends it, in plain form. */
  #ending<E>(act: Effect.Effect<Core.Hold, E>) {
    return Effect.flatMap(act, (hold) => {
      if (hold.state !== "open") this.#parts.life.stopRenewing()
      return Codec.encode(Core.Hold, hold)
    })
  }

  get #hold(): Core.BoundHold {
    return this.#parts.binding.hold
  }

  /** A settlement that the answer states is not dropped if it is invalid: the hold ends as unknown. */
  #refused(refusal: Core.InvalidInput): Core.InvalidInput {
    this.#parts.binding.noteRefusal(refusal)
    return refusal
  }

  #run<A, E>(act: Effect.Effect<A, E>, options?: CallOptions): Promise<A> {
    const { binding, calls } = this.#parts
    return calls.runIn(binding.services, act, options)
  }
}
