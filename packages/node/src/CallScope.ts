import { type CallOptions, GateClosed } from "@tollgate/client"
import { onAbort } from "@tollgate/client/internal"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"
import { loadTracer, traced } from "./hostTracer.js"
import { unwrapExit } from "./unwrapExit.js"

/** Runs an effect as one call. */
export type Run<R> = <A, E>(effect: Effect.Effect<A, E, R>, options?: CallOptions) => Promise<A>

/** The calls of an open store, each in its own fiber. */
export class CallScope<R> {
  readonly #runtime: Runtime.Runtime<R>
  readonly #dispose: () => Promise<void>
  #closing: Promise<void> | undefined
  readonly #isClosing = Deferred.unsafeMake<void>(FiberId.none)
  /** Fails once `close` is called. A call races it with a wait that could last long. */
  readonly closed: Effect.Effect<never, GateClosed> = Effect.zipRight(
    Deferred.await(this.#isClosing),
    Effect.suspend(() => Effect.fail(new GateClosed()))
  )
  readonly #underWay = new Set<Fiber.RuntimeFiber<unknown, unknown>>()

  constructor(runtime: Runtime.Runtime<R>, dispose: () => Promise<void>) {
    this.#runtime = runtime
    this.#dispose = dispose
  }

  /** The runtime of a call, with the host's tracer if there is one. */
  get runtime(): Runtime.Runtime<R> {
    return traced(this.#runtime)
  }

  /** The runtime with another context in place of its own. */
  runtimeIn<R2>(context: Context.Context<R2>): Runtime.Runtime<R2> {
    const { fiberRefs, runtimeFlags } = this.runtime
    return Runtime.make({ context, fiberRefs, runtimeFlags })
  }

  readonly run: Run<R> = (effect, options) => this.runIn(this.#runtime.context, effect, options)

  /**
   * Runs an effect as one call, in a fiber that starts with this context: to provide it inside costs more than the fiber. The caller awaits
   * this function directly, so that the stack of a rejection includes the caller.
   */
  readonly runIn = async <R2, A, E>(
    context: Context.Context<R2>,
    effect: Effect.Effect<A, E, R2>,
    { signal }: CallOptions = {}
  ): Promise<A> => {
    const loading = loadTracer()
    if (loading !== undefined) await loading
    if (this.#closing !== undefined) throw new GateClosed()
    signal?.throwIfAborted()
    const fiber = Runtime.runFork(this.runtimeIn(context), effect)
    const exit = fiber.unsafePoll() ?? (await this.#end(fiber, signal))
    return unwrapExit(exit, signal)
  }

  /** Adds a fiber started elsewhere to the calls under way. Returns false after `close`; the fiber must then stop. */
  readonly admit = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean => {
    if (this.#closing !== undefined) return false
    this.#underWay.add(fiber)
    fiber.addObserver(() => this.#underWay.delete(fiber))
    return true
  }

  /** Waits for the calls under way, then disposes of the runtime. Repeated calls return the same promise. */
  close(): Promise<void> {
    this.#closing ??= Effect.runPromise(Fiber.awaitAll(this.#underWay)).then(this.#dispose)
    Deferred.unsafeDone(this.#isClosing, Effect.void)
    return this.#closing
  }

  #end<A, E>(fiber: Fiber.RuntimeFiber<A, E>, signal: AbortSignal | undefined): Promise<Exit.Exit<A, E>> {
    this.#underWay.add(fiber)
    const forget = signal && onAbort(signal, () => fiber.unsafeInterruptAsFork(fiber.id()))
    return new Promise((resolve) => {
      fiber.addObserver((exit) => {
        this.#underWay.delete(fiber)
        forget?.()
        resolve(exit)
      })
    })
  }
}
