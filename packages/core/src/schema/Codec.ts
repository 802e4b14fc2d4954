import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { type Coder, type Direction, FALL_BACK } from "./Coder.js"
import { compile } from "./compile.js"

const compiled = { decode: new WeakMap<AST.AST, Coder>(), encode: new WeakMap<AST.AST, Coder>() }

const coderOf = (ast: AST.AST, way: Direction): Coder => {
  const known = compiled[way].get(ast)
  if (known !== undefined) return known
  const coder = compile(ast, way)
  compiled[way].set(ast, coder)
  return coder
}

/** `Schema.decodeUnknownEither` with a compiled fast path. A schema is compiled on first use. */
export const decode = <A, I>(schema: Schema.Schema<A, I>, given: unknown): Either.Either<A, ParseResult.ParseError> => {
  const made = coderOf(schema.ast, "decode")(given)
  if (made === FALL_BACK) return Schema.decodeUnknownEither(schema)(given)
  // The coder was compiled from this schema, so its result has the schema's type.
  return Either.right(made as A)
}

/** `Schema.encodeEither` with a compiled fast path. A schema is compiled on first use. */
export const encode = <A, I>(schema: Schema.Schema<A, I>, given: A): Either.Either<I, ParseResult.ParseError> => {
  const made = coderOf(schema.ast, "encode")(given)
  if (made === FALL_BACK) return Schema.encodeEither(schema)(given)
  // The coder was compiled from this schema, so its result has the schema's type.
  return Either.right(made as I)
}
