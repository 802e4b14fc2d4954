import { about, sparing } from "../about.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import type { Family } from "../Subject.js"
import { act, hold, holdId, OWN, reading, setup, tooLarge } from "./hold.js"

const unknown = hold({ id: OWN, state: "unknown", cost: null })

const states: Family = ({ asks, succeeds }) => [
  succeeds(
    "a repetition changes nothing",
    {},
    { basis: "spec", follow: [{ request: act("unknown"), expect: unknown }] }
  ),
  succeeds(
    "it can be settled afterwards",
    {},
    {
      basis: "spec",
      follow: [
        { request: act("settle", { cost: 0, credential_id: null }), expect: hold({ state: "settled", cost: 0 }) }
      ]
    }
  ),
  asks(
    "a released hold, for whose amount no counter has room any more",
    { path: "/holds/{ENDED_HOLD_ID}/unknown" },
    tooLarge,
    {
      basis: "derived",
      setup: ["isolate", ...setup, "hold-released", "counters-full"],
      follow: [reading(hold({ state: "released" }), "{ENDED_HOLD_ID}")]
    }
  ),
  asks("a settled hold stays settled", {}, hold({ state: "settled", cost: 0.125 }), {
    basis: "spec",
    setup,
    before: [{ request: act("settle", { cost: 0.125, credential_id: null }), expect: hold({ state: "settled" }) }]
  })
]

export const markUnknown = about(
  "markUnknown",
  { ids: holdId, success: { expect: unknown, setup, follow: [reading(unknown)] } },
  sparing(general, ids),
  states
)
