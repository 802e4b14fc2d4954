/** What is wrong with a field of the input. */
interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly expected: string
}

/** The API's text for a required field that is missing. */
const ABSENT = "a value, this field is required"

const isIssue = (value: unknown): value is Issue =>
  typeof value === "object" &&
  value !== null &&
  "path" in value &&
  Array.isArray(value.path) &&
  "expected" in value &&
  typeof value.expected === "string"

/** The problems that a refusal names. */
export const issuesOf = (failure: unknown): ReadonlyArray<Issue> =>
  failure instanceof Error && "issues" in failure && Array.isArray(failure.issues) ? failure.issues.filter(isIssue) : []

export const sentenceOf = ({ expected }: Issue): string =>
  expected === ABSENT ? "This is required." : `This must be ${expected}.`

/** What a refusal says of one field, as sentences; null if nothing. */
export const fieldIssue = (failure: unknown, name: string): string | null => {
  const texts = issuesOf(failure)
    .filter(({ path }) => path[0] === name)
    .map(sentenceOf)
  return texts.length === 0 ? null : texts.join(" ")
}

/** What a refusal says of fields that the form does not have. */
export const otherIssues = (failure: unknown, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  issuesOf(failure)
    .filter(({ path }) => !names.includes(String(path[0])))
    .map((issue) => `${issue.path.join(".").replaceAll("_", " ")}: ${sentenceOf(issue)}`)
