import { isDeepStrictEqual } from "node:util"
import { shown } from "./shown.js"

const keysOf = (value: unknown) => (typeof value === "object" && value !== null ? Object.keys(value) : [])

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** Where two plain values differ first, and what each has there, as "answered …, expected …"; undefined where they are equal. */
export const firstDifference = (answer: unknown, expected: unknown, path: string = ""): string | undefined => {
  if (isDeepStrictEqual(answer, expected)) return undefined
  const keys = keysOf(answer)
  const alike = keys.length > 0 && isDeepStrictEqual(keys, keysOf(expected))
  const key = alike && keys.find((key) => !isDeepStrictEqual(fieldOf(answer, key), fieldOf(expected, key)))
  if (typeof key === "string") {
    const step = Array.isArray(answer) ? `[${key}]` : `${path === "" ? "" : "."}${key}`
    return firstDifference(fieldOf(answer, key), fieldOf(expected, key), path + step)
  }
  return path === ""
    ? `answered ${shown(answer)}, expected ${shown(expected)}`
    : `answered with ${path} ${shown(answer)}, expected ${shown(expected)}`
}
