import * as Codec from "@tollgate/core/codec"
import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { dataOf } from "../api/DataEnvelope.js"

/**
 * Makes the encoder of an operation's answers from the schema of its success. The envelope is added to the encoded data, because its
 * schema would check all of the data once more.
 */
export const answerEncoder = (
  schema: Schema.Schema<unknown>
): ((answer: unknown) => Either.Either<unknown, ParseResult.ParseError>) => {
  const data = dataOf(schema)
  if (data === null) return (answer) => Codec.encode(schema, answer)
  return (answer) => Either.map(Codec.encode(data, answer), (data) => ({ data }))
}
