import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { KeyStore, OrganizationStore, Readiness, Transaction } from "@tollgate/core/storage"
import type { PostgresOptions } from "@tollgate/postgres"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Either, Fiber, Layer, Option } from "effect"
import { runs } from "../../../test/runs.js"
import { connect, migratedDatabase, query } from "./support/databases.js"
import { killRounds } from "./support/killRounds.js"
import { postgresServer } from "./support/PostgresServer.js"
import { inDatabase } from "./support/stores.js"

const isReady = Effect.flatMap(Readiness, ({ check }) => Effect.map(Effect.either(check), Either.isRight))

/** The stores on a server of the test's own, which can be killed. */
const onOwnServer = Effect.gen(function* () {
  const server = yield* postgresServer()
  const stores = yield* Layer.build(inDatabase(server.url("postgres")))
  return { server, stores }
})

/** The stores in a database of the test's own. A test shortens only the limit that it waits for. */
const opened = (limits: Pick<PostgresOptions, "lockTimeout" | "statementTimeout"> = {}) =>
  Effect.gen(function* () {
    const url = yield* migratedDatabase
    const stores = yield* Layer.build(inDatabase(url, limits))
    return { url, stores }
  })

/** Stops the processes that serve connections to a database, as if the machine under them had gone quiet. */
const freeze = (url: string) =>
  Effect.gen(function* () {
    const served = yield* query(
      url,
      `SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'tollgate' AND backend_type = 'client backend'`
    )
    const pids = served.map(({ pid }) => Number(pid))
    yield* Effect.acquireRelease(
      Effect.sync(() => pids.map((pid) => process.kill(pid, "SIGSTOP"))),
      () => Effect.sync(() => pids.map((pid) => process.kill(pid, "SIGCONT")))
    )
    return pids
  })

describe("A PostgreSQL server that is away", () => {
  it.scopedLive("is a storage failure and not ready, and is found again when it is back", () =>
    Effect.gen(function* () {
      const { server, stores } = yield* onOwnServer
      yield* Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const transaction = yield* Transaction
        const home = yield* aHome()
        expect(yield* isReady).toBe(true)
        yield* server.kill
        expect(yield* Effect.flip(organizations.find(home.organization_id))).toBeInstanceOf(StorageFailure)
        expect(yield* Effect.flip(transaction.run(organizations.isEmpty))).toBeInstanceOf(StorageFailure)
        expect(yield* isReady).toBe(false)
        yield* server.start
        expect(yield* isReady).toBe(true)
        expect(yield* Effect.map(organizations.find(home.organization_id), Option.isSome)).toBe(true)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("has lost no write that it acknowledged, wherever it was killed", () =>
    Effect.gen(function* () {
      const { acknowledged, cutOff, stored } = yield* killRounds(runs(1, 30), runs(200, 2_000))
      expect(stored).toBe(acknowledged)
      expect(acknowledged).toBeGreaterThanOrEqual(runs(100, 10_000))
      // Writes were in flight when the server was killed.
      expect(cutOff).toBeGreaterThan(0)
    })
  )
})

describe("A PostgreSQL server that has gone quiet", () => {
  it.scopedLive("holds no call for ever, and its connections are not used again", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened({ statementTimeout: 1_000 })
      yield* Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const transaction = yield* Transaction
        yield* aHome()
        const frozen = yield* freeze(url)
        expect(frozen.length).toBeGreaterThan(0)
        const calls = [organizations.isEmpty, transaction.run(organizations.isEmpty)]
        const outcomes = yield* Effect.forEach(calls, Effect.either, { concurrency: "unbounded" })
        expect(outcomes.some(Either.isLeft)).toBe(true)
        expect(yield* organizations.isEmpty).toBe(false)
        expect(yield* isReady).toBe(true)
      }).pipe(Effect.provide(stores))
    })
  )
})

describe("A lock that another application holds", () => {
  it.scopedLive("makes a write fail in time, and the next one is as ever", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened({ lockTimeout: 200 })
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const home = yield* aHome()
        const other = yield* connect(url)
        yield* Effect.promise(() => other.query("BEGIN; LOCK TABLE api_keys"))
        const key = yield* aKeyRecord(home)
        expect(yield* Effect.flip(keys.insert(key))).toBeInstanceOf(StorageFailure)
        yield* Effect.promise(() => other.query("ROLLBACK"))
        yield* keys.insert(key)
        expect(yield* Effect.map(keys.find(home.organization_id, key.hash), Option.isSome)).toBe(true)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("leaves nothing of a transaction that is interrupted meanwhile", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened()
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const transaction = yield* Transaction
        const home = yield* aHome()
        const key = yield* aKeyRecord(home)
        const other = yield* connect(url)
        yield* Effect.promise(() => other.query("BEGIN; LOCK TABLE presets"))
        const writing = yield* Effect.fork(
          transaction.run(
            Effect.zipRight(
              keys.insert(key),
              Effect.flatMap(OrganizationStore, () => keys.find(home.organization_id, key.hash))
            ).pipe(Effect.zipLeft(Effect.never))
          )
        )
        const waiting = query(
          url,
          `SELECT 1 FROM pg_stat_activity
WHERE datname = current_database() AND state = 'idle in transaction' AND application_name = 'tollgate'`
        )
        yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
        yield* Fiber.interrupt(writing)
        yield* Effect.promise(() => other.query("ROLLBACK"))
        expect(yield* keys.find(home.organization_id, key.hash)).toEqual(Option.none())
        expect(yield* Effect.repeat(waiting, { until: (rows) => rows.length === 0 })).toEqual([])
      }).pipe(Effect.provide(stores))
    })
  )
})
