import type { Fields } from "../Change.js"
import { badRequest, invalidCredential, is, readOnly, reads, refusedFor } from "../Expectation.js"
import { amounts } from "../families/amounts.js"
import { flag, interval, openHolds } from "../families/choices.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { texts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { workspaces } from "../families/workspaces.js"
import { freshName } from "../Made.js"
import { bearer, body } from "../Sent.js"
import { about, type Family } from "../Subject.js"
import { externalIdTaken, minted, mintedIn } from "./apiKey.js"
import { details, MOST_METADATA } from "./details.js"

const aKey = (fields: Fields = {}) => body({ name: "A key", ...fields })
const unused = {
  usage: 0,
  usage_daily: 0,
  usage_weekly: 0,
  usage_monthly: 0,
  byok_usage: 0,
  held: 0,
  unknown: 0,
  disabled: false
}
const bare = {
  ...{ limit: null, limit_remaining: null, limit_reset: null, include_byok_in_limit: false, expires_at: null },
  max_in_flight: null,
  ...{ is_management_key: false, is_read_only: false, metadata: {}, external_id: null, last_used_at: null }
}

const noTimes = ["1970-01-01T00:00:00Z", "2031-13-01T00:00:00Z", "2031-01-01T00:00:00"]

const minting: Family = ({ asks, test, refuses }) => [
  asks("only a name", {}, minted({ name: "A key", ...bare, ...unused })),
  asks("limit: the whole limit remains", aKey({ limit: 2.5 }), minted({ limit: 2.5, limit_remaining: 2.5 })),
  test("the secret works as an ordinary key, and the record can be read by its hash", async ({ api, succeed }) => {
    const { hash, key } = mintedIn(api, await succeed())
    await api.get("/key", reads({ "data.hash": hash }), bearer(key))
    await api.get(`/keys/${hash}`, reads({ "data.name": "A key" }))
    await api.get("/keys", is(403), bearer(key))
  }),
  test("a management key can manage", async ({ api, ask }) => {
    const { key } = mintedIn(api, await ask(aKey({ management: true }), is(201)))
    await api.get("/keys?limit=1", is(200), bearer(key))
  }),
  test("a read-only management key reads, changes nothing, and stays so with a new secret", async ({ api, ask }) => {
    const asked = aKey({ management: true, read_only: true })
    const { hash, key } = mintedIn(api, await ask(asked, minted({ is_management_key: true, is_read_only: true })))
    await api.patch(`/keys/${hash}`, { read_only: false }, badRequest)
    const rotated = mintedIn(api, await api.post(`/keys/${hash}/rotate`, { grace_seconds: 60 }, minted()))
    for (const secret of [key, rotated.key]) {
      await api.get("/key", reads({ "data.hash": hash, "data.is_read_only": true }), bearer(secret))
      await api.get(`/keys/${hash}`, is(200), bearer(secret))
      await api.patch(`/keys/${hash}`, { name: "Mine" }, readOnly, bearer(secret))
      await api.post("/keys", { name: "Mine" }, readOnly, bearer(secret))
    }
  }),
  refuses("a read-only key that manages nothing", aKey({ read_only: true }), refusedFor("invalid_input", "read_only")),
  test("a disabled key is refused", async ({ api, succeed }) => {
    const { hash, key } = mintedIn(api, await succeed())
    await api.patch(`/keys/${hash}`, { disabled: true }, is(200))
    await api.get("/key", invalidCredential, bearer(key))
  }),
  asks(
    "a creator",
    ({ account }) => aKey({ creator_user_id: account.MEMBER_USER_ID }),
    ({ account }) => minted({ creator_user_id: account.MEMBER_USER_ID })
  ),
  refuses("a creator who is not in the organization", aKey({ creator_user_id: "no-such-user" }), {
    ...refusedFor("user_not_in_organization", "creator_user_id"),
    absent: ["no-such-user"]
  }),
  asks("an expiry", aKey({ expires_at: "2031-01-01T00:00:00Z" }), minted({ expires_at: "2031-01-01T00:00:00.000Z" })),
  ...noTimes.map((expires_at) =>
    refuses(`expires_at: not ${JSON.stringify(expires_at)}`, aKey({ expires_at }), badRequest)
  ),
  asks("as much metadata as there can be", aKey({ metadata: MOST_METADATA }), minted({ metadata: MOST_METADATA })),
  test("an external id, which no second key gets", async ({ api, ask }) => {
    const named = { external_id: freshName() }
    const { hash } = mintedIn(api, await ask(aKey(named), minted(named)))
    await api.get(`/keys/${hash}`, reads({ "data.external_id": named.external_id }))
    await ask(aKey(named), externalIdTaken)
  }),
  test("an external id that a key has had is free again", async ({ api, ask, made }) => {
    const named = { external_id: freshName() }
    const { hash } = await made.key(named)
    await api.delete(`/keys/${hash}`, is(200))
    await ask(aKey(named), minted(named))
  }),
  test("of concurrent creations with one external id, one succeeds", ({ api, request }) =>
    api.together(10, request(aKey({ external_id: freshName() })), is(201), { 201: 1, 400: 9 })),
  refuses("no name", { body: "{}" }, badRequest)
]

export const createKey = about(
  "createKey",
  {
    body: () => aKey().body,
    expect: () => minted({ name: "A key" }),
    shows: (fields) => minted({ ...fields, ...("limit" in fields && { limit_remaining: fields["limit"] }) }),
    invalid: { body: '{"name":""}' }
  },
  general,
  texts("name"),
  wrongTypes("name", '"x"', '"null"', '"x"'),
  interval("limit_reset"),
  flag("include_byok_in_limit"),
  openHolds,
  wrongTypes("management", "true", "false"),
  wrongTypes("read_only", "false"),
  amounts("limit"),
  unknownFields({
    hash: '"x"',
    usage: "0",
    disabled: "false",
    limt: "5",
    is_management_key: "true",
    is_read_only: "true",
    created_by: '"root"'
  }),
  details,
  workspaces,
  rateLimit,
  minting
)
