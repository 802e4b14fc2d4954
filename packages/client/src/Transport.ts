import * as Codec from "@tollgate/core/codec"
import { IdempotencyKey, InvalidInput } from "@tollgate/core/models"
import { CallKey, type Client, keepWireForm, wireFormOf } from "@tollgate/http/contract"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** The last parameter of every method. */
export interface CallOptions {
  /** Aborting it interrupts the operation; the promise then rejects with the signal's reason. One signal can serve many calls. */
  readonly signal?: AbortSignal
  /**
   * Names a change, so that it is done once however often the call is repeated within 24 hours: a repetition returns the result of
   * the first success. 1 to 255 visible ASCII characters, such as a random UUID. Each caller has names of its own; another input under the
   * same name rejects with `IdempotencyKeyReused`. `IdempotencyAnswerUnavailable` says that the change was done, and that its result is not
   * there any more: it was larger than 64 KiB, or sealed with a master key that was removed. Methods that read and
   * those of holds ignore a valid one: a hold's `id` does the same.
   *
   * @default none in process; over HTTP a new one for each call
   */
  readonly idempotencyKey?: string
}

/** How the Promise API reaches the operations: in process or over HTTP. */
export interface Transport<R> {
  readonly client: Client<unknown, R>
  /** Runs an operation and encodes its output. */
  readonly answer: <A, I, E>(
    operation: Effect.Effect<A, E, R>,
    output: Schema.Schema<A, I>,
    options?: CallOptions
  ) => Promise<I>
  /** Decodes the input as strictly as the HTTP server does, runs the operation and encodes its output. */
  readonly call: <In, InI, A, I, E>(
    input: Schema.Schema<In, InI>,
    given: InI,
    operation: (input: In) => Effect.Effect<A, E, R>,
    output: Schema.Schema<A, I>,
    options?: CallOptions
  ) => Promise<I>
}

/** Runs an effect as one call. */
export type Run<R> = <A, E>(effect: Effect.Effect<A, E, R>, options?: CallOptions) => Promise<A>

const readKey = Schema.decodeEither(Schema.Struct({ idempotencyKey: IdempotencyKey }))

/** Runs an operation with the idempotency key of the options, if they have one. */
const named = <A, E, R>(operation: Effect.Effect<A, E, R>, given: unknown, options: CallOptions | undefined) => {
  const idempotencyKey = options?.idempotencyKey
  if (idempotencyKey === undefined) return operation
  return Effect.flatMap(
    Either.mapLeft(readKey({ idempotencyKey }), InvalidInput.fromParseError),
    ({ idempotencyKey }) =>
      Effect.provideService(operation, CallKey, {
        key: idempotencyKey,
        body: given === undefined ? "" : JSON.stringify(given)
      })
  )
}

/** Decodes the input as strictly as the HTTP server does, runs the operation and encodes its output. */
export const inPlainValues = <In, InI, A, I, E, R>(
  input: Schema.Schema<In, InI>,
  given: InI,
  operation: (input: In) => Effect.Effect<A, E, R>,
  output: Schema.Schema<A, I>
) =>
  Effect.suspend(() => Either.mapLeft(Codec.decode(input, given), InvalidInput.fromParseError)).pipe(
    Effect.flatMap(operation),
    Effect.flatMap((answer) => Codec.encode(output, answer))
  )

export const transport = <R>(client: Client<unknown, R>, run: Run<R>): Transport<R> => ({
  client,
  answer: (operation, output, options) =>
    run(
      Effect.flatMap(named(operation, undefined, options), (answer) => Codec.encode(output, answer)),
      options
    ),
  call: (input, given, operation, output, options) =>
    run(
      inPlainValues(input, given, (input) => named(operation(input), given, options), output),
      options
    )
})

/** The plain values of an answer. One that was decoded from JSON has them already. */
const toPlain = <A, I>(output: Schema.Schema<A, I>, answer: A): Either.Either<I, ParseResult.ParseError> => {
  const form = wireFormOf(answer)
  // The answer was decoded from this JSON by the schema of the operation, of which `output` is the part that is returned.
  return form === undefined ? Codec.encode(output, answer) : Either.right(form as I)
}

/**
 * The transport over HTTP. It decodes the input and the answer once each: the input is sent as it was given, and the answer is
 * returned as it arrived.
 */
export const remoteTransport = (client: Client<unknown, never>, run: Run<never>): Transport<never> => {
  const answer: Transport<never>["answer"] = (operation, output, options) =>
    run(
      Effect.flatMap(named(operation, undefined, options), (answer) => toPlain(output, answer)),
      options
    )
  return {
    client,
    answer,
    call: (input, given, operation, output, options) => {
      const decoded = Effect.suspend(() => Either.mapLeft(Codec.decode(input, given), InvalidInput.fromParseError))
      return answer(
        Effect.flatMap(decoded, (decoded) => operation(keepWireForm(decoded, given))),
        output,
        options
      )
    }
  }
}
