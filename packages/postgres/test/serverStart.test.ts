import { describe, expect, it } from "@effect/vitest"
import { authorize, createKey, GatewayCaller, NewHold, replacePrices } from "@tollgate/core"
import { PriceBook, PriceCache, Readiness, SpenderCache, SpendingStore } from "@tollgate/core/storage"
import { aKey, aPriceBook, aRateCard, TestAccount } from "@tollgate/testing"
import { Effect, Layer, Redacted, Schema } from "effect"
import { ServerStart } from "../src/ServerStart.js"
import { postgresServer } from "./support/PostgresServer.js"
import { inDatabase } from "./support/stores.js"

const decode = Schema.decodeSync(NewHold)

describe("The start of the server", () => {
  it("has changed once a connection reports another one, and not at the first connection", () => {
    const start = new ServerStart()
    const changes: Array<string> = []
    start.onChange(() => changes.push("one"))
    start.onChange(() => changes.push("other"))
    start.seen("2026-10-01 12:00:00+00")
    start.seen("2026-10-01 12:00:00+00")
    expect(changes).toEqual([])
    start.seen("2026-10-01 12:30:00+00")
    start.seen("2026-10-01 12:30:00+00")
    expect(changes).toEqual(["one", "other"])
  })

  it.scopedLive("empties the cache of spenders when it changes, because the data may be those of a backup", () =>
    Effect.gen(function* () {
      const server = yield* postgresServer()
      const stores = yield* Layer.build(inDatabase(server.url("postgres")))
      yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        const { key } = yield* Effect.provide(createKey(aKey()), asManager)
        yield* replacePrices(aPriceBook(aRateCard()))
        const input = { provider: "acme", models: ["writer"], usage: { input: 1 } }
        const hold = authorize(decode({ ...input, key: Redacted.value(key) }))
        const admitted = Effect.provideService(hold, GatewayCaller, { organizationId: null })
        yield* admitted
        const known = SpenderCache.of(yield* SpendingStore)
        const prices = PriceCache.of(yield* PriceBook)
        const arePricesKept = () => prices.get(Date.now()) !== undefined
        expect([known.size, arePricesKept()]).toEqual([1, true])
        yield* server.kill
        yield* server.start
        const { check } = yield* Readiness
        yield* Effect.retry(check, { times: 20 })
        expect([known.size, arePricesKept()]).toEqual([0, false])
        yield* admitted
        expect([known.size, arePricesKept()]).toEqual([1, true])
      }).pipe(Effect.provide(stores))
    })
  )
})
