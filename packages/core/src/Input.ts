import * as Data from "effect/Data"
import type * as ParseResult from "effect/ParseResult"
import { ArrayFormatter } from "effect/ParseResult"
import type * as Schema from "effect/Schema"

const mark = "expected: "

/**
 * Says in one phrase what a value must be. The phrase stands in the API document and, when a value is refused, in
 * the issue's `expected`, so that no answer ever repeats the value itself.
 */
export const expected =
  (phrase: string) =>
  <S extends Schema.Annotable.All>(self: S): Schema.Annotable.Self<S> =>
    self.annotations({ description: phrase, message: () => ({ message: mark + phrase, override: true }) })

/** Decoding that refuses unknown names and reports every issue, for what comes from outside. */
export const strict = { parseOptions: { onExcessProperty: "error", errors: "all" } } as const

/** One thing to change: where it stands and what is expected there. */
export interface InputIssue {
  readonly path: ReadonlyArray<string | number>
  readonly expected: string
}

/** An issue as a schema's formatter words it; the wording may hold the value, so it goes no further. */
interface RawIssue {
  readonly _tag: string
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

// Every documented name has this form. Another, with digits or longer, may be a secret that stands where a name should.
const isPlainName = (name: PropertyKey) => typeof name === "number" || /^[A-Za-z_-]{1,32}$/.test(String(name))

const unnamed = "a value of the documented type"

const phrase = (issue: RawIssue): string => {
  if (issue.message.startsWith(mark)) return issue.message.slice(mark.length)
  if (issue._tag === "Missing") return "a value, this field is required"
  if (issue._tag === "Unexpected") return issue.message.replace(/^is unexpected, expected: /, "one of the fields ")
  return unnamed
}

/** Turns a formatter's issues into ones that are safe to show. */
export const toIssues = (raw: ReadonlyArray<RawIssue>): ReadonlyArray<InputIssue> => {
  const issues = raw.slice(0, 20).map((issue) => ({
    path: issue.path.map((name) => (isPlainName(name) ? (typeof name === "number" ? name : String(name)) : "?")),
    expected: phrase(issue)
  }))
  const named = new Set(issues.filter(({ expected }) => expected !== unnamed).map(({ path }) => JSON.stringify(path)))
  // Of several things said about one place, the ones that name what is expected tell more.
  const telling = issues.filter(({ expected, path }) => expected !== unnamed || !named.has(JSON.stringify(path)))
  return [...new Map(telling.map((issue) => [JSON.stringify(issue), issue])).values()]
}

/** What a caller sent does not have the documented form. */
export class InvalidInput extends Data.TaggedError("InvalidInput")<{ readonly issues: ReadonlyArray<InputIssue> }> {
  override get message(): string {
    return this.issues.map(({ expected, path }) => `${path.join(".") || "input"}: expected ${expected}`).join("; ")
  }
  static fromParseError(error: ParseResult.ParseError): InvalidInput {
    return new InvalidInput({ issues: toIssues(ArrayFormatter.formatErrorSync(error)) })
  }
}
