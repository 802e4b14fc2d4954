import * as Effect from "effect/Effect"
import type { Field } from "../operations/Operation.js"
import { wordOf } from "../operations/words.js"
import { askHidden } from "./askHidden.js"
import { standardInput } from "./standardInput.js"

/** What stands for a secret in a question: `key` is `Key`. */
const questionOf = ({ name }: Field) => {
  const words = wordOf(name).replaceAll("-", " ")
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Whether standard input is a terminal, at which someone can be asked. */
const isTerminal = () => process.stdin.isTTY === true

/**
 * Asks for secrets on a terminal. Elsewhere they are read from standard input: one is all of it without the line break at its end, several are a
 * line each.
 */
export const readSecrets = Effect.fnUntraced(function* (fields: ReadonlyArray<Field>) {
  if (fields.length === 0) return {}
  if (isTerminal()) {
    const entered = yield* Effect.forEach(fields, (field) => askHidden(questionOf(field)))
    return Object.fromEntries(fields.map(({ name }, i) => [name, entered[i] ?? ""]))
  }
  const text = (yield* standardInput).replace(/\r?\n$/, "")
  const values = fields.length === 1 ? [text] : text.split(/\r?\n/)
  return Object.fromEntries(fields.map(({ name }, i) => [name, values[i] ?? ""]))
})
