import { badRequest } from "../Expectation.js"
import { patches } from "../patches.js"
import { body } from "../Sent.js"
import type { Family } from "../Subject.js"
import { fields, given, guardrailId, terms } from "./guardrail.js"

const budget = { limit_usd: 5, reset_interval: "weekly" }
const none = { limit_usd: null, reset_interval: null }

const changes: Family = ({ test, keeps }) => [
  keeps("a budget, and the whole record", body(budget), ({ shows }) => shows(budget)),
  keeps("null clears the budget with its interval", body(none), ({ shows }) => shows(none)),
  test("absent fields stay unchanged", async ({ ask, shows }) => {
    await ask(body(budget), shows(budget))
    await ask(body({ name: "Renamed" }), shows({ ...budget, name: "Renamed" }))
  }),
  test("no budget without an interval", async ({ ask, shown, shows }) => {
    await ask(body(budget), shows(budget))
    await ask(body({ reset_interval: null }), badRequest)
    await shown(shows(budget))
  }),
  test("the interval is cleared with the budget", async ({ ask, shows }) => {
    await ask(body(budget), shows(budget))
    await ask(body(none), shows(none))
  })
]

export const updateGuardrail = patches(
  "updateGuardrail",
  { ids: guardrailId, given, invalid: { limit_usd: -1 }, fields },
  terms,
  changes
)
