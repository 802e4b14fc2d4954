import type { Identified } from "../Change.js"
import { is, NOTHING, notFound, reads, record, TIME } from "../Expectation.js"
import { not } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { bearer } from "../Sent.js"
import { about, type Cases, sparing, supplied } from "../Subject.js"
import { asked, decided, fresh, requestId } from "./request.js"

interface Asked extends Identified {
  readonly hash: string
  readonly key: string
}

const refused = (fields: object = {}) =>
  record({ ...asked, state: "refused", decided_at: TIME, decision: "Not today", boost_id: null, ...fields })

const outcomes: Cases<Asked> = ({ test, testIdle }) => [
  test("the limit stays, and the key may ask again", async ({ api, of, succeed }) => {
    await succeed()
    await api.get(`/budgets/boosts?id=${of.hash}`, NOTHING)
    await api.post("/key/requests", { usd: 1, reason: "Again" }, is(201), bearer(of.key))
    const shown = { "data.0.state": "open", "data.1.state": "refused", "data.1.decision": "Not today" }
    await api.get("/key/requests", reads({ ...shown, total_count: 2 }), bearer(of.key))
  }),
  test("without a body", ({ api, path }) => api.post(path, undefined, refused({ decision: null }))),
  test("once", async ({ api, path, succeed }) => {
    await succeed()
    await api.post(path, {}, decided)
    await api.post(path.replace(/refuse$/, "approve"), {}, decided)
  }),
  test("of concurrent decisions, one is made", ({ api, good, request }) =>
    api.together(10, request(good), is(200), { 200: 1, 409: 9 })),
  // On a server of its own, which has no such request.
  testIdle("rate limit: a request over the limit", async ({ run }) => {
    const { api } = await run.limited(LIMIT)
    const path = `/budgets/requests/${UNKNOWN_UUID}/refuse`
    for (let n = 0; n < LIMIT; n++) await api.post(path, {}, notFound)
    await api.post(path, {}, limited)
  })
]

export const refuseBudgetRequest = about<Asked>(
  "refuseBudgetRequest",
  {
    ids: requestId,
    given: () => ({ own: UNKNOWN_UUID, hash: "", key: "" }),
    fresh,
    body: () => '{"reason":"Not today"}',
    expect: () => refused(),
    invalid: { body: '{"reason":""}' }
  },
  sparing(general, ids),
  supplied(not("reason", '""', "1", "null", JSON.stringify("a".repeat(501)))),
  unknownFields({ state: '"refused"', usd: "1" }),
  outcomes
)
