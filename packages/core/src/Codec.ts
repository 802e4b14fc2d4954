import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { compile, type Step, unanswered, type Way } from "./compile.js"

const compiled = { decode: new WeakMap<AST.AST, Step>(), encode: new WeakMap<AST.AST, Step>() }

const stepOf = (ast: AST.AST, way: Way): Step => {
  const known = compiled[way].get(ast)
  if (known !== undefined) return known
  const step = compile(ast, way)
  compiled[way].set(ast, step)
  return step
}

/** As `Schema.decodeUnknownEither`, and many times as fast: a schema is compiled when it is first used. */
export const decode = <A, I>(schema: Schema.Schema<A, I>, given: unknown): Either.Either<A, ParseResult.ParseError> => {
  const made = stepOf(schema.ast, "decode")(given)
  if (made === unanswered) return Schema.decodeUnknownEither(schema)(given)
  // The steps follow from this very schema.
  return Either.right(made as A)
}

/** As `Schema.encodeEither`, and many times as fast: a schema is compiled when it is first used. */
export const encode = <A, I>(schema: Schema.Schema<A, I>, given: A): Either.Either<I, ParseResult.ParseError> => {
  const made = stepOf(schema.ast, "encode")(given)
  if (made === unanswered) return Schema.encodeEither(schema)(given)
  // The steps follow from this very schema.
  return Either.right(made as I)
}
