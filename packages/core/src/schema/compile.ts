import * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { type Coder, type Direction, FALL_BACK, OwnCoder } from "./Coder.js"
import { transformedStruct } from "./transformedStruct.js"

const identity: Coder = (value) => value

const when =
  (is: (value: unknown) => boolean): Coder =>
  (value) =>
    is(value) ? value : FALL_BACK

/** The value of a synchronous success, or `FALL_BACK`. `Either.isRight` looks for a symbol first, which takes most of the time of a small coder. */
const answerOf = (result: Effect.Effect<unknown, unknown, unknown>): unknown =>
  // No other effect has this tag.
  "_tag" in result && result._tag === "Right" ? (result as Either.Right<never, unknown>).right : FALL_BACK

const chain =
  (first: Coder, next: Coder): Coder =>
  (value) => {
    const made = first(value)
    return made === FALL_BACK ? FALL_BACK : next(made)
  }

/** Runs effect/Schema, for an AST without a compiled form. */
const bySchema = (ast: AST.AST, way: Direction, options: AST.ParseOptions): Coder => {
  const parse = way === "decode" ? ParseResult.decodeUnknownEither : ParseResult.encodeUnknownEither
  const run = parse(Schema.make(ast), options)
  return (value) => answerOf(run(value))
}

const list =
  (item: Coder): Coder =>
  (value) => {
    if (!Array.isArray(value)) return FALL_BACK
    const all = []
    for (const one of value) {
      const made = item(one)
      if (made === FALL_BACK) return FALL_BACK
      all.push(made)
    }
    return all
  }

const struct = (ast: AST.TypeLiteral, way: Direction, options: AST.ParseOptions): Coder => {
  const fields = ast.propertySignatures.map(({ isOptional, name, type }) => {
    return { isOptional, name, make: compile(type, way, options) }
  })
  return (value) => {
    if (!Predicate.isRecord(value)) return FALL_BACK
    const all: Record<PropertyKey, unknown> = {}
    let known = 0
    for (const { isOptional, make, name } of fields) {
      if (Object.hasOwn(value, name)) known++
      else if (isOptional) continue
      const made = make(value[name])
      if (made === FALL_BACK) return FALL_BACK
      all[name] = made
    }
    return options.onExcessProperty === "error" && Reflect.ownKeys(value).length > known ? FALL_BACK : all
  }
}

/** A record with string keys. Falls back if a key is a symbol, `__proto__` or not valid. */
const record =
  (key: Coder, item: Coder): Coder =>
  (value) => {
    if (!Predicate.isRecord(value) || Object.getOwnPropertySymbols(value).length > 0) return FALL_BACK
    const all: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const made = item(value[name])
      if (made === FALL_BACK || name === "__proto__" || key(name) === FALL_BACK) return FALL_BACK
      all[name] = made
    }
    return all
  }

/** Whether a schema is a string or a refinement of one. */
const isText = (ast: AST.AST): boolean => AST.isStringKeyword(ast) || (AST.isRefinement(ast) && isText(ast.from))

const typeLiteral = (ast: AST.TypeLiteral, way: Direction, options: AST.ParseOptions): Coder => {
  const [index, ...indices] = ast.indexSignatures
  if (index === undefined) {
    return ast.propertySignatures.length > 0 ? struct(ast, way, options) : bySchema(ast, way, options)
  }
  const isPlain = ast.propertySignatures.length + indices.length === 0 && isText(index.parameter)
  if (!isPlain) return bySchema(ast, way, options)
  return record(compile(index.parameter, way, options), compile(index.type, way, options))
}

const structOf = (ast: AST.AST): AST.AST => (AST.isRefinement(ast) ? structOf(ast.from) : ast)

/** The literal that a struct requires in a field, if it is one. */
const literalIn = (ast: AST.AST, name: PropertyKey): AST.LiteralValue | undefined => {
  const struct = structOf(ast)
  if (!AST.isTypeLiteral(struct)) return undefined
  const field = struct.propertySignatures.find((field) => field.name === name && !field.isOptional)
  return field !== undefined && AST.isLiteral(field.type) ? field.type.literal : undefined
}

/** A union of structs that differ in the literal of one field, or null. */
const tagged = ({ types }: AST.Union, way: Direction, options: AST.ParseOptions): Coder | null => {
  const first = structOf(types[0])
  if (!AST.isTypeLiteral(first)) return null
  for (const { name } of first.propertySignatures) {
    const coders = new Map<unknown, Coder>()
    for (const type of types) {
      const literal = literalIn(type, name)
      if (literal !== undefined) coders.set(literal, compile(type, way, options))
    }
    if (coders.size < types.length) continue
    // As effect/Schema does, by the value's own field only.
    return (value) => {
      const coder = Predicate.isRecord(value) && Object.hasOwn(value, name) ? coders.get(value[name]) : undefined
      return coder === undefined ? FALL_BACK : coder(value)
    }
  }
  return null
}

