import * as Effect from "effect/Effect"
import { ago } from "../ago.js"
import { accountOf } from "../demoAccount.js"
import { northwind } from "../northwind.js"
import { calendar, DAYS } from "./Calendar.js"
import { playMonth } from "./playMonth.js"

/** The account of `tollgate demo`: that of conformance cases, whose first organization has been in use for a month. */
export const demoMonth = Effect.gen(function* () {
  const { ageOf } = yield* calendar
  const ours = yield* ago(ageOf(DAYS))(northwind)
  const { last } = yield* playMonth(ours)
  const account = yield* accountOf(ours)
  yield* last
  return account
})
