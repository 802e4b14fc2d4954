import { KeyStore } from "@tollgate/core/storage"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Either, Layer } from "effect"
import { query } from "./databases.js"
import { postgresServer } from "./PostgresServer.js"
import { inDatabase } from "./stores.js"

const AT_ONCE = 20

/**
 * In each round the server is killed (kill -9) while keys are written, and started again. Returns how many writes were
 * acknowledged, how many of those are stored, and how many were cut off.
 */
export const killRounds = (rounds: number, writes: number) =>
  Effect.gen(function* () {
    const server = yield* postgresServer({ durable: true })
    const url = server.url("postgres")
    const stores = yield* Layer.build(inDatabase(url))
    return yield* Effect.gen(function* () {
      const keys = yield* KeyStore
      const home = yield* aHome()
      const total = { acknowledged: 0, stored: 0, cutOff: 0 }
      for (let round = 0; round < rounds; round++) {
        const records = yield* Effect.replicateEffect(aKeyRecord(home), writes)
        const acknowledged: Array<string> = []
        const fatal = 100 + ((round * 977) % (writes - 2 * AT_ONCE - 100))
        let isKilled = false
        const write = (record: (typeof records)[number]) =>
          Effect.gen(function* () {
            if (isKilled) return
            if (Either.isLeft(yield* Effect.either(keys.insert(record)))) {
              total.cutOff++
              return
            }
            acknowledged.push(record.hash)
            if (acknowledged.length !== fatal) return
            isKilled = true
            yield* server.kill
          })
        yield* Effect.forEach(records, write, { concurrency: AT_ONCE })
        yield* server.start
        const stored = yield* query(url, "SELECT hash FROM api_keys WHERE hash = ANY($1)", [acknowledged])
        total.acknowledged += acknowledged.length
        total.stored += stored.length
      }
      return total
    }).pipe(Effect.provide(stores))
  })
