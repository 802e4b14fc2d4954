import type { Identified } from "../Change.js"
import { badRequest, conflict, type Expectation } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { body } from "../Sent.js"
import { about, type Cases, sparing } from "../Subject.js"
import { act, given, holdId, noHold, readHold, settle, tooLarge, withCorrections } from "./hold.js"

const found = (fields: object = {}) => ({ cost: 0.2, reason: "Nothing was billed", ...fields })
const reconciliation = (after: number) => ({ before: null, after, reason: "Nothing was billed" })

/** The settled hold with the cost that was found out. */
const settled = (id: string, cost: number, flags: ReadonlyArray<string> = []) => ({
  ...{ id, state: "settled", cost, corrections: 1, flags }
})

/** The refusal of a hold in another state, which it names. */
const known = (state: string): Expectation => {
  const refusal = conflict("hold_not_unknown")
  return { ...refusal, json: { ...refusal.json, "error.metadata.state": state } }
}

const outcomes: Cases<Identified> = ({ testIdle, test }) => {
  const records = (name: string, cost: number, flags?: ReadonlyArray<string>) =>
    test(name, async ({ ask, own, run }) => {
      const shown = settled(own, cost, flags)
      await ask(body(found({ cost })), withCorrections(shown, reconciliation(cost)))
      await readHold(run, own, shown, reconciliation(cost))
    })
  return [
    records("the hold has the cost", 0.2),
    records("the provider billed nothing", 0),
    records("above the amount held, the cost is recorded in full", 7, ["overdrawn"]),
    test("it is corrected afterwards", async ({ api, ask, own, run }) => {
      await ask(body(found()), withCorrections(settled(own, 0.2), reconciliation(0.2)))
      const corrected = [
        { ...settled(own, 0.1), corrections: 2 },
        reconciliation(0.2),
        { before: 0.2, after: 0.1 }
      ] as const
      await api.post(`/holds/${own}/correct`, { cost: 0.1, reason: "Invoice" }, withCorrections(...corrected))
      await readHold(run, own, ...corrected)
    }),
    test("the same again is answered as before, and another one is refused", async ({ api, ask, own, run }) => {
      const answer = withCorrections(settled(own, 0.2), reconciliation(0.2))
      for (let times = 0; times < 2; times++) await ask(body(found()), answer)
      for (const fields of [{ cost: 0.3 }, { reason: "Another one" }]) {
        await api.post(`/holds/${own}/reconcile`, found(fields), known("settled"))
      }
      await readHold(run, own, settled(own, 0.2), reconciliation(0.2))
    }),
    test("a settlement that comes later changes nothing", async ({ ask, own, run }) => {
      const answer = withCorrections(settled(own, 0.2), reconciliation(0.2))
      await ask(body(found()), answer)
      await settle(run, own, 0.1, { status: 200, json: { "data.cost": 0.2 } })
      await act(run, own, "release", { status: 200, json: { "data.state": "settled" } })
    }),
    testIdle("a cost for which no counter has room", async ({ run }) => {
      const own = await run.isolated()
      const id = await own.made.unknownHold()
      await own.made.fullCounters()
      await own.api.post(`/holds/${id}/reconcile`, found({ cost: 1 }), tooLarge)
      await readHold(own, id, { state: "unknown", cost: null })
    }),
    testIdle("an open hold is not ended", async ({ api, made, run }) => {
      const id = await made.hold()
      await api.post(`/holds/${id}/reconcile`, found(), known("open"))
      await readHold(run, id, { state: "open" })
    }),
    testIdle("a settled hold is corrected instead", async ({ api, made, run }) => {
      const id = await made.settledHold()
      await api.post(`/holds/${id}/reconcile`, found(), known("settled"))
      await readHold(run, id, { state: "settled", cost: 0.125 })
    }),
    testIdle("a released hold has cost nothing", async ({ api, made, run }) => {
      const id = await made.releasedHold()
      await api.post(`/holds/${id}/reconcile`, found(), known("released"))
      await readHold(run, id, { state: "released", cost: null })
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

export const reconcileHold = about<Identified>(
  "reconcileHold",
  {
    ids: holdId,
    given,
    fresh: async ({ made }) => ({ own: await made.unknownHold() }),
    body: () => JSON.stringify(found()),
    expect: ({ own }) => withCorrections(settled(own, 0.2), reconciliation(0.2)),
    invalid: { body: '{"cost":-1,"reason":"Nothing was billed"}' }
  },
  sparing(general, ids),
  sparing(unknownFields({ amount: "1", state: '"settled"' })),
  outcomes,
  ({ spares }) =>
    wrong.map((fields) => spares(`not ${JSON.stringify(fields).slice(0, 40)}`, body(found(fields)), badRequest)),
  ({ testIdle }) => [
    // On a server of its own, which has no such hold.
    testIdle("rate limit: a request over the limit", async ({ run }) => {
      const { api } = await run.limited(LIMIT)
      const path = `/holds/${UNKNOWN_UUID}/reconcile`
      for (let n = 0; n < LIMIT; n++) await api.post(path, found(), noHold)
      await api.post(path, found(), limited)
    })
  ]
)
