import type { Identified } from "../Change.js"
import { badRequest, is, within } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { unknownFields } from "../families/unknownFields.js"
import { body } from "../Sent.js"
import { about, type Cases, sparing } from "../Subject.js"
import { act, ended, fresh, given, hold, holdId, keyRefused, readHold, unpriced } from "./hold.js"

const spent = {
  status: 402,
  message: "Insufficient budget",
  headers: { "retry-after": null },
  json: {
    "error.metadata.reason": "budget_spent",
    ...within("error.metadata.budgets.0", { scope: "key", limit: 5, held: 0.25, asked: 99.75 })
  }
}

const amounts: Cases<Identified> = ({ testIdle, test }) => [
  test("a repetition changes nothing", async ({ expect, own, run, succeed }) => {
    await succeed()
    await act(run, own, "extend", expect, { amount: 0.5 })
  }),
  test("without an amount, the lease alone is renewed", ({ ask }) => ask(body({}), hold({ amount: 0.25 }))),
  test("without a body, the lease alone is renewed", ({ own, run }) => act(run, own, "extend", hold({ amount: 0.25 }))),
  test("an empty body is none", ({ ask }) => ask({ body: "" }, hold({ amount: 0.25 }))),
  test("a lower amount changes nothing", ({ ask }) => ask(body({ amount: 0.1 }), hold({ amount: 0.25 }))),
  test("a usage of a model without a price", async ({ ask, own, run }) => {
    await ask(body({ usage: { input: 1_000, output: 100 } }), unpriced(null))
    await readHold(run, own, { amount: 0.25, state: "open" })
  }),
  testIdle("more than the budget", async ({ made, run }) => {
    const alone = await made.holdAlone()
    await act(run, alone.hold, "extend", spent, { amount: 100 })
    await readHold(run, alone.hold, { amount: 0.25, state: "open" })
  }),
  testIdle("a key that was disabled meanwhile", async ({ api, made, run }) => {
    const alone = await made.holdAlone()
    await api.patch(`/keys/${alone.hash}`, { disabled: true }, is(200))
    await act(run, alone.hold, "extend", keyRefused("disabled"), { amount: 0.5 })
  }),
  testIdle("a hold that was released", async ({ made, run }) => {
    await act(run, await made.releasedHold(), "extend", ended, {})
  })
]

const wrong = [
  { amount: 0 },
  { amount: -1 },
  { amount: "1" },
  { amount: null },
  { amount: 0.5, usage: { input: 1 } },
  { usage: { input: -1 } },
  { usage: { tokens: 1 } },
  { lease_seconds: 0 },
  { lease_seconds: 2_592_001 },
  { lease_seconds: 1.5 }
]

export const extend = about<Identified>(
  "extend",
  {
    ids: holdId,
    given,
    fresh,
    body: () => '{"amount":0.5}',
    expect: ({ own }) => hold({ id: own, state: "open", amount: 0.5 }),
    invalid: { body: '{"amount":0}' },
    after: ({ own, run }) => readHold(run, own, { id: own, state: "open", amount: 0.5 })
  },
  sparing(general, ids),
  sparing(unknownFields({ cost: "1", models: "[]" })),
  amounts,
  ({ spares }) => wrong.map((fields) => spares(`not ${JSON.stringify(fields)}`, body(fields), badRequest))
)
