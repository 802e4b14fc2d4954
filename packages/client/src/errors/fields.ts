import { fromDollars, toDollars } from "#shared"
import { Instant } from "./Instant.js"

/** The form of a field of a refusal: in JSON, an amount is a number of dollars, and an instant a text. */
export type Field =
  | "any"
  | "boolean"
  | "number"
  | "text"
  | "time"
  | "usd"
  | { readonly list: Field }
  | { readonly null: Field }
  | { readonly one: ReadonlyArray<unknown> }
  | { readonly of: Readonly<Record<string, Field>>; readonly optional: ReadonlyArray<string> }

const refuse = (): never => {
  throw new TypeError("The answer states no such field.")
}

/** Converts a field of a form: what `convert` makes of amounts and instants. */
const converted = (
  field: Field | undefined,
  value: unknown,
  convert: (form: "time" | "usd", value: unknown) => unknown
): unknown => {
  if (field === undefined) return refuse()
  if (typeof field === "string") {
    if (field === "any") return value
    if (field === "time" || field === "usd") return convert(field, value)
    return typeof value === (field === "text" ? "string" : field) ? value : refuse()
  }
  if ("null" in field) return value === null ? null : converted(field.null, value, convert)
  if ("one" in field) return field.one.includes(value) ? value : refuse()
  if ("list" in field) return Array.isArray(value) ? value.map((one) => converted(field.list, one, convert)) : refuse()
  if (typeof value !== "object" || value === null) return refuse()
  const names = Object.keys(field.of).filter(
    (name) => !(field.optional.includes(name) && Reflect.get(value, name) === undefined)
  )
  return Object.fromEntries(names.map((name) => [name, converted(field.of[name], Reflect.get(value, name), convert)]))
}

/** A field, from JSON. Throws if it has another form. */
export const decode = (field: Field | undefined, json: unknown): unknown =>
  converted(field, json, (form, value) => {
    if (form === "usd") return typeof value === "number" && Number.isFinite(value) ? fromDollars(value) : refuse()
    const millis = typeof value === "string" ? Date.parse(value) : Number.NaN
    return Number.isNaN(millis) ? refuse() : new Instant(millis)
  })

/** A field as JSON. */
export const encode = (field: Field | undefined, value: unknown): unknown =>
  converted(field, value, (form, value) => {
    if (form === "usd") return typeof value === "bigint" ? toDollars(value) : refuse()
    const millis = typeof value === "object" && value !== null ? Reflect.get(value, "epochMillis") : undefined
    return typeof millis === "number" ? new Date(millis).toISOString() : refuse()
  })
