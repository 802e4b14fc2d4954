import type { Operation } from "@tollgate/http"
import { Either, Option, Predicate, Schema } from "effect"
import { at } from "./documentSchemas.js"

type Json = Readonly<Record<string, unknown>>

/** Fills of a text: a control character is escaped with six bytes, a wide one has four. */
const fills = ["\u0001", "😀", "é", "z", "f"]
const texts = ["7f9c24e8-3b12-4fef-91d0-62f4a0a0b001", "2999-12-31T23:59:59.999999999Z", "black-forest-labs"]
const numbers = [Number.MAX_SAFE_INTEGER, 999_999_999.123_456_7, 2_592_000, 1_000_000]

/** A text of so many characters that differs by its number. */
const filled = (fill: string, length: number, n: number) => {
  const number = n.toString(16)
  return n === 0 ? fill.repeat(length) : number + fill.repeat(length - number.length)
}

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const many = <A>(count: number, of: (n: number) => A) => Array.from({ length: count }, (_, n) => of(n))

/** What the bounds of the document do not say: values whose form or size together is bounded. */
const stated: Readonly<Record<string, unknown>> = {
  callback_url: `https://app.example/${"é".repeat(2000)}`,
  code: "x".repeat(43),
  config: { a: "x".repeat(32_760) },
  key: "k".repeat(256),
  labels: Object.fromEntries(many(8, (n) => [String(n).padStart(32, "a"), filled("😀", 64, n)])),
  metadata: Object.fromEntries(many(16, (n) => [String(n).padStart(64, "a"), filled("😀", 512, n)]))
}

const imageModel = (n: number) => ({
  id: `acme/${"m".repeat(240)}${n}`,
  name: "n".repeat(255),
  description: "d".repeat(4000),
  created: Number.MAX_SAFE_INTEGER,
  architecture: { input_modalities: ["text", "image"], output_modalities: ["image"] },
  supported_parameters: { steps: { type: "range", min: 1, max: 50 }, transparent: { type: "boolean" } },
  supports_streaming: false
})

/** Values of a schema of the document. Some are too large, or have another form. */
const candidates = (schema: Json, n = 0): ReadonlyArray<unknown> => {
  const { $ref, anyOf, enum: values, items, maxItems, maxLength } = schema
  const [type] = [schema["type"]].flat()
  if (typeof $ref === "string") return candidates(at(...$ref.slice(2).split("/")), n)
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => candidates(one, n))
  if (Array.isArray(values)) return values
  if (type === "boolean") return [false]
  if (type === "number" || type === "integer") return numbers
  if (type === "array" && typeof maxItems === "number" && Predicate.isRecord(items)) {
    // Each kind of value a list can have, in all of its places.
    return candidates(items).map((_, kind) => many(maxItems, (n) => candidates(items, n)[kind]))
  }
  const long = typeof maxLength === "number" ? fills.map((fill) => filled(fill, maxLength, n)) : []
  return [...long, ...texts]
}

/**
 * The largest body of an operation, or nearly so where one bound is on the sum of its fields: its example in the document, with every
 * field that there is, each as large as the operation takes it.
 */
export const largestBody = ({ endpoint, method, name, path }: Operation): Json => {
  if (name === "replaceImageModels") return { models: many(1000, (n) => imageModel(n)) }
  const content = at("paths", `/api/v1${path}`, method.toLowerCase(), "requestBody", "content", "application/json")
  const read = Schema.decodeUnknownEither(Option.getOrThrow(endpoint.payloadSchema))
  const { example, examples } = content
  const shown: Json = Object(example ?? Object(Object.values(Object(examples)).at(-1)).value)
  const { $ref } = Object(content["schema"])
  const { properties } = at(...String($ref).slice(2).split("/"))
  let body = shown
  for (const [field, schema] of Object.entries(Object(properties))) {
    const before = body
    const bodies = [...candidates(Object(schema)), stated[field]].map((value) => ({ ...before, [field]: value }))
    const largestFirst = bodies.toSorted((one, other) => bytes(other) - bytes(one))
    body = largestFirst.find((one) => Either.isRight(read(one))) ?? before
  }
  return body
}
