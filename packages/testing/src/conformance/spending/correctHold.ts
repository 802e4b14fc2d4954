import { about, sparing } from "../about.js"
import { badRequest } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import type { Family } from "../Subject.js"
import { hold, holdId, noHold, OWN, setup as open, reading, tooLarge, withCorrections } from "./hold.js"

const setup = ["spender", "hold-settled"] as const
const correction = (after: number) => ({
  $with: { before: 0.125, after, reason: "Invoice" },
  $shape: "HoldCorrection"
})
const correctedTo = (cost: number, flags: ReadonlyArray<string> = []) =>
  withCorrections(hold({ id: OWN, state: "settled", cost, corrections: 1, flags }), correction(cost))
const corrected = correctedTo(0.2)
const body = (fields: object) => ({ body: JSON.stringify({ cost: 0.2, reason: "Invoice", ...fields }) })

const outcomes: Family = ({ asks, succeeds }) => [
  succeeds(
    "the hold has the corrected cost",
    {},
    { basis: "spec", follow: [reading(corrected, OWN, correction(0.2))] }
  ),
  asks("above the amount held, the cost is recorded in full", body({ cost: 7 }), correctedTo(7, ["overdrawn"]), {
    basis: "spec",
    setup
  }),
  asks(
    "the cost that the hold has is no correction",
    body({ cost: 0.125 }),
    withCorrections(hold({ id: OWN, cost: 0.125, corrections: 0 })),
    { basis: "derived", setup }
  ),
  asks("a cost for which no counter has room", body({ cost: 1 }), tooLarge, {
    basis: "spec",
    setup: ["isolate", ...setup, "counters-full"],
    follow: [reading(hold({ state: "settled", cost: 0.125 }))]
  }),
  asks("a cost of 0", body({ cost: 0 }), correctedTo(0), { basis: "spec", setup }),
  asks(
    "an open hold has no cost to correct",
    body({}),
    { status: 409, message: "Conflict", json: { "error.metadata.reason": "hold_not_settled" } },
    { basis: "derived", setup: open, follow: [reading(hold({ state: "open" }))] }
  )
]

const invalid: Family = ({ spares }) =>
  [
    { cost: -1 },
    { cost: null },
    { cost: "1" },
    { cost: 1_000_000_001 },
    { reason: "" },
    { reason: null },
    { reason: 1 },
    { reason: "a".repeat(501) }
  ].map((fields) => spares(`not ${JSON.stringify(fields).slice(0, 40)}`, body(fields), badRequest))

/** On a server of its own, which has no holds. */
const limit: Family = ({ asks, request }) => {
  const unknown = { path: `/holds/${UNKNOWN_UUID}/correct`, ...body({}) }
  return [
    asks("rate limit: a request over the limit", unknown, limited, {
      setup: [`rate-limit:${LIMIT}`],
      before: [{ request: { ...request(unknown), repeat: LIMIT }, expect: noHold }],
      basis: "spec"
    })
  ]
}

export const correctHold = about(
  "correctHold",
  {
    ids: holdId,
    success: { body: '{"cost":0.2,"reason":"Invoice"}', expect: corrected, setup },
    invalid: { body: '{"cost":-1,"reason":"Invoice"}' }
  },
  sparing(general, ids),
  sparing(unknownFields({ amount: "1", state: '"settled"' })),
  outcomes,
  invalid,
  limit
)
