import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import type { CallOptions } from "./Door.js"

/** Settles with the result, or rejects with the tagged error itself. */
export const toPromise = async <A, E, R>(
  runtime: ManagedRuntime.ManagedRuntime<R, never>,
  program: Effect.Effect<A, E, R>,
  { signal }: CallOptions = {}
): Promise<A> => {
  signal?.throwIfAborted()
  const exit = await runtime.runPromiseExit(program, signal && { signal })
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.isInterruptedOnly(exit.cause)) signal?.throwIfAborted()
  throw Cause.squash(exit.cause)
}
