import { about } from "../about.js"
import { badRequest, invalidCredential } from "../answers.js"
import { amounts } from "../families/amounts.js"
import { flag, interval } from "../families/choices.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { texts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { workspaces } from "../families/workspaces.js"
import { asManager, bearer, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { minted } from "./apiKey.js"
import { details, externalIdTaken, MOST_METADATA, ONE_NAMED } from "./details.js"

const body = (fields: Readonly<Record<string, unknown>>) => ({ body: JSON.stringify({ name: "A key", ...fields }) })
const unused = { usage: 0, usage_daily: 0, usage_weekly: 0, usage_monthly: 0, byok_usage: 0, disabled: false }
const bare = {
  ...{ limit: null, limit_remaining: null, limit_reset: null, include_byok_in_limit: false, expires_at: null },
  ...{ is_management_key: false, metadata: {}, external_id: null, last_used_at: null }
}

const noTimes = ["1970-01-01T00:00:00Z", "2031-13-01T00:00:00Z", "2031-01-01T00:00:00"]
const named = { external_id: "{FRESH_NAME}" }

const minting: Family = ({ asks, refuses, request }) => [
  asks("only a name", {}, minted({ name: "A key", ...bare, ...unused }), { basis: "spec" }),
  asks("limit: the whole limit remains", body({ limit: 2.5 }), minted({ limit: 2.5, limit_remaining: 2.5 })),
  asks(
    "the secret works as an ordinary key, and the record can be read by its hash",
    {},
    { status: 201, save: { NEW_KEY: "key", NEW_HASH: "data.hash" } },
    {
      follow: [
        { request: get("/key", bearer("{NEW_KEY}")), expect: { status: 200, json: { "data.hash": "{NEW_HASH}" } } },
        { request: get("/keys/{NEW_HASH}"), expect: { status: 200, json: { "data.name": "A key" } } },
        { request: get("/keys", bearer("{NEW_KEY}")), expect: { status: 403 } }
      ]
    }
  ),
  asks(
    "a management key can manage",
    body({ management: true }),
    { status: 201, save: { NEW_KEY: "key" } },
    { follow: [{ request: get("/keys?limit=1", bearer("{NEW_KEY}")), expect: { status: 200 } }] }
  ),
  asks(
    "a disabled key is refused",
    {},
    { status: 201, save: { NEW_KEY: "key", NEW_HASH: "data.hash" } },
    {
      follow: [
        {
          request: { ...request({ body: '{"disabled":true}' }), method: "PATCH", path: "/keys/{NEW_HASH}" },
          expect: { status: 200 }
        },
        { request: get("/key", bearer("{NEW_KEY}")), expect: invalidCredential }
      ]
    }
  ),
  asks("a creator", body({ creator_user_id: "{MEMBER_USER_ID}" }), minted({ creator_user_id: "{MEMBER_USER_ID}" })),
  refuses("a creator who is not in the organization", body({ creator_user_id: "no-such-user" }), {
    ...badRequest,
    json: { "error.metadata.reason": "user_not_in_organization", "error.metadata.issues.0.path": ["creator_user_id"] },
    absent: ["no-such-user"]
  }),
  asks("an expiry", body({ expires_at: "2031-01-01T00:00:00Z" }), minted({ expires_at: "2031-01-01T00:00:00.000Z" })),
  ...noTimes.map((expires_at) =>
    refuses(`expires_at: not ${JSON.stringify(expires_at)}`, body({ expires_at }), badRequest)
  ),
  asks("as much metadata as there can be", body({ metadata: MOST_METADATA }), minted({ metadata: MOST_METADATA }), {
    basis: "spec"
  }),
  asks(
    "an external id, which no second key gets",
    body(named),
    { ...minted(named), save: { NEW_HASH: "data.hash" } },
    {
      basis: "spec",
      setup: ["name-fresh"],
      follow: [
        { request: get("/keys/{NEW_HASH}"), expect: { status: 200, json: { "data.external_id": "{FRESH_NAME}" } } },
        { request: request(body(named)), expect: externalIdTaken }
      ]
    }
  ),
  asks("an external id that a key has had is free again", body(named), minted(named), {
    basis: "derived",
    setup: ["name-fresh"],
    before: [
      { ...ONE_NAMED, expect: { status: 201, save: { NEW_HASH: "data.hash" } } },
      { request: { method: "DELETE", path: "/keys/{NEW_HASH}", headers: asManager }, expect: { status: 200 } }
    ]
  }),
  asks(
    "of concurrent creations with one external id, one succeeds",
    { ...body(named), concurrent: 10 },
    { status: 201, tally: { "201": 1, "400": 9 } },
    { basis: "derived", setup: ["name-fresh"] }
  ),
  refuses("no name", { body: "{}" }, badRequest)
]

export const createKey = about(
  "createKey",
  {
    success: { body: '{"name":"A key"}', expect: minted({ name: "A key" }) },
    shows: (fields) => minted({ ...fields, ...("limit" in fields && { limit_remaining: fields["limit"] }) }),
    invalid: { body: '{"name":""}' }
  },
  general,
  texts("name"),
  wrongTypes("name", '"x"', '"null"', '"x"'),
  interval("limit_reset"),
  flag("include_byok_in_limit"),
  wrongTypes("management", "true", "false"),
  amounts("limit"),
  unknownFields({
    hash: '"x"',
    usage: "0",
    disabled: "false",
    limt: "5",
    is_management_key: "true",
    created_by: '"root"'
  }),
  details,
  workspaces,
  rateLimit,
  minting
)
