import type * as ParseResult from "effect/ParseResult"
import { ArrayFormatter } from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { EXPECTED } from "./expected.js"
import { InputIssue, refusal } from "./refusal.js"

/** An issue of a schema's formatter. Its message may contain the value, so it is never shown. */
interface RawIssue {
  readonly _tag: string
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

// Every documented name matches. Names with digits, long names and names with a long word may be a secret in a wrong place.
const plainName = /^(?=.{1,32}$)_*[A-Za-z]{1,16}([_-]+[A-Za-z]{1,16})*_*$/
// The way API keys begin, of this service (`tg_sk_`, with any prefix) and of others (`sk-`, `pk_`, `ghp_`, `xoxb-`).
const secretStart = /^(sk|pk|rk|gh[a-z]|github_pat|glpat|xox[a-z]|bearer)[_-]|^key-|(^|_)[sgm]k_|^(AKIA|AIza|eyJ)/i

const isPlainName = (name: PropertyKey) =>
  typeof name === "number" || (plainName.test(String(name)) && !secretStart.test(String(name)))

const namesOfFields = /^is unexpected, expected: ("[^"]*"( \| "[^"]*")*)$/

const unnamed = "a value of the documented type"

const phrase = (issue: RawIssue): string => {
  if (issue.message.startsWith(EXPECTED)) return issue.message.slice(EXPECTED.length)
  if (issue.path.at(-1) === "__proto__") return "no field named __proto__"
  if (issue._tag === "Missing") return "a value, this field is required"
  if (issue._tag === "Unexpected") {
    const names = namesOfFields.exec(issue.message)?.[1]
    // Without a list of fields, the caller chooses the names, and this one is not allowed.
    return names === undefined
      ? "a name of 1 to 255 characters without control characters or bidirectional marks"
      : `one of the fields ${names}`
  }
  // All input is an object, so at the root the whole input is of another type.
  if (issue._tag === "Type" && issue.path.length === 0) return "an object"
  return unnamed
}

/** Converts a formatter's issues to ones that are safe to show, at most 20. */
const toIssues = (raw: ReadonlyArray<RawIssue>): ReadonlyArray<InputIssue> => {
  const issues = raw.slice(0, 20).map((issue) => ({
    path: issue.path.map((name) => (isPlainName(name) ? (typeof name === "number" ? name : String(name)) : "?")),
    expected: phrase(issue)
  }))
  const specific = issues.filter(({ expected }) => expected !== unnamed)
  // A generic issue is dropped if a specific one exists at its path or below it.
  const telling = issues.filter(
    ({ expected, path }) =>
      expected !== unnamed || !specific.some((other) => path.every((name, at) => other.path[at] === name))
  )
  return [...new Map(telling.map((issue) => [JSON.stringify(issue), issue])).values()]
}

/** The input does not have the documented form. `issues` lists the problems, never the values. */
export class InvalidInput extends refusal<InvalidInput>()("InvalidInput", { issues: Schema.Array(InputIssue) }) {
  /** From the issues of `ArrayFormatter`, without the values that their messages may contain. */
  static fromFormatted(issues: ReadonlyArray<RawIssue>): InvalidInput {
    return new InvalidInput({ issues: toIssues(issues) })
  }
  static fromParseError(error: ParseResult.ParseError): InvalidInput {
    try {
      return InvalidInput.fromFormatted(ArrayFormatter.formatErrorSync(error))
    } catch {
      // The formatter formats the value too, and overflows the stack if it is nested thousands deep.
      return new InvalidInput({ issues: [{ path: [], expected: "a value that is nested less deeply" }] })
    }
  }
}
