import { describe, expect, it } from "@effect/vitest"
import { operations } from "@tollgate/http"
import { Arbitrary, Either, FastCheck, Schema } from "effect"
import { compileEncoder } from "../src/compileEncoder.js"

/** What an encoder comes to, as it goes out; or that it comes to nothing. */
const outcome = (encode: (value: unknown) => unknown, value: unknown) =>
  Either.getOrNull(Either.try(() => JSON.stringify(encode(value))))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

const wrong = [undefined, null, Number.NaN, 1.5, -1, 1n, "", "x", true, {}, [], new Date(0), Symbol.iterator]

/** All that a value is with one thing wrong in it, as deep as it goes. */
const mistaken = (value: unknown): ReadonlyArray<unknown> => {
  const inside = Array.isArray(value)
    ? value.slice(0, 2).flatMap((item, i) => mistaken(item).map((other) => value.with(i, other)))
    : isObject(value)
      ? Object.entries(value).flatMap(([name, field]) => {
          const { [name]: _, ...others } = value
          const changed = mistaken(field).map((other) => ({ ...value, [name]: other }))
          return [others, Object.create(value), { ...value, more: 1 }, ...changed]
        })
      : []
  return [...wrong, ...inside]
}

describe("an encoder that is made once", () => {
  const schemas: ReadonlyArray<readonly [name: string, schema: Schema.Schema.AnyNoContext]> = [
    ...operations.map(({ endpoint, id }) => [id, endpoint.successSchema] as const),
    [
      "shapes that no answer has yet",
      Schema.Struct({
        pair: Schema.Tuple(Schema.String, Schema.NumberFromString),
        either: Schema.Union(Schema.NumberFromString, Schema.Struct({ at: Schema.Date })),
        late: Schema.optionalWith(Schema.DateTimeUtc, {
          default: () => Schema.decodeSync(Schema.DateTimeUtc)("2026-01-01Z")
        }),
        maybe: Schema.optional(Schema.NullOr(Schema.Trim)),
        sized: Schema.Struct({ when: Schema.DateTimeUtc }).pipe(Schema.filter(({ when }) => when.epochMillis > 0)),
        closed: Schema.Struct({ a: Schema.Int }).annotations({ parseOptions: { onExcessProperty: "error" } }),
        composed: Schema.compose(Schema.Trim, Schema.NonEmptyString),
        keyed: Schema.Record({ key: Schema.NonEmptyString, value: Schema.Int }),
        anything: Schema.Unknown
      })
    ] as const
  ]

  it.each(schemas)("comes to what Schema does, whatever the value: %s", (_, schema) => {
    const [ours, theirs] = [compileEncoder(schema), Schema.encodeUnknownSync(schema)]
    for (const value of FastCheck.sample(Arbitrary.make(Schema.typeSchema(schema)), { numRuns: 100, seed: 7 })) {
      expect(outcome(ours, value)).toBe(outcome(theirs, value))
    }
    let refused = 0
    for (const value of FastCheck.sample(Arbitrary.make(Schema.typeSchema(schema)), { numRuns: 4, seed: 8 })) {
      for (const other of mistaken(value)) {
        const expected = outcome(theirs, other)
        expect(outcome(ours, other)).toBe(expected)
        if (expected === null) refused++
      }
    }
    expect(refused).toBeGreaterThan(0)
  })
})
