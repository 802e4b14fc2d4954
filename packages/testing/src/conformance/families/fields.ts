import * as Schema from "effect/Schema"
import type { Field } from "../Change.js"
import { badRequest, type Expectation, reads } from "../Expectation.js"
import { setting } from "../Given.js"
import type { Family } from "../Subject.js"

export const nameOf = (field: Field): string => (typeof field === "string" ? field : field.name)

/** A later read that shows this value. */
export const showing = (field: Field, value: unknown): Expectation => reads({ [`data.${nameOf(field)}`]: value })

/** Values of each JSON type, as JSON writes them. */
const values = '"x" "" "null" 1 0 true false null [] {}'.split(" ")

/** The name of a case stays short where the value is long. */
const shortened = (value: string) =>
  value.length > 120 ? `${value.slice(0, 60)}… (${value.length} characters)` : value

/** These values, as JSON, are refused. */
export const not =
  (field: Field, ...bad: ReadonlyArray<string>): Family =>
  ({ refuses }) =>
    bad.map((value) => refuses(`${nameOf(field)}: not ${shortened(value)}`, setting(field, value), badRequest))

/** Only values of the types of `good` are accepted, and neither in a list nor as text. */
export const wrongTypes =
  (field: Field, good: string, ...takes: ReadonlyArray<string>): Family =>
  (subject) => {
    const wrong = [...values.filter((value) => value !== good && !takes.includes(value)), `[${good}]`]
    const quoted = good.startsWith('"') ? [] : [JSON.stringify(good)]
    return [...not(field, ...wrong, ...quoted)(subject), ...namedByIssue(field)(subject)]
  }

/** A refusal names the field and does not repeat the value. */
export const namedByIssue =
  (field: Field): Family =>
  ({ refuses }) => [
    refuses(`${nameOf(field)}: the issue names the field`, setting(field, '{"canary":"canary-7f1d"}'), {
      ...badRequest,
      json: {
        "error.metadata.issues.0.path": [nameOf(field)],
        "error.metadata.issues.0.expected": Schema.String,
        "error.metadata.reason": Schema.String
      },
      absent: ["canary"]
    })
  ]
