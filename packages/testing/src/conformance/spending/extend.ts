import { about, sparing } from "../about.js"
import { badRequest } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { unknownFields } from "../families/unknownFields.js"
import { asManager, json } from "../requests.js"
import type { Family } from "../Subject.js"
import { act, alone, ended, hold, holdId, OWN, reading, setup } from "./hold.js"

const extended = hold({ id: OWN, state: "open", amount: 0.5 })
const body = (fields: object) => ({ body: JSON.stringify(fields) })

const spent = {
  status: 402,
  message: "Insufficient budget",
  headers: { "retry-after": null },
  json: {
    "error.metadata.reason": "budget_spent",
    "error.metadata.budgets.0": {
      $shape: "RefusingBudget",
      $with: { scope: "key", limit: 5, held: 0.25, asked: 99.75 }
    }
  }
}

const disabling = {
  request: {
    method: "PATCH",
    path: "/keys/{HOLD_KEY_HASH}",
    headers: { ...asManager, ...json },
    body: '{"disabled":true}'
  },
  expect: { status: 200 }
}

const refusedKey = {
  status: 403,
  message: "The key cannot spend",
  json: { "error.metadata": { reason: "key_refused", key_state: "disabled" } }
}

const amounts: Family = ({ asks, sends, succeeds }) => [
  succeeds(
    "a repetition changes nothing",
    {},
    { basis: "spec", follow: [{ request: act("extend", { amount: 0.5 }), expect: extended }] }
  ),
  asks("without an amount, the lease alone is renewed", body({}), hold({ amount: 0.25 }), { basis: "spec", setup }),
  sends("without a body, the lease alone is renewed", act("extend"), hold({ amount: 0.25 }), { basis: "spec", setup }),
  asks("an empty body is none", { body: "" }, hold({ amount: 0.25 }), { basis: "derived", setup }),
  asks("a lower amount changes nothing", body({ amount: 0.1 }), hold({ amount: 0.25 }), { basis: "spec", setup }),
  asks("more than the budget", body({ amount: 100 }), spent, {
    basis: "spec",
    setup: alone,
    follow: [reading(hold({ amount: 0.25, state: "open" }))]
  }),
  asks("a key that was disabled meanwhile", body({ amount: 0.5 }), refusedKey, {
    basis: "spec",
    setup: alone,
    before: [disabling]
  }),
  asks("a hold that was released", { path: "/holds/{ENDED_HOLD_ID}/extend", ...body({}) }, ended, {
    basis: "spec",
    setup: ["spender", "hold-released"]
  })
]

const invalid: Family = ({ spares }) =>
  [
    { amount: 0 },
    { amount: -1 },
    { amount: "1" },
    { amount: null },
    { lease_seconds: 0 },
    { lease_seconds: 2_592_001 },
    { lease_seconds: 1.5 }
  ].map((fields) => spares(`not ${JSON.stringify(fields)}`, body(fields), badRequest))

export const extend = about(
  "extend",
  {
    ids: holdId,
    success: { ...body({ amount: 0.5 }), expect: extended, setup, follow: [reading(extended)] },
    invalid: { body: '{"amount":0}' }
  },
  sparing(general, ids),
  sparing(unknownFields({ cost: "1", models: "[]" })),
  amounts,
  invalid
)
