import type { Identified } from "../Change.js"
import { badRequest, conflict } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { body } from "../Sent.js"
import { about, type Cases, sparing } from "../Subject.js"
import { given, holdId, noHold, readHold, tooLarge, withCorrections } from "./hold.js"

const corrected = (fields: object = {}) => ({ cost: 0.2, reason: "Invoice", ...fields })
const correction = (after: number) => ({ before: 0.125, after, reason: "Invoice" })

/** The settled hold with a corrected cost. */
const settled = (id: string, cost: number, flags: ReadonlyArray<string> = []) => ({
  ...{ id, state: "settled", cost, corrections: 1, flags }
})

const outcomes: Cases<Identified> = ({ testIdle, test }) => {
  const records = (name: string, cost: number, flags?: ReadonlyArray<string>) =>
    test(name, async ({ ask, own, run }) => {
      const shown = settled(own, cost, flags)
      await ask(body(corrected({ cost })), withCorrections(shown, correction(cost)))
      await readHold(run, own, shown, correction(cost))
    })
  return [
    records("the hold has the corrected cost", 0.2),
    records("above the amount held, the cost is recorded in full", 7, ["overdrawn"]),
    test("the cost that the hold has is no correction", ({ ask, own }) =>
      ask(body(corrected({ cost: 0.125 })), withCorrections({ id: own, cost: 0.125, corrections: 0 }))),
    testIdle("a cost for which no counter has room", async ({ run }) => {
      const own = await run.isolated()
      const id = await own.made.settledHold()
      await own.made.fullCounters()
      await own.api.post(`/holds/${id}/correct`, corrected({ cost: 1 }), tooLarge)
      await readHold(own, id, { state: "settled", cost: 0.125 })
    }),
    records("a cost of 0", 0),
    testIdle("an open hold has no cost to correct", async ({ api, made, run }) => {
      const id = await made.hold()
      await api.post(`/holds/${id}/correct`, corrected(), conflict("hold_not_settled"))
      await readHold(run, id, { state: "open" })
    })
  ]
}

const wrong = [
  { cost: -1 },
  { cost: null },
  { cost: "1" },
  { cost: 1_000_000_001 },
  { reason: "" },
  { reason: null },
  { reason: 1 },
  { reason: "a".repeat(501) }
]

export const correctHold = about<Identified>(
  "correctHold",
  {
    ids: holdId,
    given,
    fresh: async ({ made }) => ({ own: await made.settledHold() }),
    body: () => JSON.stringify(corrected()),
    expect: ({ own }) => withCorrections(settled(own, 0.2), correction(0.2)),
    invalid: { body: '{"cost":-1,"reason":"Invoice"}' }
  },
  sparing(general, ids),
  sparing(unknownFields({ amount: "1", state: '"settled"' })),
  outcomes,
  ({ spares }) =>
    wrong.map((fields) => spares(`not ${JSON.stringify(fields).slice(0, 40)}`, body(corrected(fields)), badRequest)),
  ({ testIdle }) => [
    // On a server of its own, which has no such hold.
    testIdle("rate limit: a request over the limit", async ({ run }) => {
      const { api } = await run.limited(LIMIT)
      const path = `/holds/${UNKNOWN_UUID}/correct`
      for (let n = 0; n < LIMIT; n++) await api.post(path, corrected(), noHold)
      await api.post(path, corrected(), limited)
    })
  ]
)
