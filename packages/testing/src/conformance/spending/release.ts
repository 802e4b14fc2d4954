import { about, sparing } from "../about.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import type { Family } from "../Subject.js"
import { act, hold, holdId, OWN, reading, setup } from "./hold.js"

const released = hold({ id: OWN, state: "released", ended_at: { $time: true } })

const states: Family = ({ asks, succeeds }) => [
  succeeds(
    "a repetition changes nothing",
    {},
    { basis: "spec", follow: [{ request: act("release"), expect: released }] }
  ),
  asks("a settled hold stays settled", {}, hold({ state: "settled", cost: 0.125 }), {
    basis: "spec",
    setup,
    before: [{ request: act("settle", { cost: 0.125, credential_id: null }), expect: hold({ state: "settled" }) }]
  }),
  asks("a hold whose outcome is unknown stays unknown", {}, hold({ state: "unknown" }), {
    basis: "spec",
    setup,
    before: [{ request: act("unknown"), expect: hold({ state: "unknown" }) }]
  })
]

export const release = about(
  "release",
  { ids: holdId, success: { expect: released, setup, follow: [reading(released)] } },
  sparing(general, ids),
  states
)
