import type { Field } from "../Change.js"
import { badRequest } from "../Expectation.js"
import { setting } from "../Given.js"
import type { Family } from "../Subject.js"
import { namedByIssue, nameOf, showing } from "./fields.js"

/** Amounts as sent, and as the answer shows them. */
const good: ReadonlyArray<readonly [name: string, sent: string, value: number]> = [
  ["zero blocks all spending", "0", 0],
  ["negative zero is stored as zero", "-0", 0],
  ["a fraction", "0.1", 0.1],
  ["cents", "12.34", 12.34],
  ["exponent", "1e2", 100],
  ["one nano-dollar", "0.000000001", 1e-9],
  ["nine decimals", "123456.123456789", 123456.123456789],
  ["below half a nano-dollar is rounded to the nearest", "0.0000000014", 1e-9],
  ["far below a nano-dollar is zero", "1e-12", 0],
  ["the greatest", "1000000000", 1e9],
  ["the greatest, written with a fraction", "1000000000.0", 1e9]
]

// 1e400 is Infinity in JavaScript, and Infinity is null in JSON, which would mean no limit.
const bad = [
  "-1 -0.000000001 -1e-12 1000000000.01 2000000000 9007199254740993 1e308 1e400 -1e400",
  '"5" "" "null" "Infinity" [5] {"$gt":0} true false'
].flatMap((values) => values.split(" "))

/** The amounts from one nano-dollar on, for fields that need one, and what is refused there. */
export const positive = {
  good: good.filter(([, , value]) => value > 0),
  bad: ["0", "-0", "1e-12", "null", ...bad]
}

/** Dollars from 0 to a billion, to the nano-dollar. An invalid amount must not become "no limit". */
export const amounts =
  (field: Field): Family =>
  (subject) => {
    const { testIdle, keeps } = subject
    const name = nameOf(field)
    const refuses = (title: string, value: string) =>
      testIdle(`${name}: not ${title}`, async ({ api, request, sending, shown, unchanged }) => {
        if (subject.way.reading !== undefined) await api.send(request(sending(field, "5")), showing(field, 5))
        await unchanged(() => api.send(request(sending(field, value)), badRequest))
        await shown(showing(field, 5))
      })
    return [
      ...good.map(([title, sent, value]) =>
        keeps(`${name}: ${title}`, setting(field, sent), ({ shows }) => shows({ [name]: value }))
      ),
      ...bad.map((value) => refuses(value, value)),
      refuses("400 digits", "9".repeat(400)),
      ...namedByIssue(field)(subject)
    ]
  }
