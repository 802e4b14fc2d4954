import { forbidden, notFound, record } from "../Expectation.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { get } from "../Sent.js"
import { about, type Cases } from "../Subject.js"
import { holdIn } from "../spending/authorizeRuns.js"
import { given, places, refused, runOf, runPath } from "./run.js"

type Named = { readonly own: string }

const resumes: Cases<Named> = ({ asks, testIdle }) => [
  asks(
    "a gateway key resumes it too",
    ({ by, good, run }) => ({ ...good, ...by(run.gateway) }),
    ({ expect }) => expect
  ),
  asks("an ordinary key does not", ({ by, run }) => by(run.plain), forbidden),
  asks("without a body", { body: "" }, ({ expect }) => expect),
  testIdle("what a stop refused is admitted, unless a run above is stopped", async ({ api, made, run }) => {
    const spender = await made.spender()
    const place = { workspace_id: spender.workspace }
    const outer = await made.run(place)
    const inner = await made.runBelow(outer, "a", place)
    await api.post(`/runs/${outer}/stop`, place, record({ state: "stopped" }))
    await api.post(`/runs/${inner}/stop`, place, record({ state: "stopped" }))
    await api.post(`/runs/${inner}/resume`, place, record({ state: "open" }), run.gateway)
    await holdIn(run, spender, [outer, "a"], refused("run_stopped", outer))
    await api.post(`/runs/${outer}/resume`, { ...place, reason: "It was not the cause." }, record({ state: "open" }))
    await holdIn(run, spender, [outer, "a"])
  }),
  testIdle("another organization's gateway key does not", async ({ account, api, run }) => {
    const path = account.STOPPED_RUN_PATH
    await api.post(`/runs/${path}/resume`, undefined, notFound, run.otherGateway)
    await api.get(`/runs/${path}`, record({ state: "stopped" }))
  })
]

export const resumeRun = about<Named>(
  "resumeRun",
  {
    ids: runPath,
    given,
    body: () => '{"reason":"It was not the cause."}',
    expect: ({ own }) => runOf(own, { state: "open" }),
    invalid: { body: '{"reason":""}' },
    reading: ({ own, run }) => ({ sent: get(`/runs/${own}`, run.manager) })
  },
  general,
  ids,
  rateLimit,
  unknownFields({ state: '"open"', limit_usd: "1" }),
  badTexts("reason", 500),
  wrongTypes("reason", '"x"', '"null"'),
  places,
  resumes
)
