import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/**
 * Converts a value to plain data for comparison: times as text, options as lists, bytes as hex. Times and
 * options have internal state that is not part of their value.
 */
export const plain = (value: unknown): unknown => {
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value)
  if (Option.isOption(value)) return Option.toArray(value).map(plain)
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex")
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}
