import { about, sparing } from "../about.js"
import { badRequest, reads } from "../answers.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { unknownFields } from "../families/unknownFields.js"
import { asGateway, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { act, hold, holdId, OWN, reading, setup, tooLarge } from "./hold.js"

const settled = hold({ id: OWN, state: "settled", cost: 0.125, ended_at: { $time: true }, flags: [] })
const body = (fields: object) => ({ body: JSON.stringify({ cost: 0.125, credential_id: null, ...fields }) })

const outcomes: Family = ({ asks, succeeds }) => [
  succeeds(
    "settling twice, also with another cost, is settling once",
    {},
    { basis: "spec", follow: [{ request: act("settle", { cost: 5, credential_id: null }), expect: settled }] }
  ),
  asks(
    "above the amount held, the cost is recorded in full",
    body({ cost: 7 }),
    hold({ cost: 7, flags: ["overdrawn"] }),
    {
      basis: "spec",
      setup
    }
  ),
  asks("a cost for which no counter has room leaves the hold unknown", body({ cost: 1 }), tooLarge, {
    basis: "spec",
    setup: ["isolate", ...setup, "counters-full"],
    follow: [
      reading(hold({ state: "unknown", cost: null, amount: 0.25 })),
      { request: act("settle", { cost: 0.25, credential_id: null }), expect: hold({ state: "settled", cost: 0.25 }) }
    ]
  }),
  asks("a cost of 0", body({ cost: 0 }), hold({ state: "settled", cost: 0 }), { basis: "spec", setup }),
  asks("the source of the cost", body({ basis: "estimate" }), hold({ basis: "estimate" }), { basis: "spec", setup }),
  asks(
    "a credential outside of the plan is recorded and flagged",
    body({ credential_id: "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001" }),
    hold({ is_byok: true, flags: ["outside_plan"] }),
    { basis: "spec", setup }
  ),
  asks(
    "a hold that was released is settled all the same",
    { path: "/holds/{ENDED_HOLD_ID}/settle", ...body({}) },
    hold({ state: "settled", cost: 0.125 }),
    { basis: "spec", setup: ["spender", "hold-released"] }
  ),
  asks(
    "of concurrent settlements, each answers the one that was recorded",
    { ...body({}), concurrent: 10 },
    { status: 200, tally: { "200": 10 } },
    { basis: "derived", setup, follow: [reading(settled)] }
  )
]

const slots: Family = ({ asks }) => [
  asks(
    "without a credential, among several of the plan the gateway's own is assumed",
    { body: '{"cost":0.125}' },
    hold({ state: "settled", credential_id: null, is_byok: false, flags: ["credential_assumed"] }),
    {
      basis: "spec",
      setup: ["hold-credential"],
      follow: [
        {
          request: get("/holds?flag=credential_assumed&limit=5", asGateway),
          expect: reads({ data: { $min: 1, $each: { $shape: "Hold", $with: { flags: ["credential_assumed"] } } } })
        }
      ]
    }
  ),
  asks(
    "without a credential, the only one of the plan is used",
    { body: '{"cost":0.125}' },
    hold({ state: "settled", credential_id: null, is_byok: false, flags: [] }),
    { basis: "spec", setup }
  )
]

const usages: Family = ({ asks, spares }) => [
  asks(
    "a usage without a price leaves the outcome unknown",
    { body: '{"usage":{"input":1000},"credential_id":null}' },
    hold({ state: "unknown", cost: null, flags: ["price_missing"] }),
    {
      basis: "spec",
      setup,
      follow: [
        {
          request: act("settle", { cost: 0.125, credential_id: null }),
          expect: hold({ state: "settled", cost: 0.125 })
        }
      ]
    }
  ),
  asks("a cost wins over a usage", body({ usage: { input: 1 } }), hold({ state: "settled", cost: 0.125 }), { setup }),
  spares("neither a cost nor a usage", { body: '{"credential_id":null}' }, badRequest)
]

const invalid: Family = ({ spares }) =>
  [
    { cost: -1 },
    { cost: 1_000_000_001 },
    { cost: null },
    { credential_id: "abc" },
    { model: "" },
    { provider: "Open AI" },
    { basis: "guess" }
  ].map((fields) => spares(`not ${JSON.stringify(fields)}`, body(fields), badRequest))

export const settle = about(
  "settle",
  {
    ids: holdId,
    success: {
      body: '{"cost":0.125,"credential_id":null}',
      expect: settled,
      setup,
      follow: [reading(settled)]
    },
    invalid: { body: '{"cost":-1}' }
  },
  sparing(general, ids),
  sparing(unknownFields({ amount: "1", state: '"settled"' })),
  sparing(wrongTypes({ name: "cost", body: (value) => `{"cost":${value},"credential_id":null}` }, "0.125", "1", "0")),
  outcomes,
  slots,
  usages,
  invalid
)
