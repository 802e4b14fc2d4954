import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** No answer: the value is wrong, or Schema has to say what it is. */
const none = Symbol.for("@tollgate/http/compileEncoder/none")

/** Checks a value and encodes it, or answers `none`. */
type Step = (value: unknown) => unknown

const same: Step = (value) => value

const when =
  (test: (value: unknown) => boolean): Step =>
  (value) =>
    test(value) ? value : none

const chain =
  (first: Step, second: Step): Step =>
  (value) => {
    const next = first(value)
    return next === none ? none : second(next)
  }

/** What a step of Schema's own came to. One that is not done at once is none of ours. */
const settled = (result: unknown): unknown => (Either.isEither(result) && Either.isRight(result) ? result.right : none)

const bySchema = (ast: AST.AST): Step => {
  const encode = ParseResult.encodeUnknownEither(Schema.make(ast))
  return (value) => settled(encode(value))
}

const isNull = (ast: AST.AST) => AST.isLiteral(ast) && ast.literal === null

const union = (ast: AST.Union): Step => {
  const literals = new Set<unknown>(ast.types.filter(AST.isLiteral).map(({ literal }) => literal))
  if (literals.size === ast.types.length) return when((value) => literals.has(value))
  const [first, ...others] = ast.types.filter((type) => !isNull(type))
  if (first === undefined || others.length > 0) return bySchema(ast)
  const inner = compile(first)
  return (value) => (value === null ? null : inner(value))
}

const array = (ast: AST.TupleType): Step => {
  const [rest, ...others] = ast.rest
  if (rest === undefined || others.length > 0 || ast.elements.length > 0) return bySchema(ast)
  const item = compile(rest.type)
  return (value) => {
    if (!Array.isArray(value)) return none
    const encoded = value.map(item)
    return encoded.includes(none) ? none : encoded
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const record =
  (item: Step): Step =>
  (value) => {
    if (!isObject(value)) return none
    const encoded: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const field = item(value[name])
      if (field === none || name === "__proto__") return none
      encoded[name] = field
    }
    return encoded
  }

const struct = (ast: AST.TypeLiteral): Step => {
  const [index, ...indices] = ast.indexSignatures
  if (index !== undefined) {
    const isPlain = indices.length === 0 && ast.propertySignatures.length === 0 && AST.isStringKeyword(index.parameter)
    return isPlain ? record(compile(index.type)) : bySchema(ast)
  }
  const fields = ast.propertySignatures.map(
    ({ isOptional, name, type }) => [String(name), compile(type), isOptional] as const
  )
  return (value) => {
    if (!isObject(value)) return none
    const encoded: Record<string, unknown> = {}
    for (const [name, step, isOptional] of fields) {
      if (!Object.hasOwn(value, name)) {
        if (isOptional) continue
        return none
      }
      const field = step(value[name])
      if (field === none) return none
      encoded[name] = field
    }
    return encoded
  }
}

const refinement = (ast: AST.Refinement): Step => {
  const type = AST.typeAST(ast.from)
  const test = when((value) => Option.isNone(ast.filter(value, {}, ast)))
  const checked = chain(compile(type), test)
  // Where nothing is transformed below, what was checked is encoded already.
  return type === ast.from ? checked : chain(checked, compile(ast.from))
}

const transformation = (ast: AST.Transformation): Step => {
  const { from, to, transformation } = ast
  if (AST.isComposeTransformation(transformation)) return chain(compile(to), compile(from))
  if (!AST.isFinalTransformation(transformation)) return bySchema(ast)
  const transform: Step = (value) => settled(transformation.encode(value, {}, ast, value))
  return chain(compile(to), chain(transform, compile(from)))
}

/** Schemas that refuse fields they do not know, and the like, are Schema's business. */
const hasOptions = (ast: AST.AST) => AST.ParseOptionsAnnotationId in ast.annotations

const build = (ast: AST.AST): Step => {
  if (hasOptions(ast)) return bySchema(ast)
  switch (ast._tag) {
    case "StringKeyword":
      return when((value) => typeof value === "string")
    case "NumberKeyword":
      return when((value) => typeof value === "number")
    case "BooleanKeyword":
      return when((value) => typeof value === "boolean")
    case "BigIntKeyword":
      return when((value) => typeof value === "bigint")
    case "UnknownKeyword":
      return same
    case "Literal":
      return when((value) => value === ast.literal)
    case "Union":
      return union(ast)
    case "TupleType":
      return array(ast)
    case "TypeLiteral":
      return struct(ast)
    case "Refinement":
      return refinement(ast)
    case "Transformation":
      return transformation(ast)
    default:
      return bySchema(ast)
  }
}

const known = new WeakMap<AST.AST, Step>()

const compile = (ast: AST.AST): Step => {
  const step = known.get(ast) ?? build(ast)
  known.set(ast, step)
  return step
}

/**
 * As `Schema.encodeUnknownSync`, but taken apart once, which halves what a list costs. It answers what Schema would; where it
 * has no answer Schema is asked, which says what is wrong by throwing.
 */
export const compileEncoder = <A, I>(schema: Schema.Schema<A, I>): ((value: unknown) => unknown) => {
  const step = compile(schema.ast)
  const encode = Schema.encodeUnknownSync(schema)
  return (value) => {
    const encoded = step(value)
    return encoded === none ? encode(value) : encoded
  }
}
