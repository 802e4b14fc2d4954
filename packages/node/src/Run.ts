import { type Caller, InvalidInput, type Services } from "@tollgate/core"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"

/** What every method takes last. */
export interface CallOptions {
  /** Aborting it interrupts the operation; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** The gate was closed before the call. */
export class GateClosed extends Data.TaggedError("GateClosed") {
  override get message(): string {
    return "The gate is closed."
  }
}

/** Runs one program for one caller and gives its result as plain JSON values. */
export type Run = <A, I, E>(
  program: Effect.Effect<A, E, Caller | Services>,
  output: Schema.Schema<A, I>,
  options?: CallOptions
) => Promise<I>

/** Reads input as strictly as the HTTP server does. */
export const read = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(schema)
  return (input: I) => Effect.mapError(decode(input), InvalidInput.fromParseError)
}

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
