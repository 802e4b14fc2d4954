import type { Target } from "../Change.js"
import { conflict, created, is, reads } from "../Expectation.js"
import { contentTypes } from "../families/contentTypes.js"
import { credentials } from "../families/credentials.js"
import { documents } from "../families/documents.js"
import { not, wrongTypes } from "../families/fields.js"
import { ignored } from "../families/ignored.js"
import { methods } from "../families/methods.js"
import { paths } from "../families/paths.js"
import { rateLimit } from "../families/rateLimit.js"
import { sizes } from "../families/sizes.js"
import { storage } from "../families/storage.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { freshName } from "../Made.js"
import { bearer } from "../Sent.js"
import { about, all, type Cases } from "../Subject.js"
import { asked } from "./request.js"

const more = { usd: 3, reason: "A test" }

const outcomes: Cases<Target> = ({ testIdle }) => [
  // A key with a limit asks for more, once at a time.
  testIdle("the whole answer", async ({ api, made, path }) => {
    const by = bearer((await made.key({ limit: 5, limit_reset: "daily" })).key)
    await api.post(path, more, created({ data: asked }), by)
    await api.post(path, more, conflict("request_open"), by)
  }),
  // It asks once under an Idempotency-Key, whose answer is given again.
  testIdle("an ordinary key", async ({ api, made, path }) => {
    const by = { ...bearer((await made.key({ limit: 5 })).key), "Idempotency-Key": freshName() }
    const answer = { status: 201, json: { "data.usd": 3 } }
    await api.post(path, more, { ...answer, headers: { "idempotency-replayed": "false" } }, by)
    await api.post(path, more, { ...answer, headers: { "idempotency-replayed": "true" } }, by)
    await api.get(path, reads({ total_count: 1 }), by)
  }),
  testIdle("of concurrent requests, one is made", async ({ api, made, request, good }) => {
    const { key } = await made.key({ limit: 5 })
    const sent = request(good)
    const by = { ...sent, headers: { ...sent.headers, ...bearer(key) } }
    await api.together(10, by, is(201), { 201: 1, 409: 9 })
  }),
  testIdle("not without a limit, and not with one of 0", async ({ api, made, path }) => {
    await api.post(path, more, conflict("no_limit"), bearer((await made.key()).key))
    await api.post(path, more, conflict("limit_is_zero"), bearer((await made.key({ limit: 0 })).key))
  })
]

/** A management key, which has no use for more. */
export const createBudgetRequest = about(
  "createBudgetRequest",
  {
    body: () => JSON.stringify(more),
    expect: () => conflict("management_key"),
    invalid: { body: '{"usd":0,"reason":"A test"}' }
  },
  all(ignored, paths, methods, storage, documents, contentTypes, sizes),
  // Whether an ordinary key may ask depends on its limit.
  (subject) => credentials(subject).filter(({ name }) => !name.endsWith("an ordinary key")),
  rateLimit,
  wrongTypes("usd", "3", "1"),
  not("usd", "-1", "1000000001", "1e400"),
  wrongTypes("reason", '"x"', '"null"'),
  badTexts("reason", 500),
  unknownFields({ window: '"daily"', state: '"approved"' }),
  outcomes
)
