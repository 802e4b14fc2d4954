import { about } from "../about.js"
import { badRequest } from "../answers.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { unknownFields } from "../families/unknownFields.js"
import type { Family } from "../Subject.js"
import { budgets } from "./authorizeBudgets.js"
import { policies } from "./authorizePolicies.js"
import { admitted, body, FIELDS } from "./newHold.js"

const refusedKeys = {
  unknown: "{PLAIN_KEY|flip}",
  disabled: "{DISABLED_KEY}",
  expired: "{EXPIRED_KEY}",
  management: "{MGMT_KEY}",
  gateway: "{GATEWAY_KEY}"
} as const

/** The refusal of a key that cannot spend. */
const keyRefused = (key_state: string) => ({
  status: 403,
  message: "The key cannot spend",
  json: { "error.metadata": { reason: "key_refused", key_state } }
})

const keys: Family = ({ refuses }) => [
  ...Object.entries(refusedKeys).map(([state, key]) =>
    refuses(`key: ${state}`, body({ key }), { ...keyRefused(state), absent: [key] }, { basis: "spec" })
  ),
  refuses("key: a text that is no key", body({ key: "x" }), keyRefused("unknown")),
  refuses("key: of another organization", body({ key: "{OTHER_PLAIN_KEY}" }), keyRefused("unknown"), {
    basis: "derived"
  })
]

const terms: Family = ({ asks, refuses }) => [
  refuses(
    "only the organization's credentials, of which none serves the provider",
    body({ credential: "byok", provider: "akashml" }),
    { ...badRequest, json: { "error.metadata.issues.0.path": ["credential"] } },
    { basis: "spec" }
  ),
  asks(
    "the gateway's own credential, also where the workspace stores one: stored ones must be asked for",
    body({ key: "{HOLD_KEY}" }),
    {
      status: 201,
      json: {
        "data.is_byok": false,
        plan: { credentials: [{ id: null, provider: null, name: null, label: null }], left_out: [] }
      }
    },
    { basis: "spec", setup: ["hold-credential"] }
  ),
  asks(
    "one model",
    { body: JSON.stringify({ key: FIELDS.key, amount: 0.001, model: "acme/writer" }) },
    admitted({ models: ["acme/writer"] }),
    {
      basis: "spec"
    }
  ),
  asks(
    "every field",
    body({
      models: ["acme/writer", "acme/reader"],
      provider: "openai",
      credential: "own",
      zdr: true,
      lease_seconds: 60,
      instance: "gateway-1",
      labels: { team: "docs" }
    }),
    admitted({
      amount: FIELDS.amount,
      models: ["acme/writer", "acme/reader"],
      provider: "openai",
      is_byok: false,
      instance: "gateway-1",
      labels: { team: "docs" },
      sent_at: null,
      ended_at: null,
      flags: []
    }),
    { basis: "spec" }
  ),
  asks(
    "another user of the organization",
    body({ user_id: "{MEMBER_USER_ID}" }),
    admitted({ user_id: "{MEMBER_USER_ID}" }),
    {
      basis: "spec"
    }
  ),
  refuses(
    "a user who is not in the organization",
    body({ user_id: "nobody@elsewhere.example" }),
    { ...badRequest, json: { "error.metadata.reason": "user_not_in_organization" } },
    { basis: "spec" }
  ),
  asks(
    "a dry run sets nothing aside",
    body({ dry_run: true, instance: "{FRESH_NAME}" }),
    { ...admitted(), status: 200 },
    {
      basis: "spec",
      setup: ["name-fresh"],
      follow: [
        {
          request: {
            method: "GET",
            path: "/holds?instance={FRESH_NAME}",
            headers: { Authorization: "Bearer {GATEWAY_KEY}" }
          },
          expect: { status: 200, json: { total_count: 0 } }
        }
      ]
    }
  )
]

const usage = (fields: object) => body({ amount: undefined, usage: { input: 1_000, output: 100 }, ...fields })

const unpriced = (provider: string | null) => ({
  ...badRequest,
  json: {
    "error.metadata.reason": "price_unknown",
    "error.metadata.provider": provider,
    "error.metadata.model": "acme/writer",
    "error.metadata.providers": []
  }
})

