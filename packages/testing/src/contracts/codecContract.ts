import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Codec from "@tollgate/core/codec"
import * as Arbitrary from "effect/Arbitrary"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

const said = <A>(result: Either.Either<A, unknown>) => Either.mapLeft(result, String)

/** Wrong values to put in place of a right one. */
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(undefined, null, "", "x", -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2n, true, [], {}, [null]),
  fc.constantFrom(new Date(0), Symbol.iterator),
  fc.string(),
  fc.jsonValue()
)

const damagedStruct = (value: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> => {
  const name = fc.constantFrom(...Object.keys(value), "unknown", "__proto__")
  const changed = name.chain((name) =>
    damaged(value[name]).map((damage) => Object.defineProperty({ ...value }, name, { value: damage, enumerable: true }))
  )
  const without = name.map((name) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)))
  const odd = fc.constantFrom(Object.create(value), { ...value, [Symbol.iterator]: 1 })
  return fc.oneof(wrong, changed, without, odd)
}

/** A value with one fault at any depth: a wrong, absent or additional part, or a different value altogether. */
const damaged = (value: unknown): fc.Arbitrary<unknown> => {
  if (Array.isArray(value) && value.length > 0) {
    const [first, ...others] = value
    return fc.oneof(
      wrong,
      damaged(first).map((damage) => [...others, damage])
    )
  }
  const isStruct = Predicate.isRecord(value) && Object.getPrototypeOf(value) === Object.prototype
  return isStruct ? damagedStruct(value) : wrong
}

/**
 * Promises of `Codec` about a schema.
 *
 * @param options.numRuns How many random values each promise is checked with. @default 40
 */
export const codecContract = <A, I>(
  name: string,
  schema: Schema.Schema<A, I>,
  { numRuns = 40 }: { readonly numRuns?: number } = {}
): void => {
  const runs = { fastCheck: { numRuns } }
  const pair = Arbitrary.make(Schema.typeSchema(schema))
    .filter((value) => Either.isRight(Schema.encodeEither(schema)(value)))
    // `__proto__` is refused everywhere, so a schema promises nothing about it.
    .filter((value) => !inspect(value, { depth: Number.POSITIVE_INFINITY }).includes("__proto__"))
    .map((value) => [value, Schema.encodeSync(schema)(value)] as const)

  describe(`Codec, by ${name}`, () => {
    it.prop(
      "answers as Schema does, to the byte",
      [pair],
      ([[value, plain]]) => {
        const written = Codec.encode(schema, value)
        assert.deepStrictEqual(written, Either.right(plain))
        assert.strictEqual(JSON.stringify(Either.getOrNull(written)), JSON.stringify(plain))
        const read = Codec.decode(schema, plain)
        assert.deepStrictEqual(read, Schema.decodeUnknownEither(schema)(plain))
        // Redacted values are compared in their encoded form.
        assert.deepStrictEqual(Either.flatMap(read, Schema.encodeEither(schema)), written)
      },
      runs
    )

    it.prop(
      "refuses what Schema refuses, in its words",
      [pair.chain(([value, plain]) => fc.tuple(damaged(value), damaged(plain)))],
      ([[value, plain]]) => {
        // A damaged value no longer has the type.
        assert.deepStrictEqual(said(Codec.encode(schema, value as A)), said(Schema.encodeUnknownEither(schema)(value)))
        assert.deepStrictEqual(said(Codec.decode(schema, plain)), said(Schema.decodeUnknownEither(schema)(plain)))
      },
      runs
    )
  })
}
