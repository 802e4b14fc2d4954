import type { Fields, Identified } from "../Change.js"
import { badRequest, each, is, TIME } from "../Expectation.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { body } from "../Sent.js"
import { about, type Cases, sparing } from "../Subject.js"
import { act, fresh, given, hold, holdId, readHold, settle as settleOne, tooLarge } from "./hold.js"

const settled = (id: string) => ({ id, state: "settled", cost: 0.125, ended_at: TIME, flags: [] })
const settling = (fields: object) => body({ cost: 0.125, credential_id: null, ...fields })

const outcomes: Cases<Identified> = ({ testIdle, test }) => {
  const records = (name: string, sent: object, shown: Fields) =>
    test(name, ({ ask }) => ask(settling(sent), hold(shown)))
  return [
    test("settling twice, also with another cost, is settling once", async ({ expect, own, run, succeed }) => {
      await succeed()
      await settleOne(run, own, 5, expect)
    }),
    records("above the amount held, the cost is recorded in full", { cost: 7 }, { cost: 7, flags: ["overdrawn"] }),
    testIdle("a cost for which no counter has room leaves the hold unknown", async ({ run }) => {
      const own = await run.isolated()
      const id = await own.made.hold()
      await own.made.fullCounters()
      await settleOne(own, id, 1, tooLarge)
      await readHold(own, id, { state: "unknown", cost: null, amount: 0.25 })
      await settleOne(own, id, 0.25, hold({ state: "settled", cost: 0.25 }))
    }),
    records("a cost of 0", { cost: 0 }, { state: "settled", cost: 0 }),
    records("the source of the cost", { basis: "estimate" }, { basis: "estimate" }),
    records(
      "a credential outside of the plan is recorded and flagged",
      { credential_id: UNKNOWN_UUID },
      { is_byok: true, flags: ["outside_plan"] }
    ),
    testIdle("a hold that was released is settled all the same", async ({ made, run }) => {
      await settleOne(run, await made.releasedHold(), 0.125, hold({ state: "settled", cost: 0.125 }))
    }),
    test("of concurrent settlements, each answers the one that was recorded", async ({
      api,
      good,
      own,
      request,
      run
    }) => {
      await api.together(10, request(good), is(200), { 200: 10 })
      await readHold(run, own, settled(own))
    })
  ]
}

const slots: Cases<Identified> = ({ testIdle, test }) => [
  testIdle(
    "without a credential, among several of the plan the gateway's own is assumed",
    async ({ api, made, run }) => {
      const { hold: id } = await made.credentialedHold()
      const assumed = { state: "settled", credential_id: null, is_byok: false, flags: ["credential_assumed"] }
      await act(run, id, "settle", hold(assumed), { cost: 0.125 })
      await api.get("/holds?flag=credential_assumed&limit=5", each({ flags: ["credential_assumed"] }), run.gateway)
    }
  ),
  test("without a credential, the only one of the plan is used", ({ ask }) =>
    ask(body({ cost: 0.125 }), hold({ state: "settled", credential_id: null, is_byok: false, flags: [] })))
]

const usages: Cases<Identified> = ({ spares, test }) => [
  test("a usage without a price leaves the outcome unknown", async ({ ask, own, run }) => {
    const usage = body({ usage: { input: 1_000 }, credential_id: null })
    await ask(usage, hold({ state: "unknown", cost: null, flags: ["price_missing"] }))
    await settleOne(run, own, 0.125, hold({ state: "settled", cost: 0.125 }))
  }),
  test("units without a price leave the outcome unknown", ({ ask }) =>
    ask(
      body({ usage: { units: { calls: 1, seconds: 1, characters: 1 } }, credential_id: null }),
      hold({ state: "unknown", cost: null, flags: ["price_missing"] })
    )),
  test("a cost wins over a usage", ({ ask }) =>
    ask(settling({ usage: { input: 1 } }), hold({ state: "settled", cost: 0.125 }))),
  spares("neither a cost nor a usage", { body: '{"credential_id":null}' }, badRequest)
]

const wrong = [
  { cost: -1 },
  { cost: 1_000_000_001 },
  { cost: null },
  { credential_id: "abc" },
  { model: "" },
  { provider: "Open AI" },
  { basis: "guess" }
]

export const settle = about<Identified>(
  "settle",
  {
    ids: holdId,
    given,
    fresh,
    body: () => settling({}).body,
    expect: ({ own }) => hold(settled(own)),
    invalid: { body: '{"cost":-1}' },
    after: ({ own, run }) => readHold(run, own, settled(own))
  },
  sparing(general, ids),
  sparing(unknownFields({ amount: "1", state: '"settled"' })),
  sparing(wrongTypes({ name: "cost", body: (value) => `{"cost":${value},"credential_id":null}` }, "0.125", "1", "0")),
  outcomes,
  slots,
  usages,
  ({ spares }) => wrong.map((fields) => spares(`not ${JSON.stringify(fields)}`, settling(fields), badRequest))
)