/** Prices are of the server, whose book has none for these models. */
const prices: Family = ({ refuses }) => [
  refuses("a usage of a model without a price", usage({ provider: "openai" }), unpriced("openai"), { basis: "spec" }),
  refuses("a usage of a model without a price at any provider", usage({}), unpriced(null), { basis: "spec" }),
  refuses("both an amount and a usage", usage({ amount: 0.001 }), badRequest),
  refuses("neither an amount nor a usage", body({ amount: undefined }), badRequest),
  refuses("both an amount and a usage, before the key is looked up", usage({ amount: 0.001, key: "x" }), badRequest),
  refuses("a usage with an unknown part", usage({ usage: { tokens: 1 } }), badRequest),
  refuses("a usage with a fraction", usage({ usage: { input: 1.5 } }), badRequest)
]

const saved = { status: 201, save: { NEW_ID: "data.id" } }
const conflict = (reason: string) => ({ status: 409, message: "Conflict", json: { "error.metadata.reason": reason } })

/** Each differs in one term from the body of a valid request. */
const otherTerms: ReadonlyArray<object> = [
  { amount: 0.002 },
  { models: ["acme/reader"] },
  { provider: "openai" },
  { credential: "any" },
  { zdr: true },
  { lease_seconds: 61 },
  { instance: "other" },
  { labels: { team: "other" } }
]

const repetitions: Family = ({ asks, request }) => {
  const first = { request: request(body({})), expect: saved }
  const acted = (name: string) => ({
    request: { method: "POST", path: `/holds/{NEW_ID}/${name}`, headers: { Authorization: "Bearer {GATEWAY_KEY}" } },
    expect: { status: 200 }
  })
  const again = body({ id: "{NEW_ID}" })
  return [
    asks(
      "the same terms again",
      again,
      { ...admitted({ id: "{NEW_ID}" }, true), status: 200 },
      { basis: "spec", before: [first] }
    ),
    ...otherTerms.map((terms) =>
      asks(
        `other terms under the same id: ${JSON.stringify(terms)}`,
        body({ id: "{NEW_ID}", ...terms }),
        conflict("hold_conflict"),
        { basis: "spec", before: [first] }
      )
    ),
    asks("the same terms after it was sent", again, conflict("hold_ended"), {
      basis: "spec",
      before: [first, acted("sent")]
    }),
    asks("the same terms after it ended", again, conflict("hold_ended"), {
      basis: "spec",
      before: [first, acted("release")]
    }),
    asks("the id of another organization's hold", body({ id: "{OTHER_HOLD_ID}" }), conflict("hold_conflict"), {
      basis: "spec"
    }),
    asks(
      "of concurrent repetitions, one creates it",
      { ...again, concurrent: 8 },
      { status: 200, tally: { "200": 8 } },
      { basis: "derived", before: [first] }
    )
  ]
}

const wrong: ReadonlyArray<object> = [
  { amount: 0 },
  { amount: -1 },
  { amount: 1_000_000_001 },
  { models: [] },
  { models: Array.from({ length: 9 }, () => "acme/writer") },
  { models: [""] },
  { model: "acme/writer" },
  { models: undefined },
  { id: "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001" },
  { id: "ffffffff-ffff-7fff-bfff-ffffffffffff" },
  { id: "00000000-0000-7000-8000-000000000000" },
  { id: "x" },
  { provider: "Open AI" },
  { credential: "mine" },
  { zdr: "yes" },
  { lease_seconds: 0 },
  { lease_seconds: 2_592_001 },
  { instance: "" },
  { instance: "a".repeat(65) },
  { labels: { Team: "docs" } },
  { labels: { team: "" } },
  { labels: { team: "a".repeat(65) } },
  { labels: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`label_${n}`, "x"])) },
  { dry_run: "true" }
]

const invalid: Family = ({ refuses }) =>
  wrong.map((fields) => refuses(`not ${JSON.stringify(fields).slice(0, 60)}`, body(fields), badRequest))

export const authorize = about(
  "authorize",
  { success: { ...body({}), expect: admitted() }, invalid: { body: '{"amount":0}' } },
  general,
  unknownFields({ cost: "1", state: '"open"', amounts: "1" }, "key", "id", "user_id"),
  wrongTypes(
    { name: "amount", body: (value) => `{"key":"{PLAIN_KEY}","models":["acme/writer"],"amount":${value}}` },
    "0.001",
    "1"
  ),
  keys,
  terms,
  prices,
  repetitions,
  invalid,
  budgets,
  policies
)
