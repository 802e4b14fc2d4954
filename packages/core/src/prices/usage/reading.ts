import { Mismatch } from "./Mismatch.js"
import type { none } from "./none.js"

// Conversions read the objects of providers without a schema library, because the client is made from them, too: they import only one another.

/** A usage with all its parts. */
export type Parts = typeof none

/** A problem of an object: where, and what is expected there. */
export interface Problem {
  readonly path: ReadonlyArray<string | number>
  readonly expected: string
}

/** What a provider's object converts to: a usage, or why none can be derived from it. */
export type Converted =
  | { readonly usage: Parts }
  | { readonly mismatch: Mismatch }
  | { readonly issues: ReadonlyArray<Problem> }

/** Reads a value at a path. What it returns beside a problem is not used. */
export type Read<A> = (value: unknown, path: Problem["path"], problems: Array<Problem>) => A

/** The greatest count of tokens, images or units in one usage. */
const MAX_COUNT = 1_000_000_000

/** A count of tokens. */
export const amount: Read<number> = (value, path, problems) => {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT) return value
  const expected = value === undefined ? "a value, this field is required" : `a whole number from 0 to ${MAX_COUNT}`
  problems.push({ path, expected })
  return 0
}

/** Reads what may be absent or null. */
export const nullable =
  <A, B>(read: Read<A>, absent: B): Read<A | B> =>
  (value, path, problems) =>
    value === undefined || value === null ? absent : read(value, path, problems)

/** Reads what may be absent. */
export const optional =
  <A>(read: Read<A>): Read<A | undefined> =>
  (value, path, problems) =>
    value === undefined ? undefined : read(value, path, problems)

/** A count that is 0 if it is absent or null. */
export const count = nullable(amount, 0)

/** A count that may be unknown. */
export const known = nullable(amount, undefined)

export const text: Read<string> = (value, path, problems) => {
  if (typeof value === "string") return value
  problems.push({ path, expected: "a text" })
  return ""
}

/** The values of an object. Fields that are not named are ignored, because providers add some. */
export const record =
  <Fields extends Readonly<Record<string, Read<unknown>>>>(
    fields: Fields
  ): Read<{ readonly [Name in keyof Fields]: ReturnType<Fields[Name]> }> =>
  (value, path, problems) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value)
    if (!isObject) problems.push({ path, expected: "an object" })
    const entries = isObject
      ? Object.entries(fields).map(([name, read]) => [name, read(Reflect.get(value, name), [...path, name], problems)])
      : []
    // The names are those of the fields.
    return Object.fromEntries(entries) as { readonly [Name in keyof Fields]: ReturnType<Fields[Name]> }
  }

export const list =
  <A>(read: Read<A>): Read<ReadonlyArray<A>> =>
  (value, path, problems) => {
    if (Array.isArray(value)) return value.map((one, at) => read(one, [...path, at], problems))
    problems.push({ path, expected: "a list" })
    return []
  }

/** Converts a provider's object. */
export const reading =
  <A>(read: Read<A>, toUsage: (stated: A) => Parts | Mismatch) =>
  (given: unknown): Converted => {
    const problems: Array<Problem> = []
    const stated = read(given, [], problems)
    if (problems.length > 0) return { issues: problems.slice(0, 20) }
    const usage = toUsage(stated)
    return usage instanceof Mismatch ? { mismatch: usage } : { usage }
  }
