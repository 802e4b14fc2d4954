import { describe, expect, it } from "@effect/vitest"
import { IdempotencyStore } from "@tollgate/core/storage"
import { operations, showsSecret } from "@tollgate/http"
import { Context, Effect } from "effect"
import { api, ask, bearer, json, openAccount, serve } from "./account.js"

describe("Of the operations with an idempotency key", () => {
  it("those have sealed answers that show a key or a code, or may show anything", () => {
    const secret = operations
      .filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
      .filter((one) => showsSecret(one)())
    expect(secret.map(({ name }) => name).sort()).toEqual([
      "createAuthorizationCode",
      "createKey",
      // The configuration of a preset may hold any JSON.
      "createPreset",
      "createPresetVersion",
      "createWebhook",
      "exchangeCode",
      "rotateKey",
      "updatePreset"
    ])
  })

  it.scoped("those that mint a key, a code or a secret have none in what is kept of their answers", () =>
    Effect.gen(function* () {
      const { hash, managementKey, stores } = yield* openAccount
      const store = Context.get(stores, IdempotencyStore)
      const kept: Array<Buffer> = []
      const keep: typeof store.keep = (record) => {
        kept.push(Buffer.from(record.answer))
        return store.keep(record)
      }
      const { handler } = yield* serve(Context.add(stores, IdempotencyStore, { ...store, keep }))
      const post = (path: string, body: object) =>
        Effect.map(
          ask(handler, api(path), {
            method: "POST",
            headers: { ...bearer(managementKey), ...json, "idempotency-key": path },
            body: JSON.stringify(body)
          }),
          ({ body }) => JSON.parse(body)
        )
      const { key } = yield* post("/keys", { name: "New" })
      const { key: rotated } = yield* post(`/keys/${hash}/rotate`, {})
      const { data } = yield* post("/auth/keys/code", { callback_url: "https://app.example/callback" })
      const { key: exchanged } = yield* post("/auth/keys", { code: data.id })
      const { secret: signing } = yield* post("/webhooks", { url: "https://hooks.example/in" })
      expect(signing).toEqual(expect.stringMatching(/^whsec_[\w+/]{43}=$/))
      expect([key, rotated, exchanged, data.id]).toEqual([
        ...Array.from({ length: 3 }, () => expect.stringMatching(/^tg_sk_/)),
        expect.stringMatching(/^[\w-]{43}$/)
      ])
      expect(kept).toHaveLength(5)
      for (const secret of [key, rotated, exchanged, data.id, signing]) {
        expect(kept.filter((answer) => answer.includes(secret))).toEqual([])
      }
    })
  )
})
