import { type Answer, json } from "./Answer.js"
import type { Expectation } from "./Case.js"
import { isRecord, mismatches } from "./mismatches.js"
import { fill, fillIn, MissingPlaceholder, type Vars } from "./substitute.js"

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

/** A placeholder that the run has no value for cannot occur. */
const filledOr = (text: string, vars: Vars, otherwise: string): string => {
  try {
    return fill(text, vars)
  } catch (cause) {
    if (cause instanceof MissingPlaceholder) return otherwise
    throw cause
  }
}

const checkAbsent = (texts: ReadonlyArray<string>, answer: Answer, vars: Vars): ReadonlyArray<string> => {
  if (texts.length === 0) return []
  const shown = answer.body + JSON.stringify(answer.headers)
  return texts.flatMap((text) => {
    const filled = filledOr(text, vars, "")
    return filled !== "" && shown.includes(filled) ? [`leaks ${text}`] : []
  })
}

const checkContent = (expect: Expectation, answer: Answer, vars: Vars): ReadonlyArray<string> => {
  const bad: Array<string> = []
  if (expect.message !== undefined)
    bad.push(...mismatches(expect.message, at(json(answer), "error.message"), "error.message"))
  for (const [name, wanted] of Object.entries(expect.headers ?? {})) {
    bad.push(...checkHeader(name, fillIn(wanted, vars), answer.headers[name]))
  }
  for (const [path, wanted] of Object.entries(expect.json ?? {})) {
    bad.push(...mismatches(fillIn(wanted, vars), at(json(answer), path), path))
  }
  if (expect.text !== undefined) bad.push(...mismatches(fill(expect.text, vars), answer.body))
  if (expect.body !== undefined) bad.push(...mismatches(fillIn(expect.body, vars), json(answer)))
  return bad
}

/**
 * Checks one answer against an expectation. With an alternative status, the contents are not checked. Throws `MissingPlaceholder` where
 * the expectation has a placeholder without a value.
 */
export const checkExpectation = (
  expect: Expectation,
  answer: Answer,
  vars: Vars,
  alternatives: boolean
): ReadonlyArray<string> => {
  const wanted = [expect.status, ...(alternatives ? (expect.alt ?? []) : [])]
  const bad: Array<string> = []
  if (!wanted.includes(answer.status)) {
    const problem = answer.problem === undefined ? "" : ` (${answer.problem})`
    bad.push(`status ${answer.status}${problem}, expected ${wanted.join(" or ")}`)
  }
  if (answer.status === expect.status) bad.push(...checkContent(expect, answer, vars))
  if (expect.answers !== undefined && answer.answers !== expect.answers) {
    bad.push(`${answer.answers} answers, expected ${expect.answers}`)
  }
  bad.push(...checkAbsent(expect.absent ?? [], answer, vars))
  return bad
}