const union = (ast: AST.Union, way: Direction, options: AST.ParseOptions): Coder => {
  const literals = new Set<unknown>(ast.types.map((type) => (AST.isLiteral(type) ? type.literal : FALL_BACK)))
  if (!literals.has(FALL_BACK)) return when((value) => literals.has(value))
  // A type, `null` or `undefined`.
  const isNothing = (type: AST.AST) => AST.isUndefinedKeyword(type) || (AST.isLiteral(type) && type.literal === null)
  const [some, ...others] = ast.types.filter((type) => !isNothing(type))
  const nothings = ast.types.filter(isNothing)
  if (nothings.length === 0) return tagged(ast, way, options) ?? bySchema(ast, way, options)
  if (some === undefined || others.length > 0) return bySchema(ast, way, options)
  const takesNull = nothings.some(AST.isLiteral)
  const takesUndefined = nothings.some(AST.isUndefinedKeyword)
  const make = compile(some, way, options)
  return (value) => {
    if ((value === null && takesNull) || (value === undefined && takesUndefined)) return value
    return make(value)
  }
}

/** Applies property transformations in place, to a struct that `struct` has just created. */
const changeFields =
  (changes: ReadonlyArray<AST.PropertySignatureTransformation>, way: Direction) => (struct: unknown) => {
    if (!Predicate.isRecord(struct)) return FALL_BACK
    for (const change of changes) {
      const [from, to] = way === "decode" ? [change.from, change.to] : [change.to, change.from]
      const isThere = Object.hasOwn(struct, from)
      const made = change[way](isThere ? Option.some(struct[from]) : Option.none())
      if (isThere && (from !== to || Option.isNone(made))) delete struct[from]
      if (Option.isSome(made)) struct[to] = made.value
    }
    return struct
  }

const transformation = (ast: AST.Transformation, way: Direction, options: AST.ParseOptions): Coder => {
  const from = compile(way === "decode" ? ast.from : ast.to, way, options)
  const to = compile(way === "decode" ? ast.to : ast.from, way, options)
  const between = ast.transformation
  switch (between._tag) {
    case "ComposeTransformation":
      return chain(from, to)
    case "TypeLiteralTransformation": {
      const changes = between.propertySignatureTransformations
      const decoder = way === "decode" ? transformedStruct(ast, changes, (ast) => compile(ast, way, options)) : null
      return decoder ?? chain(chain(from, changeFields(changes, way)), to)
    }
    case "FinalTransformation": {
      const transform = between[way]
      return (value) => {
        const given = from(value)
        if (given === FALL_BACK) return FALL_BACK
        const made = answerOf(transform(given, options, ast, value))
        return made === FALL_BACK ? FALL_BACK : to(made)
      }
    }
  }
}

const refinement = (ast: AST.Refinement, way: Direction, options: AST.ParseOptions): Coder => {
  const check = when((value) => Option.isNone(ast.filter(value, options, ast)))
  const from = compile(ast.from, way, options)
  if (way === "decode") return chain(from, check)
  const type = AST.typeAST(ast.from)
  // On encoding, the filter checks the decoded value before the types below encode it.
  return type === ast.from ? chain(from, check) : chain(chain(compile(type, "decode", options), check), from)
}

/** Encodes instants as `Schema.DateTimeUtc` does. */
const instants: Coder = (value) =>
  DateTime.isDateTime(value) && DateTime.isUtc(value) ? DateTime.formatIso(value) : FALL_BACK

/** The schema's own coder for a direction, if it has one. */
const ownCoder = (ast: AST.AST, way: Direction): Coder | undefined => {
  if (ast === Schema.DateTimeUtc.ast) return way === "encode" ? instants : undefined
  // Only schemas of this package have the annotation.
  return (ast.annotations[OwnCoder] as { readonly [W in Direction]?: Coder } | undefined)?.[way]
}

/** Compiles a schema to a function. Several times faster than effect/Schema, which walks the AST for each value. */
export const compile = (ast: AST.AST, way: Direction, outer: AST.ParseOptions = AST.defaultParseOption): Coder => {
  const options = { ...outer, ...Option.getOrUndefined(AST.getParseOptionsAnnotation(ast)) }
  if (options.exact || options.onExcessProperty === "preserve" || AST.DecodingFallbackAnnotationId in ast.annotations) {
    return bySchema(ast, way, outer)
  }
  const own = ownCoder(ast, way)
  if (own !== undefined) return own
  switch (ast._tag) {
    case "StringKeyword":
      return when(Predicate.isString)
    case "NumberKeyword":
      return when(Predicate.isNumber)
    case "BooleanKeyword":
      return when(Predicate.isBoolean)
    case "BigIntKeyword":
      return when(Predicate.isBigInt)
    case "UndefinedKeyword":
      return when(Predicate.isUndefined)
    case "Literal":
      return when((value) => value === ast.literal)
    case "UnknownKeyword":
      return identity
    case "Refinement":
      return refinement(ast, way, options)
    case "Transformation":
      return transformation(ast, way, options)
    case "Declaration": {
      const run = way === "decode" ? ast.decodeUnknown(...ast.typeParameters) : ast.encodeUnknown(...ast.typeParameters)
      return (value) => answerOf(run(value, options, ast))
    }
    case "Union":
      return union(ast, way, options)
    case "TupleType": {
      const [item, ...more] = ast.rest
      return item !== undefined && more.length + ast.elements.length === 0
        ? list(compile(item.type, way, options))
        : bySchema(ast, way, options)
    }
    case "TypeLiteral":
      return typeLiteral(ast, way, options)
    default:
      return bySchema(ast, way, options)
  }
}
