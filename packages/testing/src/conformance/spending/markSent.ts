import { about, sparing } from "../about.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import type { Family } from "../Subject.js"
import { act, ended, hold, holdId, OWN, read, setup } from "./hold.js"

const sent = hold({ id: OWN, state: "open", sent_at: { $time: true } })

const states: Family = ({ asks, succeeds }) => [
  succeeds("a repetition changes nothing", {}, { basis: "spec", follow: [{ request: act("sent"), expect: sent }] }),
  asks("a hold that was released", { path: "/holds/{ENDED_HOLD_ID}/sent" }, ended, {
    basis: "spec",
    setup: ["spender", "hold-released"]
  })
]

export const markSent = about(
  "markSent",
  { ids: holdId, success: { expect: sent, setup, follow: [{ request: read(), expect: sent }] } },
  sparing(general, ids),
  states
)
