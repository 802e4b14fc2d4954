import type { Fields } from "../Change.js"
import { is, record } from "../Expectation.js"
import { amounts } from "../families/amounts.js"
import { choices, requestCount } from "../families/choices.js"
import { not } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { body, get } from "../Sent.js"
import { about, type Cases } from "../Subject.js"
import { given, places, runOf, runPath } from "./run.js"

type Named = { readonly own: string }

const all = { limit_usd: 12.5, max_in_flight: 3, max_requests: 1000 }
const none = { limit_usd: null, max_in_flight: null, max_requests: null }

const changes: Cases<Named> = ({ keeps, testIdle }) => [
  keeps("every limit", body(all), ({ shows }) => shows(all)),
  keeps("no limit", body({ ...none, expires_in: null }), ({ shows }) => shows({ ...none, ends_at: null })),
  testIdle("the end of a run, from its creation", async ({ api, made }) => {
    const path = await made.run({ expires_in: 3600 })
    await api.patch(`/runs/${path}`, { expires_in: null }, record({ ends_at: null, state: "open" }))
  }),
  testIdle("a run stays stopped", ({ account, api }) =>
    api.patch(`/runs/${account.STOPPED_RUN_PATH}`, {}, record({ state: "stopped" }))
  ),
  testIdle("a stop and a change of limits at once both stay", async ({ api, made, run }) => {
    const path = await made.run({ limit_usd: 1 })
    await Promise.all([
      api.post(`/runs/${path}/stop`, undefined, is(200), run.gateway),
      api.patch(`/runs/${path}`, { limit_usd: 2 }, is(200))
    ])
    await api.get(`/runs/${path}`, record({ state: "stopped", limit_usd: 2 }))
  })
]

export const updateRun = about<Named>(
  "updateRun",
  {
    ids: runPath,
    given,
    body: () => "{}",
    refused: '{"limit_usd":77}',
    expect: ({ own }) => runOf(own),
    shows: (fields: Fields, { own }) => runOf(own, fields),
    invalid: { body: '{"limit_usd":-1}' },
    reading: ({ path, run }) => ({ sent: get(path, run.manager) })
  },
  general,
  ids,
  unknownFields({ path: '"x"', state: '"open"', spent: "0", remaining: "0", requests: "0", is_stopped: "true" }),
  rateLimit,
  amounts("limit_usd"),
  choices("limit_usd", "null"),
  requestCount("max_in_flight"),
  requestCount("max_requests"),
  not("expires_in", "0", "-1", "1.5", "31536001", '"1"', "[1]", "true"),
  places,
  changes
)
