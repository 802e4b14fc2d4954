import type { Field } from "../Change.js"
import { badRequest } from "../Expectation.js"
import { setting } from "../Given.js"
import { all, type Family } from "../Subject.js"
import { nameOf, not, wrongTypes } from "./fields.js"

/** Each valid value of a field, as JSON, is accepted. */
export const choices =
  (field: Field, ...values: ReadonlyArray<string>): Family =>
  ({ keeps }) =>
    values.map((value) => {
      const fields = { [nameOf(field)]: JSON.parse(value) }
      return keeps(`${nameOf(field)}: takes ${value}`, setting(field, value), ({ shows }) => shows(fields))
    })

/** Words similar to one of a set, which is case-sensitive, are refused. */
export const words =
  (field: Field, ...known: readonly [string, ...ReadonlyArray<string>]): Family =>
  ({ refuses }) => {
    const [first] = known
    const capital = first.replace(/^./, (letter) => letter.toUpperCase())
    const wrong = [...known.map((word) => word.toUpperCase()), capital, `${first} `, "none", "yearly"]
    return wrong.map((word) =>
      refuses(`${nameOf(field)}: not ${JSON.stringify(word)}`, setting(field, JSON.stringify(word)), badRequest)
    )
  }

/** One of a set of words, and no other type. */
export const word = (field: Field, ...known: readonly [string, ...ReadonlyArray<string>]): Family =>
  all(
    choices(field, ...known.map((one) => JSON.stringify(one))),
    words(field, ...known),
    wrongTypes(field, JSON.stringify(known[0]))
  )

/** An interval at which a limit resets, or null. */
export const interval = (field: Field): Family => {
  const known = ["daily", "weekly", "monthly"] as const
  const quoted = known.map((one) => JSON.stringify(one))
  return all(choices(field, ...quoted, "null"), words(field, ...known), wrongTypes(field, '"daily"', "null"))
}

/** A number of requests: a whole number from 1 to a billion, or null. */
export const requestCount = (field: Field): Family =>
  all(
    choices(field, "1", "1e3", "1000000000", "null"),
    not(field, "-1", "1.5", "1000000001", "1e400", "9007199254740993"),
    wrongTypes(field, "1", "null")
  )

/** The most open holds at a time. */
export const openHolds: Family = requestCount("max_in_flight")

/** True or false. */
export const flag = (field: Field): Family => all(choices(field, "true", "false"), wrongTypes(field, "true", "false"))
