import { part } from "../Api.js"
import type { Fields } from "../Change.js"
import { badRequest, is, newRecord, reads } from "../Expectation.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { workspaces } from "../families/workspaces.js"
import { WithId } from "../Made.js"
import { body } from "../Sent.js"
import { about, type Family } from "../Subject.js"
import { fields, secrets } from "./fields.js"

const SECRET = "sk-canary-0123456789abcdefghijklmnop"
const bare = { provider: "mistral", key: SECRET }
const stored = (fields: Fields = {}) => body({ ...bare, ...fields })
const open = { allowed_models: null, allowed_api_key_hashes: null, allowed_user_ids: null }
const inUse = { name: null, disabled: false, is_fallback: false }

const storing: Family = ({ asks, test, refuses }) => [
  asks("only a provider and a secret", {}, newRecord({ provider: "mistral", label: "sk-c...mnop", ...inUse, ...open })),
  test("it can be read by its id, without its secret", async ({ api, succeed }) => {
    const { id } = part(await succeed(), WithId).data
    await api.get(`/byok/${id}`, { ...reads({ "data.id": id }), absent: [SECRET.slice(4, -4), "sealed"] })
  }),
  test("without a sort_order it comes after the provider's other credentials", async ({ run }) => {
    const { api } = await run.isolated()
    const cohere = { ...bare, provider: "cohere" }
    await api.post("/byok", { ...cohere, sort_order: 40 }, is(201))
    await api.post("/byok", cohere, newRecord({ provider: "cohere", sort_order: 41 }))
  }),
  test("without a sort_order it comes after one with the greatest sort_order", async ({ run }) => {
    const { api } = await run.isolated()
    const cohere = { ...bare, provider: "cohere" }
    const { id } = part(await api.post("/byok", { ...cohere, sort_order: 1_000_000 }, is(201)), WithId).data
    await api.post("/byok", cohere, newRecord({ provider: "cohere", sort_order: 1_000_000 }))
    await api.get(`/byok/${id}`, reads({ "data.sort_order": 999_999 }))
  }),
  refuses("no provider", { body: '{"key":"x"}' }, badRequest),
  refuses("no secret", { body: '{"provider":"openai"}' }, badRequest),
  ...["OpenAI", "openai ", "acme", "open-ai"].map((provider) =>
    refuses(`provider: not ${JSON.stringify(provider)}`, stored({ provider }), badRequest)
  )
]

export const createByokCredential = about(
  "createByokCredential",
  {
    body: () => stored().body,
    expect: () => newRecord({ provider: "mistral" }),
    shows: newRecord,
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
