import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { type Coder, compile, type Direction, FALL_BACK } from "./compile.js"

const compiled = { decode: new WeakMap<AST.AST, Coder>(), encode: new WeakMap<AST.AST, Coder>() }

const stepOf = (ast: AST.AST, way: Direction): Coder => {
  const known = compiled[way].get(ast)
  if (known !== undefined) return known
  const step = compile(ast, way)
  compiled[way].set(ast, step)
  return step
}

/** As `Schema.decodeUnknownEither`, and many times as fast: a schema is compiled when it is first used. */
export const decode = <A, I>(schema: Schema.Schema<A, I>, given: unknown): Either.Either<A, ParseResult.ParseError> => {
  const made = stepOf(schema.ast, "decode")(given)
  if (made === FALL_BACK) return Schema.decodeUnknownEither(schema)(given)
  // The steps follow from this very schema.
  return Either.right(made as A)
}

/** As `Schema.encodeEither`, and many times as fast: a schema is compiled when it is first used. */
export const encode = <A, I>(schema: Schema.Schema<A, I>, given: A): Either.Either<I, ParseResult.ParseError> => {
  const made = stepOf(schema.ast, "encode")(given)
  if (made === FALL_BACK) return Schema.encodeEither(schema)(given)
  // The steps follow from this very schema.
  return Either.right(made as I)
}
