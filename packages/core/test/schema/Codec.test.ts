import { assert, describe, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { codecContract } from "@tollgate/testing/contracts"
import { Arbitrary, DateTime, Either, FastCheck, Predicate, Schema } from "effect"
import { runs } from "../../../../test/runs.js"
import { FALL_BACK } from "../../src/schema/Coder.js"
import { compile } from "../../src/schema/compile.js"

const isRefusal = (schema: Schema.Schema.All) => Predicate.isFunction(schema) && schema.prototype instanceof Error

/** Each schema that the package exports, by its name. Refusals are not encoded by theirs. */
const schemas = Object.entries<unknown>({
  ...Core,
  UsdFromNumber: Core.Usd.UsdFromNumber,
  UsdLimit: Core.Usd.UsdLimit
}).flatMap(([name, schema]) =>
  // What is exported needs no services.
  Schema.isSchema(schema) && !isRefusal(schema) ? [{ name, schema: schema as Schema.Schema<unknown, unknown> }] : []
)

for (const { name, schema } of schemas) codecContract(name, schema, { numRuns: runs(10, 40) })

codecContract(
  "shapes that nothing of ours has yet",
  Schema.Struct({
    pair: Schema.Tuple(Schema.String, Schema.NumberFromString),
    either: Schema.Union(Schema.NumberFromString, Schema.Struct({ at: Schema.Date })),
    late: Schema.optionalWith(Schema.DateTimeUtc, { default: () => DateTime.unsafeMake(0) }),
    maybe: Schema.optional(Schema.NullOr(Schema.Trim)),
    sized: Schema.Struct({ when: Schema.DateTimeUtc }).pipe(Schema.filter(({ when }) => when.epochMillis > 0)),
    closed: Schema.Struct({ a: Schema.Record({ key: Schema.String, value: Schema.Int }) }).annotations({
      parseOptions: { onExcessProperty: "error" }
    }),
    composed: Schema.compose(Schema.Trim, Schema.NonEmptyString),
    keyed: Schema.Record({ key: Schema.NonEmptyString, value: Schema.Int }),
    named: Schema.Record({ key: Schema.String, value: Schema.NumberFromString }),
    extended: Schema.Struct({ count: Schema.Int }, Schema.Record({ key: Schema.String, value: Schema.Number })),
    anything: Schema.Unknown
  })
)

describe("a schema that is compiled", () => {
  it.each(schemas)("needs not ask Schema for what is right: $name", ({ schema }) => {
    const some = Arbitrary.make(Schema.typeSchema(schema)).filter((value) =>
      Either.isRight(Schema.encodeEither(schema)(value))
    )
    for (const value of FastCheck.sample(some, { numRuns: runs(10, 40), seed: 7 })) {
      const plain = Schema.encodeSync(schema)(value)
      assert.deepStrictEqual(compile(schema.ast, "encode")(value), plain)
      assert.deepStrictEqual(compile(schema.ast, "decode")(plain), Schema.decodeUnknownSync(schema)(plain))
    }
  })

  it("takes null for no other literal", () => {
    const schema = Schema.Union(Schema.Literal("all"), Schema.Number)
    const decode = compile(schema.ast, "decode")
    assert.deepStrictEqual([decode("all"), decode(2)], ["all", 2])
    assert.throws(() => Schema.decodeUnknownSync(schema)(null))
    assert.notStrictEqual(decode(null), null)
  })

  it("takes null, undefined and a value by one union", () => {
    const decode = compile(Schema.Union(Schema.Number, Schema.Null, Schema.Undefined).ast, "decode")
    assert.deepStrictEqual([null, undefined, 2].map(decode), [null, undefined, 2])
    assert.deepStrictEqual(compile(Schema.NullOr(Schema.Number).ast, "decode")(undefined), FALL_BACK)
  })

  it("leaves it to Schema to refuse an amount that is no finite number, and what is no amount", () => {
    const encode = compile(Core.Usd.UsdFromNumber.ast, "encode")
    assert.deepStrictEqual([10n ** 400n, 1, null].map(encode), [FALL_BACK, FALL_BACK, FALL_BACK])
    assert.strictEqual(encode(-250_000_000n), -0.25)
  })

  it("leaves it to Schema what a refined name of a record is that does not match", () => {
    const decode = compile(Schema.Record({ key: Schema.NonEmptyString, value: Schema.Int }).ast, "decode")
    assert.deepStrictEqual([{ a: 1 }, { "": 1 }].map(decode), [{ a: 1 }, FALL_BACK])
  })
})
