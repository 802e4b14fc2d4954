import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { decode } from "../../schema/Codec.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import { Count, type Usage } from "../Usage.js"
import type { UsageMismatch } from "./UsageMismatch.js"

/** A usage, or why none can be derived from the provider's object. */
export type FromWire = Either.Either<Usage, InvalidInput | UsageMismatch>

/** A count that is 0 if it is absent or null. */
export const count = Schema.optionalWith(Count, { default: () => 0, nullable: true })

/** An object of counts, which may be absent or null. */
export const counts = <Fields extends { readonly [name: string]: typeof count }>(fields: Fields) =>
  Schema.optionalWith(Schema.Struct(fields), { nullable: true })

/** Decodes a provider's object. Fields that are not declared are ignored, because providers add some. */
export const reading =
  <A, I>(schema: Schema.Schema<A, I>, toUsage: (stated: A) => Either.Either<Usage, UsageMismatch>) =>
  (given: unknown): FromWire =>
    Either.flatMap(Either.mapLeft(decode(schema, given), InvalidInput.fromParseError), toUsage)
