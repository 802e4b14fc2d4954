import type { Identified } from "../Change.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { about, type Cases, sparing } from "../Subject.js"
import { act, fresh, given, hold, holdId, readHold, settle, tooLarge } from "./hold.js"

const states: Cases<Identified> = ({ testIdle, test }) => [
  test("a repetition changes nothing", async ({ expect, own, run, succeed }) => {
    await succeed()
    await act(run, own, "unknown", expect)
  }),
  test("it can be settled afterwards", async ({ own, run, succeed }) => {
    await succeed()
    await settle(run, own, 0, hold({ state: "settled", cost: 0 }))
  }),
  testIdle("a released hold, for whose amount no counter has room any more", async ({ run }) => {
    const own = await run.isolated()
    const id = await own.made.releasedHold()
    await own.made.fullCounters()
    await act(own, id, "unknown", tooLarge)
    await readHold(own, id, { state: "released" })
  }),
  test("a settled hold stays settled", async ({ ask, own, run }) => {
    await settle(run, own, 0.125, hold({ state: "settled" }))
    await ask({}, hold({ state: "settled", cost: 0.125 }))
  })
]

export const markUnknown = about<Identified>(
  "markUnknown",
  {
    ids: holdId,
    given,
    fresh,
    expect: ({ own }) => hold({ id: own, state: "unknown", cost: null }),
    after: ({ own, run }) => readHold(run, own, { id: own, state: "unknown", cost: null })
  },
  sparing(general, ids),
  states
)
