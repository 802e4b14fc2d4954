import { about } from "../about.js"
import { badRequest, created, notFound } from "../answers.js"
import { each } from "../each.js"
import { amounts } from "../families/amounts.js"
import { interval } from "../families/choices.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { asManager, json } from "../requests.js"
import type { Family } from "../Subject.js"
import { minted } from "./redemption.js"

const time = { $time: true }
const issued = created({ data: { id: { $matches: "^[\\w-]{43}$" }, created_at: time, expires_at: time } })

const url = "https://app.example/callback"
const bare = JSON.stringify({ callback_url: url })
const body = (fields: Readonly<Record<string, unknown>>) => ({ body: JSON.stringify({ callback_url: url, ...fields }) })
const challenged = { code_challenge: "{CHALLENGE_S256}" }

const here = ["https://a.example:8443/x?y=z", "http://localhost:3000/", "http://127.0.0.1/", "http://[::1]:9/"]
const nowhere = [
  "http://app.example/ http://localhost.evil.example/ https://user:secret@app.example/ https://app.example/#token",
  "javascript:alert(1) ftp://app.example/ app.example /callback https://app.example/{a*2048}"
].flatMap((line) => line.split(" "))

const callbacks: Family = ({ asks, refuses }) => [
  ...here.map((callback_url) => asks(`callback_url: ${callback_url}`, body({ callback_url }), issued)),
  ...[" https://app.example/", "https://app.example/\nx", ...nowhere].map((callback_url) =>
    refuses(`callback_url: not ${JSON.stringify(callback_url)}`, body({ callback_url }), badRequest)
  ),
  refuses("callback_url: missing", { body: "{}" }, badRequest)
]

const badChallenges = {
  "42 characters": "{a*42}",
  "129 characters": "{a*129}",
  "a plus": "{a*42}+",
  padding: "{CHALLENGE_S256}=",
  nothing: ""
}

const notS256 = { "44 characters": "{a*44}", "128 characters": "{a*128}" }

const challenges: Family = ({ asks, refuses }) => [
  ...["S256", "plain"].map((code_challenge_method) =>
    asks(`a challenge with ${code_challenge_method}`, body({ ...challenged, code_challenge_method }), issued)
  ),
  ...each(badChallenges, (name, code_challenge) =>
    refuses(`code_challenge: not with ${name}`, body({ code_challenge }), badRequest)
  ),
  ...each(notS256, (name, code_challenge) =>
    refuses(`code_challenge: not with ${name} for S256`, body({ code_challenge }), {
      ...badRequest,
      json: { "error.metadata.reason": "challenge_refused", "error.metadata.issues.0.path": ["code_challenge"] }
    })
  ),
  ...each(notS256, (name, code_challenge) =>
    asks(`code_challenge: ${name} for plain`, body({ code_challenge, code_challenge_method: "plain" }), issued)
  ),
  refuses("code_challenge: not null", body({ code_challenge: null }), badRequest),
  ...["s256", "S512", "", null].map((code_challenge_method) =>
    refuses(
      `code_challenge_method: not ${JSON.stringify(code_challenge_method)}`,
      body({ ...challenged, code_challenge_method }),
      badRequest
    )
  ),
  refuses("a method without a challenge", body({ code_challenge_method: "S256" }), badRequest)
]

const redeem = (fields: Readonly<Record<string, unknown>>) => ({
  method: "POST",
  path: "/auth/keys",
  headers: { ...asManager, ...json },
  body: JSON.stringify({ code: "{NEW_CODE}", ...fields })
})
const saved = { ...issued, save: { NEW_CODE: "data.id" } }

/** The exchange of a code shows what it was created with. */
const bought: Family = ({ asks }) => [
  asks("it can be exchanged for a key once", {}, saved, {
    basis: "spec",
    follow: [
      { request: redeem({}), expect: minted },
      { request: redeem({}), expect: badRequest }
    ],
    notLogged: ["{NEW_CODE}"]
  }),
  asks(
    "with a challenge, the exchange requires the verifier",
    body({ ...challenged, user_id: "{MEMBER_USER_ID}" }),
    saved,
    {
      follow: [
        { request: redeem({}), expect: badRequest },
        { request: redeem({ code_verifier: "{VERIFIER_OTHER}" }), expect: badRequest },
        {
          request: redeem({ code_verifier: "{VERIFIER_S256}" }),
          expect: { ...minted, json: { user_id: "{MEMBER_USER_ID}" } }
        }
      ]
    }
  ),
  asks(
    "the key has the limit, name and expiration time of the code",
    body({ limit: 2.5, usage_limit_type: "weekly", key_label: "An app", expires_at: "2031-01-01T00:00:00Z" }),
    saved,
    {
      follow: [
        { request: redeem({}), expect: { ...minted, save: { BOUGHT: "key" } } },
        {
          request: { method: "GET", path: "/key", headers: { Authorization: "Bearer {BOUGHT}" } },
          expect: {
            status: 200,
            json: {
              "data.name": "An app",
              "data.limit": 2.5,
              "data.limit_reset": "weekly",
              "data.expires_at": "2031-01-01T00:00:00.000Z"
            }
          }
        }
      ]
    }
  )
]

const expiries = ["2020-01-01T00:00:00Z", "tomorrow", "2031-01-01", "", 0]

const terms: Family = ({ asks, refuses, sending }) => [
  ...expiries.map((expires_at) =>
    refuses(`expires_at: not ${JSON.stringify(expires_at)}`, body({ expires_at }), badRequest)
  ),
  ...['"a"', '"{a*100}"'].map((label) =>
    asks(`key_label: takes ${label.length} characters`, sending("key_label", label), issued)
  ),
  refuses("a user who is not in the organization", body({ user_id: "no-such-user" }), {
    ...badRequest,
    json: { "error.metadata.reason": "user_not_in_organization", "error.metadata.issues.0.path": ["user_id"] },
    absent: ["no-such-user"]
  }),
  asks("a workspace", body({ workspace_id: "{WORKSPACE_ID}" }), issued),
  refuses("another organization's workspace", body({ workspace_id: "{OTHER_WORKSPACE_ID}" }), notFound),
  refuses("a workspace that does not exist", body({ workspace_id: "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001" }), notFound),
  refuses("a workspace that is not a UUID", body({ workspace_id: "default" }), badRequest)
]

export const createAuthorizationCode = about(
  "createAuthorizationCode",
  { success: { body: bare, expect: issued }, invalid: { body: '{"callback_url":"nowhere"}' } },
  general,
  wrongTypes("callback_url", `"${url}"`),
  wrongTypes("user_id", '"x"', "null", '"null"'),
  not("key_label", '""', '"{a*101}"', '"a\\u0000b"', '"a\\nb"', "null"),
  interval("usage_limit_type"),
  amounts("limit"),
  unknownFields({ code: '"x"', redirect_uri: '"x"', client_id: '"x"', scope: '"x"', expires_in: "600" }, "user_id"),
  rateLimit,
  callbacks,
  challenges,
  bought,
  terms
)
