import { badRequest } from "../answers.js"
import type { Expectation } from "../Case.js"
import type { Family } from "../Subject.js"
import { type Field, sending } from "./fields.js"

/** Each valid value of a field, as JSON, is accepted. */
export const choices =
  (field: Field, shown: (value: unknown) => Expectation, ...values: ReadonlyArray<string>): Family =>
  ({ keeps }) =>
    values.map((value) => {
      const taken: unknown = JSON.parse(value)
      return keeps(`${field.name}: takes ${value}`, sending(field, value), shown(taken), shown(taken), {
        basis: "spec"
      })
    })

/** One of a set of words, case-sensitive. */
export const words =
  (field: Field, ...known: readonly [string, ...ReadonlyArray<string>]): Family =>
  ({ refuses }) => {
    const [first] = known
    const capital = first.replace(/^./, (letter) => letter.toUpperCase())
    const wrong = [...known.map((word) => word.toUpperCase()), capital, `${first} `, "none", "yearly"]
    return wrong.map((word) =>
      refuses(`${field.name}: not ${JSON.stringify(word)}`, sending(field, JSON.stringify(word)), badRequest)
    )
  }
