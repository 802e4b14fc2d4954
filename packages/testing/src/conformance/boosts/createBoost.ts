import { part } from "../Api.js"
import type { Target } from "../Change.js"
import { badRequest, conflict, newRecord, notFound, reads, refusedFor, TIME, UUID } from "../Expectation.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { text } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_HASH, UNKNOWN_UUID } from "../Ids.js"
import { WithId } from "../Made.js"
import { bearer, body } from "../Sent.js"
import { about, asking, type Cases, sparing, supplied } from "../Subject.js"

interface Boosted extends Target {
  readonly hash: string
  readonly key: string
}

const valid = { scope: "key", window: "daily", usd: 3, reason: "A test" }

const boostOf = (id: string, fields: object = {}) => ({ ...valid, id, ...fields })

const noScope = { ...notFound, json: { "error.metadata.reason": "scope_not_found" } }

const shown = (hash: string) => ({
  ...{ id: UUID, scope: "key", scope_id: hash, key_hash: null, user_id: null, window: "daily", usd: 3 },
  ...{ state: "in_force", until: TIME, reason: "A test", created_at: TIME, request_id: null, ended_at: null }
})

const creation: Cases<Boosted> = ({ test }) => [
  test("it is listed, and shown to the key beside its limit", async ({ api, of, succeed }) => {
    const { data } = part(await succeed(), WithId)
    await api.get(`/budgets/boosts?id=${of.hash}`, reads({ "data.0.id": data.id, total_count: 1 }))
    const own = { "data.budgets.0.limit": 5, "data.budgets.0.boost": 3, "data.budgets.0.remaining": 8 }
    await api.get("/key", reads(own), bearer(of.key))
  }),
  test("of a workspace, by its slug or UUID, beside the limit of its budget", async ({ api, made, path }) => {
    const id = await made.workspaceOfBudget()
    const fields = { scope: "workspace", window: "monthly" }
    await api.post(path, boostOf(id, fields), newRecord({ scope: "workspace", scope_id: id, window: "monthly" }))
    await api.get(`/workspaces/${id}/budgets`, reads({ "data.0.boost_usd": 3, "data.0.remaining_usd": 103 }))
  }),
  test("of a guardrail, for a key or a member that it is assigned to", async ({ api, made, path }) => {
    const limited = { limit_usd: 1, reset_interval: "daily" }
    const { guardrail, hash } = await made.guardrailOfKey(limited)
    const ofKey = boostOf(guardrail, { scope: "guardrail_key", key_hash: hash })
    await api.post(path, ofKey, newRecord({ scope: "guardrail_key", scope_id: guardrail, key_hash: hash }))
    await api.post(path, { ...ofKey, key_hash: (await made.key()).hash }, notFound)
    const { guardrail: other, user } = await made.guardrailOfMember(limited)
    const ofMember = boostOf(other, { scope: "guardrail_member", user_id: user })
    await api.post(path, ofMember, newRecord({ scope: "guardrail_member", scope_id: other, user_id: user }))
    await api.post(path, { ...ofMember, user_id: "no-such-user" }, notFound)
    await api.post(path, boostOf(other, { scope: "guardrail_member" }), refusedFor("invalid_input", "user_id"))
    await api.post(path, boostOf(guardrail, { scope: "guardrail_key" }), refusedFor("invalid_input", "key_hash"))
  }),
  test("not where there is no limit in the window, or one of 0", async ({ api, made, of, path }) => {
    await api.post(path, boostOf(of.hash, { window: "weekly" }), {
      ...notFound,
      json: { "error.metadata.reason": "budget_not_found" }
    })
    const { hash } = await made.key({ limit: 0, limit_reset: "daily" })
    await api.post(path, boostOf(hash), conflict("limit_is_zero"))
  }),
  test("at most 16 in force", async ({ api, ask, of, path }) => {
    for (let n = 0; n < 16; n++) await ask({}, newRecord())
    await api.post(path, boostOf(of.hash), conflict("too_many_boosts"))
  })
]

const scopes: Cases<Boosted> = ({ spares }) => [
  ...["organization", "run", "KEY", "constructor"].map((scope) =>
    spares(`scope: not ${scope}`, ({ of }) => body(boostOf(of.hash, { scope })), refusedFor("invalid_input", "scope"))
  ),
  spares("an unknown key", body(boostOf(UNKNOWN_HASH)), noScope),
  spares("an unknown workspace", body(boostOf(UNKNOWN_UUID, { scope: "workspace" })), noScope),
  spares("an unknown guardrail", body(boostOf(UNKNOWN_UUID, { scope: "guardrail_member", user_id: "ada" })), noScope),
  spares("another organization's key", ({ account }) => body(boostOf(account.OTHER_KEY_HASH)), noScope),
  ...["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z", "tomorrow", null].map((until) =>
    spares(`until: not ${until}`, ({ of }) => body(boostOf(of.hash, { until })), refusedFor("invalid_input", "until"))
  )
]

const bad = JSON.stringify(boostOf(UNKNOWN_HASH, { usd: 0 }))

export const createBoost = about<Boosted>(
  "createBoost",
  {
    given: ({ account }) => ({ hash: account.KEY_HASH, key: "" }),
    fresh: ({ made }) => made.key({ limit: 5, limit_reset: "daily" }),
    body: ({ hash }) => JSON.stringify(boostOf(hash)),
    expect: ({ hash }) => newRecord(shown(hash)),
    shows: (fields, { hash }) => newRecord({ ...shown(hash), ...fields }),
    invalid: { body: bad }
  },
  sparing(general),
  supplied(text("reason", 500), not("usd", "0", "-1", "1e10", "1e400", '"1"', "null")),
  wrongTypes("scope", '"key"'),
  wrongTypes("window", '"daily"'),
  not("window", '"yearly"', '"Daily"'),
  unknownFields({ state: '"ended"', scope_id: '"x"', request_id: "null" }, "id", "user_id"),
  asking({ body: () => bad, expect: () => badRequest }, rateLimit),
  scopes,
  creation
)
