import type * as ParseResult from "effect/ParseResult"
import { ArrayFormatter } from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { EXPECTED } from "./expected.js"

/** One thing to change: where it stands and what is expected there. */
export const InputIssue = Schema.Struct({
  path: Schema.Array(Schema.Union(Schema.String, Schema.Number)),
  expected: Schema.String
})
export interface InputIssue extends Schema.Schema.Type<typeof InputIssue> {}

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
  if (issue.message.startsWith(EXPECTED)) return issue.message.slice(EXPECTED.length)
  if (issue.path.at(-1) === "__proto__") return "no field named __proto__"
  if (issue._tag === "Missing") return "a value, this field is required"
  if (issue._tag === "Unexpected") return issue.message.replace(/^is unexpected, expected: /, "one of the fields ")
  // All input is an object, so what is no input at all was forgotten, or stands alone where its field should hold it.
  if (issue._tag === "Type" && issue.path.length === 0) return "an object"
  return unnamed
}

/** Turns a formatter's issues into ones that are safe to show. */
const toIssues = (raw: ReadonlyArray<RawIssue>): ReadonlyArray<InputIssue> => {
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
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.Array(InputIssue)
}) {
  override get message(): string {
    return this.issues.map(({ expected, path }) => `${path.join(".") || "input"}: expected ${expected}`).join("; ")
  }
  /** From the issues of `ArrayFormatter`, without the values that those may repeat. */
  static fromFormatted(issues: ReadonlyArray<RawIssue>): InvalidInput {
    return new InvalidInput({ issues: toIssues(issues) })
  }
  static fromParseError(error: ParseResult.ParseError): InvalidInput {
    try {
      return InvalidInput.fromFormatted(ArrayFormatter.formatErrorSync(error))
    } catch {
      // The formatter words the value, too, and runs out of stack where that is nested thousands deep.
      return new InvalidInput({ issues: [{ path: [], expected: "values that are nested less deeply" }] })
    }
  }
}
