import type { Identified } from "../Change.js"
import { badRequest, conflict, is, notFound, reads, record, refusedFor, TIME, UUID } from "../Expectation.js"
import { not } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { bearer, body } from "../Sent.js"
import { about, type Cases, sparing, supplied } from "../Subject.js"
import { asked, decided, fresh, requestId } from "./request.js"

interface Asked extends Identified {
  readonly hash: string
  readonly key: string
}

const approved = (fields: object = {}) =>
  record({ ...asked, state: "approved", decided_at: TIME, approved_usd: 3, until: TIME, boost_id: UUID, ...fields })

const outcomes: Cases<Asked> = ({ test, testIdle }) => [
  test("the limit of the key has a boost, and its holder sees the decision", async ({ api, ask, of }) => {
    const stated = { usd: 2, reason: "A little" }
    await ask(body(stated), approved({ approved_usd: 2, decision: "A little", key_hash: of.hash }))
    await api.get("/key", reads({ "data.budgets.0.boost": 2, "data.budgets.0.remaining": 7 }), bearer(of.key))
    const shown = { "data.0.state": "approved", "data.0.approved_usd": 2, "data.0.decision": "A little" }
    await api.get("/key/requests", reads({ ...shown, total_count: 1 }), bearer(of.key))
    await api.get(`/budgets/boosts?id=${of.hash}`, reads({ "data.0.usd": 2, "data.0.request_id": of.own }))
  }),
  test("without a body, with what it asks for", ({ api, path }) => api.post(path, undefined, approved())),
  test("once", async ({ api, path, succeed }) => {
    await succeed()
    await api.post(path, {}, decided)
    await api.post(path.replace(/approve$/, "refuse"), {}, decided)
  }),
  test("of concurrent decisions, one is made", ({ api, request, good }) =>
    api.together(10, request(good), is(200), { 200: 1, 409: 9 })),
  test("not of a disabled key, nor of a deleted one", async ({ api, of, path }) => {
    await api.patch(`/keys/${of.hash}`, { disabled: true }, is(200))
    await api.post(path, {}, conflict("key_disabled"))
    await api.delete(`/keys/${of.hash}`, is(200))
    await api.post(path, {}, conflict("key_deleted"))
  }),
  // On a server of its own, which has no such request.
  testIdle("rate limit: a request over the limit", async ({ run }) => {
    const { api } = await run.limited(LIMIT)
    const path = `/budgets/requests/${UNKNOWN_UUID}/approve`
    for (let n = 0; n < LIMIT; n++) await api.post(path, {}, notFound)
    await api.post(path, {}, limited)
  })
]

export const approveBudgetRequest = about<Asked>(
  "approveBudgetRequest",
  {
    ids: requestId,
    given: () => ({ own: UNKNOWN_UUID, hash: "", key: "" }),
    fresh,
    body: () => '{"usd":3}',
    expect: () => approved(),
    invalid: { body: '{"usd":0}' }
  },
  sparing(general, ids),
  supplied(
    not("usd", "0", "-1", '"1"', "null", "1e400"),
    not("until", '"2020-01-01T00:00:00Z"', '"2999-01-01T00:00:00Z"', "1", "null"),
    not("reason", '""', "1", "null", JSON.stringify("a".repeat(501)))
  ),
  unknownFields({ state: '"approved"' }),
  ({ spares }) => [
    spares(
      "until: the issue names the field",
      body({ until: "2999-01-01T00:00:00Z" }),
      refusedFor("invalid_input", "until")
    ),
    spares("a list", { body: "[]" }, badRequest)
  ],
  outcomes
)
