import { badRequest } from "../answers.js"
import { patches } from "../patches.js"
import { body } from "../requests.js"
import type { Family } from "../Subject.js"
import { fields, guardrailId, terms } from "./guardrail.js"

const budget = { limit_usd: 5, reset_interval: "weekly" }
const none = { limit_usd: null, reset_interval: null }

const changes: Family = ({ asks, keeps, reading, refuses, request, shows }) => {
  const set = { request: request(body(budget)), expect: shows(budget) }
  return [
    keeps("a budget, and the whole record", body(budget), shows(budget), shows(budget)),
    keeps("null clears the budget with its interval", body(none), shows(none), shows(none)),
    asks("absent fields stay unchanged", body({ name: "Renamed" }), shows({ ...budget, name: "Renamed" }), {
      before: [set]
    }),
    refuses("no budget without an interval", body({ reset_interval: null }), badRequest, {
      before: [set],
      ...(reading && { follow: [{ request: reading.request, expect: shows(budget) }] })
    }),
    asks("the interval is cleared with the budget", body(none), shows(none), { before: [set] })
  ]
}

export const updateGuardrail = patches(
  "updateGuardrail",
  { ids: guardrailId, shape: "Guardrail", invalid: { limit_usd: -1 }, fields },
  ...terms,
  changes
)
