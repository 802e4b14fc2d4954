import { forbidden, is, notFound, record } from "../Expectation.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { freshName } from "../Made.js"
import { get } from "../Sent.js"
import { about, type Cases } from "../Subject.js"
import { holdIn } from "../spending/authorizeRuns.js"
import { act } from "../spending/hold.js"
import { givenStopped, places, refused, runOf, segments, without } from "./run.js"

type Named = { readonly own: string }

const stops: Cases<Named> = ({ asks, testIdle }) => [
  asks(
    "a gateway key stops it too",
    ({ by, good, run }) => ({ ...good, ...by(run.gateway) }),
    ({ expect }) => expect
  ),
  asks("an ordinary key does not", ({ by, run }) => by(run.plain), forbidden),
  asks("without a body", { body: "" }, ({ expect }) => expect),
  testIdle("nothing is admitted in it and below it, and open holds are settled", async (given) => {
    const { api, made, run } = given
    const spender = await made.spender()
    const outer = await made.run({ workspace_id: spender.workspace })
    const inner = await made.runBelow(outer, "a", { workspace_id: spender.workspace })
    const hold = await holdIn(run, spender, [outer, "a"])
    await api.post(
      `/runs/${outer}/stop`,
      { workspace_id: spender.workspace },
      record({ state: "stopped" }),
      run.gateway
    )
    for (const steps of [[outer], [outer, "a"], [outer, "b"]]) {
      await holdIn(run, spender, steps, refused("run_stopped", outer))
    }
    await act(run, hold, "extend", refused("run_stopped", outer), { amount: 2 })
    await act(run, hold, "extend", is(200), {})
    await act(run, hold, "settle", is(200), { cost: 0.125, credential_id: null })
    const place = `?workspace_id=${spender.workspace}`
    await api.get(`/runs/${outer}${place}`, record({ state: "stopped", spent: 0.125, in_flight: 0, requests: 1 }))
    await api.get(`/runs/${inner}${place}`, record({ state: "open", spent: 0.125 }))
  }),
  testIdle("a run that does not exist is created stopped", async ({ api, run }) => {
    const path = freshName()
    await api.post(
      `/runs/${path}/stop`,
      { reason: "It loops." },
      record({ path, state: "stopped", requests: 0 }),
      run.gateway
    )
    await api.put(`/runs/${path}`, {}, record({ state: "stopped" }))
  }),
  testIdle("no run below one that does not exist", async ({ api }) => {
    const outer = freshName()
    await api.post(`/runs/${outer}%2Fa/stop`, undefined, without(outer))
    await api.get(`/runs/${outer}`, notFound)
  }),
  // On a server of its own.
  testIdle("rate limit: a request over the limit", async ({ account, run }) => {
    const { api } = await run.limited(LIMIT)
    const path = `/runs/${account.STOPPED_RUN_PATH}/stop`
    for (let n = 0; n < LIMIT; n++) await api.post(path, undefined, is(200))
    await api.post(path, undefined, limited)
  }),
  testIdle("another organization's run of the same path goes on", async ({ api, made, run }) => {
    const path = await made.run()
    await api.post(`/runs/${path}/stop`, undefined, record({ state: "stopped" }), run.other)
    await api.get(`/runs/${path}`, record({ state: "open" }))
  })
]

export const stopRun = about<Named>(
  "stopRun",
  {
    given: givenStopped,
    body: () => '{"reason":"It loops."}',
    expect: ({ own }) => runOf(own, { state: "stopped" }),
    invalid: { body: '{"reason":""}' },
    reading: ({ own, run }) => ({ sent: get(`/runs/${own}`, run.manager) })
  },
  general,
  unknownFields({ state: '"open"', limit_usd: "1" }),
  badTexts("reason", 500),
  wrongTypes("reason", '"x"', '"null"'),
  places,
  segments(notFound),
  stops
)
