import type { Identified } from "../Change.js"
import { TIME } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { about, type Cases, sparing } from "../Subject.js"
import { act, fresh, given, hold, holdId, readHold, settle } from "./hold.js"

const states: Cases<Identified> = ({ test }) => [
  test("a repetition changes nothing", async ({ expect, own, run, succeed }) => {
    await succeed()
    await act(run, own, "release", expect)
  }),
  test("a settled hold stays settled", async ({ ask, own, run }) => {
    await settle(run, own, 0.125, hold({ state: "settled" }))
    await ask({}, hold({ state: "settled", cost: 0.125 }))
  }),
  test("a hold whose outcome is unknown stays unknown", async ({ ask, own, run }) => {
    await act(run, own, "unknown", hold({ state: "unknown" }))
    await ask({}, hold({ state: "unknown" }))
  })
]

export const release = about<Identified>(
  "release",
  {
    ids: holdId,
    given,
    fresh,
    expect: ({ own }) => hold({ id: own, state: "released", ended_at: TIME }),
    after: ({ own, run }) => readHold(run, own, { id: own, state: "released", ended_at: TIME })
  },
  sparing(general, ids),
  states
)
