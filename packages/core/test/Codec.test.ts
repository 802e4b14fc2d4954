import { describe, expect, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { Arbitrary, Either, FastCheck as fc, Predicate, Schema } from "effect"
import { compile } from "../src/compile.js"

const runs = { fastCheck: { numRuns: 40 } }

const isRefusal = (schema: Schema.Schema.All) => Predicate.isFunction(schema) && schema.prototype instanceof Error

/** Each schema that the package exports, by its name. Nobody reads or writes refusals by theirs. */
const schemas = Object.entries<unknown>({
  ...Core,
  UsdFromNumber: Core.Usd.UsdFromNumber,
  UsdLimit: Core.Usd.UsdLimit
}).flatMap(([name, schema]) =>
  // What is exported needs no services.
  Schema.isSchema(schema) && !isRefusal(schema) ? [{ name, schema: schema as Schema.Schema<unknown, unknown> }] : []
)

const said = <A>(result: Either.Either<A, unknown>) => Either.mapLeft(result, String)

/** What a value may be in place of the right one. */
const wrong = fc.oneof(
  fc.constantFrom(undefined, null, "", "x", -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2n, true, [], {}, [null]),
  fc.string(),
  fc.jsonValue()
)

/** A value with one field wrong, absent, or too much; or quite another value. */
const damaged = (value: unknown): fc.Arbitrary<unknown> => {
  if (!Predicate.isRecord(value)) return wrong
  const name = fc.constantFrom(...Object.keys(value), "unknown", "__proto__")
  const changed = fc.tuple(name, wrong).map(([name, wrong]) => {
    const copy = { ...value }
    Object.defineProperty(copy, name, { value: wrong, enumerable: true })
    return copy
  })
  const without = name.map((name) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)))
  return fc.oneof(wrong, changed, without)
}

describe.each(schemas)("Codec, by $name", ({ schema }) => {
  const pair = Arbitrary.make(Schema.typeSchema(schema))
    .filter((value) => Either.isRight(Schema.encodeEither(schema)(value)))
    .map((value) => [value, Schema.encodeSync(schema)(value)] as const)

  it.prop(
    "answers as Schema does, to the byte, and needs not ask it",
    [pair],
    ([[value, plain]]) => {
      const written = compile(schema.ast, "encode")(value)
      expect(written).toStrictEqual(plain)
      expect(JSON.stringify(written)).toBe(JSON.stringify(plain))
      expect(compile(schema.ast, "decode")(plain)).toStrictEqual(Schema.decodeUnknownSync(schema)(plain))
      expect(Core.Codec.encode(schema, value)).toStrictEqual(Either.right(plain))
      expect(Core.Codec.decode(schema, plain)).toStrictEqual(Schema.decodeUnknownEither(schema)(plain))
    },
    runs
  )

  it.prop(
    "refuses what Schema refuses, in its words",
    [pair.chain(([value, plain]) => fc.tuple(damaged(value), damaged(plain)))],
    ([[value, plain]]) => {
      expect(said(Core.Codec.encode(schema, value))).toEqual(said(Schema.encodeUnknownEither(schema)(value)))
      expect(said(Core.Codec.decode(schema, plain))).toEqual(said(Schema.decodeUnknownEither(schema)(plain)))
    },
    runs
  )
})
