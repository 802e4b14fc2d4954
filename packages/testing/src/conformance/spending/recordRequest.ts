import type { Target } from "../Change.js"
import { badRequest, is, newRecord, notFound, reads, record } from "../Expectation.js"
import { general } from "../families/general.js"
import { unknownFields } from "../families/unknownFields.js"
import type { Given } from "../Given.js"
import { newHoldId } from "../Made.js"
import type { Run } from "../Run.js"
import { refused } from "../runs/run.js"
import { about, type Cases } from "../Subject.js"
import { keyRefused, tooLarge } from "./hold.js"

interface Usage extends Target {
  readonly id: string
  readonly hash: string
}

const usageOf = ({ hash, id }: Usage, fields: object = {}) => ({
  body: JSON.stringify({ id, key_hash: hash, cost: 0.125, ...fields })
})

const recorded = ({ hash }: Usage, fields: object = {}) =>
  newRecord({ state: "settled", cost: 0.125, key_hash: hash, ...fields })

const shown = ({ api, of }: Given<Usage>, usage: number) => api.get(`/keys/${of.hash}`, reads({ "data.usage": usage }))

const counting: Cases<Usage> = ({ test }) => [
  test("it counts as usage of the key", async (given) => {
    await given.succeed()
    await shown(given, 0.125)
  }),
  test("a repetition changes nothing", async (given) => {
    await given.succeed()
    await given.ask(usageOf(given.of, { cost: 5 }), recorded(given.of))
    await shown(given, 0.125)
  }),
  test("it counts in its run, beyond the limits of that", async ({ api, ask, made, of }) => {
    const path = await made.run({ limit_usd: 0.1, max_requests: 1 })
    await ask(usageOf(of, { run: [{ id: path }] }), recorded(of))
    await ask(usageOf(of, { id: newHoldId(), run: [{ id: path }] }), recorded(of))
    await api.get(`/runs/${path}`, record({ spent: 0.25, remaining: -0.15, requests: 2, in_flight: 0 }))
  }),
  test("a run above that does not exist", ({ ask, of }) => {
    const id = `no-${of.id}`
    return ask(usageOf(of, { run: [{ id }, { id: "a" }] }), refused("run_not_found", id))
  }),
  test("a usage without a price leaves the outcome unknown", ({ ask, of }) =>
    ask(
      usageOf(of, { cost: undefined, usage: { input: 1 }, model: "acme/writer" }),
      recorded(of, { state: "unknown", cost: null, flags: ["price_missing"] })
    )),
  test("a cost needs no model, and a tool is named like one", async ({ ask, of }) => {
    await ask(usageOf(of), recorded(of, { models: [] }))
    const id = newHoldId()
    await ask(usageOf({ ...of, id }, { model: "tool:search/web" }), recorded(of, { id, models: ["tool:search/web"] }))
  })
]

const fresh = async ({ made }: Run): Promise<Usage> => ({ id: newHoldId(), hash: (await made.key()).hash })

const wrong = [
  { cost: -1 },
  { cost: undefined },
  { cost: undefined, usage: { units: { calls: 1 } } },
  { id: undefined },
  { key_hash: "x" },
  { at: "2999-01-01T00:00:00Z" },
  { at: "2020-01-01T00:00:00Z" }
]

/** A field that is absent is not in JSON. */
const named = (fields: object) => JSON.stringify(fields, (_, value: unknown) => value ?? "absent")

const refusals: Cases<Usage> = ({ testIdle, test }) => [
  test("a key that does not exist", ({ ask, of }) => ask(usageOf(of, { key_hash: "0".repeat(64) }), notFound)),
  test("another organization's key", ({ account, ask, of }) =>
    ask(usageOf(of, { key_hash: account.OTHER_KEY_HASH }), notFound)),
  test("usage of a management key", ({ account, ask, of }) =>
    ask(usageOf(of, { key_hash: account.MGMT_KEY_HASH }), keyRefused("management"))),
  testIdle("a cost for which no counter has room", async ({ run }) => {
    const own = await run.isolated()
    const { hash } = await own.made.key()
    await own.made.fullCounters()
    await own.api.post("/usage", { id: newHoldId(), key_hash: hash, cost: 1 }, tooLarge, own.gateway)
    await own.api.get(`/keys/${hash}`, reads({ "data.usage": 0 }))
  }),
  test("an id that another key has", ({ account, ask, of }) =>
    ask(usageOf(of, { id: account.HOLD_ID }), { ...is(409), message: "Conflict" })),
  ...wrong.map((fields) => test(`not ${named(fields)}`, ({ ask, of }) => ask(usageOf(of, fields), badRequest)))
]

export const recordRequest = about<Usage>(
  "recordRequest",
  {
    given: ({ account }) => ({ id: newHoldId(), hash: account.KEY_HASH }),
    fresh,
    body: (of) => usageOf(of).body,
    refused: "{}",
    expect: (of) => recorded(of),
    invalid: { body: '{"cost":-1}' }
  },
  general,
  unknownFields({ amount: "1" }, "id"),
  counting,
  refusals
)
