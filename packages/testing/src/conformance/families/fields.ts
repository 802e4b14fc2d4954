import { badRequest } from "../answers.js"
import type { Expectation } from "../Case.js"
import type { Family, Field } from "../Subject.js"

export const nameOf = (field: Field): string => (typeof field === "string" ? field : field.name)

/** A later read that shows this value. */
export const showing = (field: Field, value: unknown): Expectation => ({
  status: 200,
  json: { [`data.${nameOf(field)}`]: value }
})

/** Values of each JSON type, as JSON writes them. */
const values = '"x" "" "null" 1 0 true false null [] {}'.split(" ")

/** These values, as JSON, are refused. */
export const not =
  (field: Field, ...bad: ReadonlyArray<string>): Family =>
  ({ refuses, sending }) =>
    bad.map((value) => refuses(`${nameOf(field)}: not ${value}`, sending(field, value), badRequest))

/** Only values of the types of `good` are accepted, and neither in a list nor as text. */
export const wrongTypes =
  (field: Field, good: string, ...takes: ReadonlyArray<string>): Family =>
  (subject) => {
    const { refuses, sending } = subject
    const wrong = [...values.filter((value) => value !== good && !takes.includes(value)), `[${good}]`]
    const quoted = good.startsWith('"') ? [] : [JSON.stringify(good)]
    return [
      ...[...wrong, ...quoted].map((value) =>
        refuses(`${nameOf(field)}: not ${value}`, sending(field, value), badRequest, { basis: "derived" })
      ),
      ...namedByIssue(field)(subject)
    ]
  }

/** A refusal names the field and does not repeat the value. */
export const namedByIssue =
  (field: Field): Family =>
  ({ refuses, sending }) => [
    refuses(`${nameOf(field)}: the issue names the field`, sending(field, '{"canary":"canary-7f1d"}'), {
      ...badRequest,
      json: {
        "error.metadata.issues.0.path": [nameOf(field)],
        "error.metadata.issues.0.expected": { $type: "string" },
        "error.metadata.reason": { $type: "string" }
      },
      absent: ["canary"]
    })
  ]
