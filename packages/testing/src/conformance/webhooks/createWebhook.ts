import * as Schema from "effect/Schema"
import { part } from "../Api.js"
import type { Fields } from "../Change.js"
import { badRequest, type Expectation, is, newRecord, reads, refusedFor } from "../Expectation.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { body } from "../Sent.js"
import { about, type Family } from "../Subject.js"
import { fields } from "./webhook.js"

/** Of the webhooks that these cases create. */
const URL = "https://hooks.example/conformance/new"

const bare = { name: null, kinds: null, scopes: null, disabled: false }

const Made = Schema.Struct({ secret: Schema.String, data: Schema.Struct({ id: Schema.String, label: Schema.String }) })

const Listed = Schema.Struct({ total_count: Schema.Int })

/** A webhook with its secret, which is shown only here. */
const made = (fields: Fields = {}): Expectation => {
  const { json, status } = newRecord(fields)
  return { status, json: { ...json, secret: /^whsec_[A-Za-z0-9+/]{43}=$/ } }
}

const creation: Family = ({ asks, refuses, test }) => [
  asks("only a URL", {}, made({ url: URL, label: /^whsec_[A-Za-z0-9+/]{3}\.\.\.[A-Za-z0-9+/]{4}$/, ...bare })),
  test("it can be read and is listed, without its secret", async ({ api, succeed }) => {
    const { data, secret } = part(await succeed(), Made)
    // No later answer may contain it.
    api.keep(secret, "the secret of a webhook")
    await api.get(`/webhooks/${data.id}`, { ...reads({ "data.id": data.id, "data.url": URL }), absent: ["sealed"] })
    await api.get("/webhooks?limit=1", reads({ "data.0.id": data.id }))
    await api.get(`/webhooks/${data.id}/deliveries`, reads({ total_count: 0 }))
  }),
  test("each has a secret of its own", async ({ succeed }) => {
    const [one, other] = [part(await succeed(), Made), part(await succeed(), Made)]
    if (one.secret === other.secret) throw new Error("Two webhooks have one secret.")
  }),
  test("no more than 20, and as many as were deleted", async ({ run }) => {
    const { api } = await run.isolated()
    const { total_count } = part(await api.get("/webhooks?limit=1", is(200)), Listed)
    const ids: Array<string> = []
    for (let count = total_count; count < 20; count++) {
      ids.push(part(await api.post("/webhooks", { url: URL }, is(201)), Made).data.id)
    }
    const full = refusedFor("webhooks_full", "url")
    await api.post("/webhooks", { url: URL }, full)
    for (const id of ids.slice(0, 2)) await api.delete(`/webhooks/${id}`, is(200))
    await api.post("/webhooks", { url: URL }, is(201))
    await api.post("/webhooks", { url: URL }, is(201))
    await api.post("/webhooks", { url: URL }, full)
  }),
  refuses("no URL", { body: "{}" }, badRequest)
]

export const createWebhook = about(
  "createWebhook",
  {
    // An organization has at most 20.
    given: async ({ made }) => {
      await made.roomForWebhooks(URL)
      return {}
    },
    body: () => body({ url: URL }).body,
    expect: () => made({ url: URL }),
    shows: made,
    invalid: { body: '{"url":"x"}' }
  },
  general,
  fields,
  unknownFields({
    secret: '"whsec_x"',
    sealed: '"x"',
    label: '"x"',
    kind: '"crossing"',
    created_at: '"1970-01-01T00:00:00Z"'
  }),
  rateLimit,
  creation
)
