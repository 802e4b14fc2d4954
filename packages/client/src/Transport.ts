import { Codec, InvalidInput } from "@tollgate/core/models"
import type { Client } from "@tollgate/http/contract"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"

/** What every method takes last. */
export interface CallOptions {
  /** Aborting it interrupts the operation; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** A way to the operations, and how a call is made of plain values. */
export interface Transport<R> {
  readonly client: Client<unknown, R>
  /** Answers with plain values. */
  readonly answer: <A, I, E>(
    asked: Effect.Effect<A, E, R>,
    output: Schema.Schema<A, I>,
    options?: CallOptions
  ) => Promise<I>
  /** Reads plain values as strictly as the HTTP server does, asks with them, and answers with plain values. */
  readonly call: <In, InI, A, I, E>(
    input: Schema.Schema<In, InI>,
    given: InI,
    ask: (input: In) => Effect.Effect<A, E, R>,
    output: Schema.Schema<A, I>,
    options?: CallOptions
  ) => Promise<I>
}

/** Runs an effect for whoever stands at the door. */
export type Run<R> = <A, E>(effect: Effect.Effect<A, E, R>, options?: CallOptions) => Promise<A>

/** Reads plain values as strictly as the HTTP server does, asks with them, and puts the answer into plain values. */
export const inPlainValues = <In, InI, A, I, E, R>(
  input: Schema.Schema<In, InI>,
  given: InI,
  ask: (input: In) => Effect.Effect<A, E, R>,
  output: Schema.Schema<A, I>
) =>
  Effect.suspend(() => Either.mapLeft(Codec.decode(input, given), InvalidInput.fromParseError)).pipe(
    Effect.flatMap(ask),
    Effect.flatMap((answer) => Codec.encode(output, answer))
  )

export const transport = <R>(client: Client<unknown, R>, run: Run<R>): Transport<R> => ({
  client,
  answer: (asked, output, options) =>
    run(
      Effect.flatMap(asked, (answer) => Codec.encode(output, answer)),
      options
    ),
  call: (input, given, ask, output, options) => run(inPlainValues(input, given, ask, output), options)
})
