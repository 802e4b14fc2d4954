import * as Effect from "effect/Effect"
import { type Answer, json } from "./Answer.js"
import type { Expectation } from "./Case.js"
import { isRecord, mismatches } from "./mismatches.js"
import { substitute, substituteIn, type Vars } from "./substitute.js"

/** The value at a path, as in `data.0.id`. */
export const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return inner[Number(name)]
    return isRecord(inner) ? inner[name] : undefined
  }, value)

const checkHeader = (name: string, wanted: unknown, actual: string | undefined): ReadonlyArray<string> => {
  const label = `header ${name}`
  if (wanted === null) return actual === undefined ? [] : [`${label} = ${actual}, expected none`]
  if (actual === undefined) return [`${label} is missing`]
  if (wanted === "*") return []
  if (typeof wanted !== "string") return mismatches(wanted, actual, label)
  return actual.startsWith(wanted) ? [] : [`${label} = ${actual}, expected ${wanted}`]
}

const checkAbsent = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, answer: Answer, vars: Vars) {
  const shown = answer.body + JSON.stringify(answer.headers)
  const bad: Array<string> = []
  for (const text of texts) {
    // A placeholder that the run has no value for cannot occur.
    const filled = yield* Effect.orElseSucceed(substitute(text, vars), () => "")
    if (filled !== "" && shown.includes(filled)) bad.push(`leaks ${text}`)
  }
  return bad
})

const checkContent = Effect.fnUntraced(function* (expect: Expectation, answer: Answer, vars: Vars) {
  const bad: Array<string> = []
  const body = json(answer)
  if (expect.message !== undefined) bad.push(...mismatches(expect.message, at(body, "error.message"), "error.message"))
  for (const [name, wanted] of Object.entries(expect.headers ?? {})) {
    bad.push(...checkHeader(name, yield* substituteIn(wanted, vars), answer.headers[name]))
  }
  for (const [path, wanted] of Object.entries(expect.json ?? {})) {
    bad.push(...mismatches(yield* substituteIn(wanted, vars), at(body, path), path))
  }
  if (expect.text !== undefined) bad.push(...mismatches(yield* substitute(expect.text, vars), answer.body))
  if (expect.body !== undefined) bad.push(...mismatches(yield* substituteIn(expect.body, vars), body))
  return bad
})

/** Checks one answer against an expectation. With an alternative status, the contents are not checked. */
export const checkExpectation = Effect.fnUntraced(function* (
  expect: Expectation,
  answer: Answer,
  vars: Vars,
  alternatives: boolean
) {
  const wanted = [expect.status, ...(alternatives ? (expect.alt ?? []) : [])]
  const bad: Array<string> = []
  if (!wanted.includes(answer.status)) {
    const problem = answer.problem === undefined ? "" : ` (${answer.problem})`
    bad.push(`status ${answer.status}${problem}, expected ${wanted.join(" or ")}`)
  }
  if (answer.status === expect.status) bad.push(...(yield* checkContent(expect, answer, vars)))
  if (expect.answers !== undefined && answer.answers !== expect.answers) {
    bad.push(`${answer.answers} answers, expected ${expect.answers}`)
  }
  bad.push(...(yield* checkAbsent(expect.absent ?? [], answer, vars)))
  return bad
})
