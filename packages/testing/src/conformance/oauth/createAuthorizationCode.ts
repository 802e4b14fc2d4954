import { part } from "../Api.js"
import type { Fields } from "../Change.js"
import { badRequest, created, notFound, reads, refusedFor, TIME } from "../Expectation.js"
import { amounts } from "../families/amounts.js"
import { interval } from "../families/choices.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { WithId } from "../Made.js"
import { bearer, body } from "../Sent.js"
import { about, type Family } from "../Subject.js"
import { Exchanged, minted } from "./redemption.js"

const issued = created({ data: { id: /^[\w-]{43}$/, created_at: TIME, expires_at: TIME } })

const url = "https://app.example/callback"
const asking = (fields: Fields = {}) => body({ callback_url: url, ...fields })

const here = ["https://a.example:8443/x?y=z", "http://localhost:3000/", "http://127.0.0.1/", "http://[::1]:9/"]
const nowhere = [
  ...["http://app.example/", "http://localhost.evil.example/", "https://user:secret@app.example/"],
  ...["https://app.example/#token", "javascript:alert(1)", "ftp://app.example/", "app.example", "/callback"],
  ...[" https://app.example/", "https://app.example/\nx"]
]

const callbacks: Family = ({ asks, refuses }) => [
  ...here.map((callback_url) => asks(`callback_url: ${callback_url}`, body({ callback_url }), issued)),
  ...nowhere.map((callback_url) =>
    refuses(`callback_url: not ${JSON.stringify(callback_url)}`, body({ callback_url }), badRequest)
  ),
  refuses(
    "callback_url: not one of 2,068 characters",
    body({ callback_url: `https://app.example/${"a".repeat(2048)}` }),
    badRequest
  ),
  refuses("callback_url: missing", { body: "{}" }, badRequest)
]

const letters = (count: number) => "a".repeat(count)

const badChallenges = {
  "42 characters": letters(42),
  "129 characters": letters(129),
  "a plus": `${letters(42)}+`,
  nothing: ""
}

const notS256 = { "44 characters": letters(44), "128 characters": letters(128) }

const challenges: Family = ({ asks, refuses }) => [
  ...["S256", "plain"].map((code_challenge_method) =>
    asks(
      `a challenge with ${code_challenge_method}`,
      ({ account }) => asking({ code_challenge: account.CHALLENGE_S256, code_challenge_method }),
      issued
    )
  ),
  ...Object.entries(badChallenges).map(([name, code_challenge]) =>
    refuses(`code_challenge: not with ${name}`, asking({ code_challenge }), badRequest)
  ),
  refuses(
    "code_challenge: not with padding",
    ({ account }) => asking({ code_challenge: `${account.CHALLENGE_S256}=` }),
    badRequest
  ),
  ...Object.entries(notS256).flatMap(([name, code_challenge]) => [
    refuses(
      `code_challenge: not with ${name} for S256`,
      asking({ code_challenge }),
      refusedFor("challenge_refused", "code_challenge")
    ),
    asks(`code_challenge: ${name} for plain`, asking({ code_challenge, code_challenge_method: "plain" }), issued)
  ]),
  refuses("code_challenge: not null", asking({ code_challenge: null }), badRequest),
  ...["s256", "S512", "", null].map((code_challenge_method) =>
    refuses(
      `code_challenge_method: not ${JSON.stringify(code_challenge_method)}`,
      ({ account }) => asking({ code_challenge: account.CHALLENGE_S256, code_challenge_method }),
      badRequest
    )
  ),
  refuses("a method without a challenge", asking({ code_challenge_method: "S256" }), badRequest)
]

/** The exchange of a code shows what it was created with. */
const bought: Family = ({ test }) => [
  test("it can be exchanged for a key once", async ({ api, run, succeed }) => {
    const quiet = run.log()
    const { id: code } = part(await succeed(), WithId).data
    await api.post("/auth/keys", { code }, minted)
    await api.post("/auth/keys", { code }, badRequest)
    await quiet(code)
  }),
  test("with a challenge, the exchange requires the verifier", async ({ account, api, ask }) => {
    const fields = { code_challenge: account.CHALLENGE_S256, user_id: account.MEMBER_USER_ID }
    const { id: code } = part(await ask(asking(fields), issued), WithId).data
    await api.post("/auth/keys", { code }, badRequest)
    await api.post("/auth/keys", { code, code_verifier: account.VERIFIER_OTHER }, badRequest)
    await api.post(
      "/auth/keys",
      { code, code_verifier: account.VERIFIER_S256 },
      { ...minted, json: { user_id: account.MEMBER_USER_ID } }
    )
  }),
  test("the key has the limit, name and expiration time of the code", async ({ api, ask }) => {
    const fields = { limit: 2.5, usage_limit_type: "weekly", key_label: "An app", expires_at: "2031-01-01T00:00:00Z" }
    const { id: code } = part(await ask(asking(fields), issued), WithId).data
    const { key } = part(await api.post("/auth/keys", { code }, minted), Exchanged)
    const shown = {
      "data.name": "An app",
      "data.limit": 2.5,
      "data.limit_reset": "weekly",
      "data.expires_at": "2031-01-01T00:00:00.000Z"
    }
    await api.get("/key", reads(shown), bearer(key))
  })
]

const expiries = ["2020-01-01T00:00:00Z", "tomorrow", "2031-01-01", "", 0]

const terms: Family = ({ asks, refuses }) => [
  ...expiries.map((expires_at) =>
    refuses(`expires_at: not ${JSON.stringify(expires_at)}`, asking({ expires_at }), badRequest)
  ),
  ...[1, 100].map((count) =>
    asks(`key_label: takes ${count} characters`, asking({ key_label: letters(count) }), issued)
  ),
  refuses("a user who is not in the organization", asking({ user_id: "no-such-user" }), {
    ...refusedFor("user_not_in_organization", "user_id"),
    absent: ["no-such-user"]
  }),
  asks("a workspace", ({ account }) => asking({ workspace_id: account.WORKSPACE_ID }), issued),
  refuses(
    "another organization's workspace",
    ({ account }) => asking({ workspace_id: account.OTHER_WORKSPACE_ID }),
    notFound
  ),
  refuses("a workspace that does not exist", asking({ workspace_id: UNKNOWN_UUID }), notFound),
  refuses("a workspace that is not a UUID", asking({ workspace_id: "default" }), badRequest)
]

export const createAuthorizationCode = about(
  "createAuthorizationCode",
  { body: () => asking().body, expect: () => issued, invalid: { body: '{"callback_url":"nowhere"}' } },
  general,
  wrongTypes("callback_url", `"${url}"`),
  wrongTypes("user_id", '"x"', "null", '"null"'),
  not("key_label", '""', `"${letters(101)}"`, '"a\\u0000b"', '"a\\nb"', "null"),
  interval("usage_limit_type"),
  amounts("limit"),
  unknownFields({ code: '"x"', redirect_uri: '"x"', client_id: '"x"', scope: '"x"', expires_in: "600" }, "user_id"),
  rateLimit,
  callbacks,
  challenges,
  bought,
  terms
)
