import { badRequest } from "../answers.js"
import type { Expectation } from "../Case.js"
import type { Change, Family } from "../Subject.js"

/** A field of a body. */
export interface Field {
  readonly name: string
  /** A whole body with this JSON as the field's value; without it, the field alone. */
  readonly body?: (value: string) => string
}

/** The request that gives a field this value, written as JSON. */
export const sending = ({ body, name }: Field, value: string): Change => ({
  body: body === undefined ? `{${JSON.stringify(name)}:${value}}` : body(value)
})

/** A later read that shows this value. */
export const showing = ({ name }: Field, value: unknown): Expectation => ({
  status: 200,
  json: { [`data.${name}`]: value }
})

/** Values of each JSON type, as JSON writes them. */
const values = '"x" "" "null" 1 0 true false null [] {}'.split(" ")

/** Only values of the types of `good` are accepted, and neither in a list nor as text. */
export const wrongTypes =
  (field: Field, good: string, ...takes: ReadonlyArray<string>): Family =>
  (subject) => {
    const wrong = [...values.filter((value) => value !== good && !takes.includes(value)), `[${good}]`]
    const quoted = good.startsWith('"') ? [] : [JSON.stringify(good)]
    return [
      ...[...wrong, ...quoted].map((value) =>
        subject.refuses(`${field.name}: not ${value}`, sending(field, value), badRequest, { basis: "derived" })
      ),
      ...namedByIssue(field)(subject)
    ]
  }

/** A refusal names the field and does not repeat the value. */
export const namedByIssue =
  (field: Field): Family =>
  ({ refuses }) => [
    refuses(`${field.name}: the issue names the field`, sending(field, '{"canary":"canary-7f1d"}'), {
      ...badRequest,
      json: {
        "error.metadata.issues.0.path": [field.name],
        "error.metadata.issues.0.expected": { $type: "string" },
        "error.metadata.reason": { $type: "string" }
      },
      absent: ["canary"]
    })
  ]
