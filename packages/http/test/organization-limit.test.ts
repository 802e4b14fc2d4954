import { describe, expect, it } from "@effect/vitest"
import { createKey, createOrganization, NewApiKey, NewOrganization } from "@tollgate/core"
import { Effect, Redacted, Schema } from "effect"
import { api, ask, bearer, json, openAccount, serve } from "./account.js"

const KEYS = 11
const LIMIT = 3

const opened = Effect.gen(function* () {
  const { asManager, managementKey, stores } = yield* openAccount
  const { handler } = yield* serve(stores, LIMIT)
  const input = yield* Schema.decode(NewApiKey)({ name: "Another" })
  const keys = yield* Effect.replicateEffect(Effect.provide(createKey(input), asManager), KEYS).pipe(
    Effect.provide(stores)
  )
  const reading = yield* Schema.decode(NewApiKey)({ name: "Reads", management: true, read_only: true })
  const readers = yield* Effect.replicateEffect(Effect.provide(createKey(reading), asManager), KEYS).pipe(
    Effect.provide(stores)
  )
  const other = yield* Schema.decode(NewOrganization)({ name: "Other", owner_user_id: "somebody" }).pipe(
    Effect.flatMap(createOrganization),
    Effect.provide(stores)
  )
  const presets = (key: string) =>
    Effect.map(ask(handler, api("/presets"), { headers: bearer(key) }), ({ body, headers, status }) => ({
      status,
      limit: headers["x-ratelimit-limit"],
      remaining: headers["x-ratelimit-remaining"],
      error: JSON.parse(body).error
    }))
  const rename = (key: string) => {
    const headers = { ...bearer(key), ...json }
    const sent = ask(handler, api("/organization"), { method: "PATCH", headers, body: "{}" })
    return Effect.map(sent, ({ status }) => status)
  }
  return {
    handler,
    readers: readers.map(({ key }) => Redacted.value(key)),
    rename,
    keys: keys.map(({ key }) => Redacted.value(key)),
    managementKey,
    other: Redacted.value(other.key),
    presets
  }
})

describe("an operation that lists no 429", () => {
  it.scoped("answers it all the same, as a refusal of the protocol with the headers of the limit", () =>
    Effect.gen(function* () {
      const { handler, keys } = yield* opened
      const request = ask(handler, api("/presets"), { headers: bearer(keys[0] ?? "") })
      for (let i = 1; i <= LIMIT; i++) expect((yield* request).status).toBe(200)
      const { body, headers, status } = yield* request
      expect(status).toBe(429)
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "retry-after": "60",
        "x-ratelimit-limit": String(LIMIT),
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "60"
      })
      expect(JSON.parse(body)).toEqual({
        error: {
          code: 429,
          message: "Rate limit exceeded",
          metadata: { reason: "rate_limited", retry_after_seconds: 60 }
        },
        user_id: "owner"
      })
    })
  )
})

describe("the keys of an organization", () => {
  it.scoped("share ten times the allowance of one key, and another organization keeps its own", () =>
    Effect.gen(function* () {
      const { keys, other, presets } = yield* opened
      const counted = []
      for (const key of keys) {
        const answers = yield* Effect.replicateEffect(presets(key), LIMIT + 1)
        counted.push(answers.filter(({ status }) => status === 200).length)
      }
      expect(counted).toEqual([...Array.from({ length: KEYS - 1 }, () => LIMIT), 0])
      expect(yield* presets(keys.at(-1) ?? "")).toMatchObject({ status: 429, limit: "30", remaining: "0" })
      expect(yield* presets(other)).toMatchObject({ status: 200, limit: "3", remaining: "2" })
    })
  )

  it.scoped("use nothing of the shared allowance while their own is used up", () =>
    Effect.gen(function* () {
      const { keys, managementKey, presets } = yield* opened
      const [first = "", second = ""] = keys
      yield* Effect.replicateEffect(presets(first), 100)
      expect(yield* presets(second)).toMatchObject({ status: 200, limit: "3", remaining: "2" })
      expect(yield* presets(managementKey)).toMatchObject({ status: 200, limit: "3", remaining: "2" })
    })
  )

  it.scoped("use nothing of the shared allowance by changes that are refused to them as read-only", () =>
    Effect.gen(function* () {
      const { managementKey, readers, rename } = yield* opened
      const statuses = []
      for (const key of readers) statuses.push(yield* Effect.replicateEffect(rename(key), LIMIT + 1))
      const refused = [...Array.from({ length: LIMIT }, () => 403), 429]
      expect(statuses).toEqual(Array.from({ length: KEYS }, () => refused))
      expect(yield* rename(managementKey)).toBe(200)
    })
  )
})
