import { isDeepStrictEqual } from "node:util"
import { shown } from "./shown.js"

/** The innermost place where two values differ, and both values there. `at` is empty for the whole value. */
export interface Difference {
  readonly at: string
  readonly answer: string
  readonly expected: string
}

const keysOf = (value: unknown) => (typeof value === "object" && value !== null ? Object.keys(value) : [])

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** The first difference between two plain values; undefined if they are equal. */
export const firstDifference = (answer: unknown, expected: unknown, at: string = ""): Difference | undefined => {
  if (isDeepStrictEqual(answer, expected)) return undefined
  const keys = keysOf(answer)
  const alike = keys.length > 0 && isDeepStrictEqual(keys, keysOf(expected))
  const key = alike && keys.find((key) => !isDeepStrictEqual(fieldOf(answer, key), fieldOf(expected, key)))
  if (typeof key === "string") {
    const step = Array.isArray(answer) ? `[${key}]` : `${at === "" ? "" : "."}${key}`
    return firstDifference(fieldOf(answer, key), fieldOf(expected, key), at + step)
  }
  return { at, answer: shown(answer), expected: shown(expected) }
}
