import { created, is, record, refusedFor, TIME, UUID } from "../Expectation.js"
import { not } from "../families/fields.js"
import { general } from "../families/general.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { freshName } from "../Made.js"
import { body, get } from "../Sent.js"
import { about, all, type Cases, type Family } from "../Subject.js"
import { given, places, refused, runOf, segments, without } from "./run.js"

type Named = { readonly own: string }

const nothing = { spent: 0, held: 0, unknown: 0, in_flight: 0, requests: 0, last_charged_at: null, children: 0 }

const creation: Cases<Named> = ({ testIdle }) => [
  testIdle("a new run", async ({ api }) => {
    const path = freshName()
    const terms = { limit_usd: 5, max_in_flight: 2, max_requests: 10 }
    const data = { path, workspace_id: UUID, state: "open", ...terms, ...nothing, remaining: 5, created_at: TIME }
    await api.put(
      `/runs/${path}`,
      { ...terms, expires_in: 3600 },
      created({ data: { ...data, ends_at: TIME }, repeated: false })
    )
    await api.get(`/runs/${path}`, record({ ...terms, remaining: 5 }))
  }),
  testIdle("a new run without limits, and without a body", async ({ api, run }) => {
    const path = `/runs/${freshName()}`
    const limits = {
      "data.limit_usd": null,
      "data.max_in_flight": null,
      "data.max_requests": null,
      "data.ends_at": null
    }
    await api.send({ method: "PUT", path, headers: run.manager }, { status: 201, json: { ...limits, repeated: false } })
  }),
  testIdle("a run below one that exists", async ({ api, made }) => {
    const outer = await made.run({ limit_usd: 1 })
    await api.put(`/runs/${outer}%2Fa`, { limit_usd: 2 }, { status: 201, json: { "data.path": `${outer}/a` } })
    await api.get(`/runs/${outer}`, record({ children: 1 }))
  }),
  testIdle("no run below one that does not exist", async ({ api }) => {
    const outer = freshName()
    await api.put(`/runs/${outer}%2Fa`, { limit_usd: 2 }, without(outer))
    await api.get(`/runs/${outer}`, is(404))
  }),
  testIdle("eight names of 128 characters", async ({ api }) => {
    const names = Array.from({ length: 8 }, (_, n) => `${freshName()}:@~${n}`.padEnd(128, "-"))
    for (const at of names.keys()) {
      const path = names.slice(0, at + 1).join("/")
      const answer = { status: 201, json: { "data.path": path } }
      await api.put(`/runs/${encodeURIComponent(path)}`, {}, answer)
    }
  }),
  testIdle("of concurrent requests, one creates it", async ({ api, by, run }) => {
    const path = freshName()
    const sent = { method: "PUT", path: `/runs/${path}`, ...by(run.manager), ...body({ limit_usd: 3 }) }
    await api.together(8, sent, is(201), { 200: 7, 201: 1 })
    await api.get(`/runs/${path}`, record({ limit_usd: 3 }))
  })
]

/** On a server of its own. */
const limit: Cases<Named> = ({ testIdle }) => [
  testIdle("rate limit: a request over the limit", async ({ account, run }) => {
    const { api } = await run.limited(LIMIT)
    const path = `/runs/${account.STOPPED_RUN_PATH}`
    for (let n = 0; n < LIMIT; n++) await api.put(path, {}, is(200))
    await api.put(path, {}, limited)
  })
]

const repetition: Cases<Named> = ({ testIdle }) => [
  testIdle("the same limits again, or some of them", async ({ api, made }) => {
    const terms = { limit_usd: 5, max_requests: 10 }
    const path = await made.run(terms)
    const found = { ...record(terms), json: { ...record(terms).json, repeated: true } }
    await api.put(`/runs/${path}`, terms, found)
    await api.put(`/runs/${path}`, { max_requests: 10, expires_in: 1 }, found)
    await api.put(`/runs/${path}`, {}, found)
  }),
  testIdle("other limits", async ({ api, made }) => {
    const path = await made.run({ limit_usd: 5, max_requests: 10 })
    const differing = refused(
      "run_conflict",
      path,
      { limit_usd: 5, max_in_flight: null },
      { limit_usd: 6, max_in_flight: 1 }
    )
    await api.put(`/runs/${path}`, { limit_usd: 6, max_in_flight: 1, max_requests: 10 }, differing)
    await api.put(
      `/runs/${path}`,
      { max_requests: null },
      refused("run_conflict", path, { max_requests: 10 }, { max_requests: null })
    )
    await api.get(`/runs/${path}`, record({ limit_usd: 5, max_in_flight: null, max_requests: 10 }))
  }),
  testIdle("a stopped run stays stopped", ({ account, api }) =>
    api.put(`/runs/${account.STOPPED_RUN_PATH}`, {}, record({ state: "stopped" }))
  )
]

const limits: Family = all(
  not("limit_usd", "-1", "1000000000.01", "1e400", '"5"', "[5]", "true"),
  not("max_in_flight", "0", "-1", "1.5", "1000000001", '"1"'),
  not("max_requests", "0", "-1", "1.5", "1000000001", '"1"'),
  not("expires_in", "0", "-1", "1.5", "31536001", '"1"', "null")
)

export const openRun = about<Named>(
  "openRun",
  {
    given,
    body: () => "{}",
    refused: '{"limit_usd":77}',
    expect: ({ own }) => runOf(own),
    invalid: { body: '{"limit_usd":-1}' },
    reading: ({ path, run }) => ({ sent: get(path, run.manager) })
  },
  general,
  unknownFields({ spent: "0", state: '"open"', path: '"x"', reason: '"x"', parent: '"x"' }),
  limits,
  places,
  segments(refusedFor("invalid_input", "path")),
  creation,
  limit,
  repetition
)
