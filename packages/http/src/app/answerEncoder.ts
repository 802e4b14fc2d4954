import * as Codec from "@tollgate/core/codec"
import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { dataOf } from "../api/DataEnvelope.js"

/**
 * Encodes the answers of an operation, by the schema of its success. An envelope is put around the encoded data: as a schema it would
 * check all of the data before it is encoded, which checks it, too.
 */
export const answerEncoder = (
  schema: Schema.Schema<unknown>
): ((answer: unknown) => Either.Either<unknown, ParseResult.ParseError>) => {
  const data = dataOf(schema)
  if (data === null) return (answer) => Codec.encode(schema, answer)
  return (answer) => Either.map(Codec.encode(data, answer), (data) => ({ data }))
}
