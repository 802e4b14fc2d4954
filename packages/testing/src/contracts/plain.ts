import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/**
 * A value as plain data, to compare what two stores answer: times as text, options as lists, bytes as hex. Times and
 * options remember things about themselves that are no part of their value.
 */
export const plain = (value: unknown): unknown => {
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value)
  if (Option.isOption(value)) return Option.toArray(value).map(plain)
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex")
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}
