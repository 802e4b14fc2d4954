import { InvalidInput } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"

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
