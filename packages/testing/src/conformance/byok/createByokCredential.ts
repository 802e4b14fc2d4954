import { about } from "../about.js"
import { badRequest, newRecord, reads } from "../answers.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { workspaces } from "../families/workspaces.js"
import { get } from "../requests.js"
import type { Family } from "../Subject.js"
import { fields, secrets } from "./fields.js"

const SECRET = "sk-canary-0123456789abcdefghijklmnop"
const stored = (fields: Readonly<Record<string, unknown>> = {}) => newRecord("ByokKey", fields)

const bare = `{"provider":"mistral","key":"${SECRET}"}`
const body = (fields: Readonly<Record<string, unknown>>) => ({
  body: JSON.stringify({ ...JSON.parse(bare), ...fields })
})
const open = { allowed_models: null, allowed_api_key_hashes: null, allowed_user_ids: null }

const storing: Family = ({ asks, refuses, request }) => [
  asks(
    "only a provider and a secret",
    {},
    stored({ provider: "mistral", label: "sk-c...mnop", name: null, disabled: false, is_fallback: false, ...open }),
    { basis: "spec" }
  ),
  asks(
    "it can be read by its id, without its secret",
    {},
    { status: 201, save: { NEW_ID: "data.id" } },
    {
      follow: [
        {
          request: get("/byok/{NEW_ID}"),
          expect: { status: 200, json: { "data.id": "{NEW_ID}" }, absent: [SECRET.slice(4, -4), "sealed"] }
        }
      ]
    }
  ),
  asks(
    "without a sort_order it comes after the provider's other credentials",
    body({ provider: "cohere" }),
    stored({ provider: "cohere", sort_order: 41 }),
    {
      before: [{ request: request(body({ provider: "cohere", sort_order: 40 })), expect: { status: 201 } }],
      setup: ["isolate"]
    }
  ),
  asks(
    "without a sort_order it comes after one with the greatest sort_order",
    body({ provider: "cohere" }),
    stored({ provider: "cohere", sort_order: 1_000_000 }),
    {
      before: [
        {
          request: request(body({ provider: "cohere", sort_order: 1_000_000 })),
          expect: { status: 201, save: { LAST_ID: "data.id" } }
        }
      ],
      follow: [{ request: get("/byok/{LAST_ID}"), expect: reads({ "data.sort_order": 999_999 }) }],
      setup: ["isolate"]
    }
  ),
  refuses("no provider", { body: '{"key":"x"}' }, badRequest),
  refuses("no secret", { body: '{"provider":"openai"}' }, badRequest),
  ...["OpenAI", "openai ", "acme", "open-ai"].map((slug) =>
    refuses(`provider: not ${JSON.stringify(slug)}`, body({ provider: slug }), badRequest)
  )
]

export const createByokCredential = about(
  "createByokCredential",
  {
    success: { body: bare, expect: stored({ provider: "mistral" }) },
    shows: stored,
    invalid: { body: '{"provider":"x","key":"y"}' }
  },
  general,
  wrongTypes("provider", '"openai"'),
  secrets,
  fields,
  unknownFields({ label: '"x"', sealed: '"x"', secret: '"x"', created_at: '"1970-01-01T00:00:00Z"', sortOrder: "1" }),
  workspaces,
  rateLimit,
  storing
)
