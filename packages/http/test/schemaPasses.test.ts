import { describe, expect, it } from "@effect/vitest"
import * as Codec from "@tollgate/core/codec"
import { Usd } from "@tollgate/core/models"
import { type Operation, operations } from "@tollgate/http"
import { Arbitrary, Either, FastCheck as fc, Option, Schema } from "effect"
import { DataEnvelope } from "../src/api/DataEnvelope.js"
import { schemasOf } from "../src/api/schemasOf.js"
import { answerEncoder } from "../src/app/answerEncoder.js"

/** An operation's schema of success, and an answer. */
const answers = (operation: Operation) => {
  const { successSchema: schema } = schemasOf(operation)
  return Arbitrary.make(Schema.typeSchema(schema)).map((value) => ({ schema, value }))
}

/** A schema of text that notes each pass. */
const counted = () => {
  const passes: Array<string> = []
  const noted = Schema.String.pipe(Schema.filter((text) => passes.push(text) > 0))
  return { noted, passes }
}

describe("a body", () => {
  it("passes the schema of each field once, though fields without a value have a default", () => {
    const { noted, passes } = counted()
    const body = Schema.Struct({
      key: noted,
      model: Schema.optionalToOptional(Schema.UndefinedOr(noted), noted, {
        decode: Option.filter((text) => text !== undefined),
        encode: (text) => text
      }),
      provider: Schema.optionalWith(noted, { default: () => "none" }),
      label: Schema.optionalWith(noted, { default: () => "none" })
    })
    const read = Codec.decode(body, { key: "a", model: "b", provider: "c" })
    expect(read).toEqual(Either.right({ key: "a", model: "b", provider: "c", label: "none" }))
    // A default has not been read, so it is judged.
    expect(passes).toEqual(["a", "b", "c", "none"])
  })

  it("passes the schema of a field once more if a transformation changes its value", () => {
    const { noted, passes } = counted()
    const upper = {
      decode: Option.map((text: string) => text.toUpperCase()),
      encode: (text: Option.Option<string>) => text
    }
    const body = Schema.Struct({ key: Schema.optionalToOptional(noted, noted, upper) })
    expect(Codec.decode(body, { key: "a" })).toEqual(Either.right({ key: "A" }))
    expect(passes).toEqual(["a", "A"])
  })
})

describe("an answer", () => {
  it("passes the schema of its data once", () => {
    const { noted, passes } = counted()
    const encode = answerEncoder(Schema.make(DataEnvelope(Schema.Struct({ id: noted, amount: Usd.UsdFromNumber })).ast))
    expect(encode({ id: "a", amount: Usd.fromNumber(0.25) })).toEqual(Either.right({ data: { id: "a", amount: 0.25 } }))
    expect(passes).toEqual(["a"])
  })

  it("is refused if its schema refuses it, in an envelope too", () => {
    const encode = answerEncoder(Schema.make(DataEnvelope(Schema.Struct({ id: Schema.String })).ast))
    expect(Either.isLeft(encode({ id: 1 }))).toBe(true)
  })

  it.prop(
    "is encoded as the schema of its operation says",
    [fc.constantFrom(...operations).chain(answers)],
    ([answer]) => {
      const { schema, value } = answer
      expect(answerEncoder(schema)(value)).toEqual(Codec.encode(schema, value))
    }
  )
})
