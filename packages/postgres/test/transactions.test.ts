import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { KeyStore, Transaction } from "@tollgate/core/storage"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Fiber, Layer, Option, Ref, TestClock } from "effect"
import { connect, migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const opened = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const stores = yield* Layer.build(inDatabase(url))
  return { url, stores }
})

/** Has the server do something whenever a transaction that wrote a key comes to its COMMIT. */
const atCommit = (url: string, statement: string) =>
  query(
    url,
    `CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON api_keys DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION at_commit()`
  )

/** A transaction that writes a key, and how often what is in it was run. */
const writing = Effect.gen(function* () {
  const keys = yield* KeyStore
  const transaction = yield* Transaction
  const home = yield* aHome()
  const key = yield* aKeyRecord(home)
  const runs = yield* Ref.make(0)
  const run = transaction.run(
    Effect.zipRight(
      Ref.update(runs, (n) => n + 1),
      keys.insert(key)
    )
  )
  const stored = Effect.map(keys.find(home.organization_id, key.hash), Option.isSome)
  return { run, runs, stored, insert: keys.insert(key) }
})

describe("A transaction on PostgreSQL", () => {
  it.scopedLive("is run again after a deadlock, and where another stored the same row first", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened
      yield* query(url, "CREATE SEQUENCE tries")
      yield* atCommit(
        url,
        "IF nextval('tries') < 4 THEN RAISE 'clash' USING ERRCODE = CASE currval('tries') WHEN 1 THEN '40P01' ELSE '23505' END; END IF"
      )
      yield* Effect.gen(function* () {
        const { run, runs, stored } = yield* writing
        yield* run
        expect(yield* stored).toBe(true)
        expect(yield* runs).toBe(4)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("is run again at most twice if its row is a duplicate, and is then refused", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened
      yield* atCommit(url, "RAISE 'clash' USING ERRCODE = '23505'")
      yield* Effect.gen(function* () {
        const { run, runs, stored } = yield* writing
        expect(yield* Effect.flip(run)).toMatchObject({ _tag: "StorageFailure", outcome: "none" })
        expect(yield* stored).toBe(false)
        expect(yield* runs).toBe(3)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("of a single statement is run again after a deadlock, and its duplicate is refused at once", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened
      yield* query(url, "CREATE SEQUENCE tries")
      yield* atCommit(
        url,
        "IF nextval('tries') <> 3 THEN RAISE 'clash' USING ERRCODE = CASE WHEN currval('tries') < 3 THEN '40P01' ELSE '23505' END; END IF"
      )
      yield* Effect.gen(function* () {
        const first = yield* writing
        yield* first.insert
        expect(yield* first.stored).toBe(true)
        const second = yield* writing
        expect(yield* Effect.flip(second.insert)).toMatchObject({ _tag: "StorageFailure", outcome: "none" })
        expect(yield* query(url, "SELECT last_value::int AS tries FROM tries")).toEqual([{ tries: 4 }])
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("is on the disk once it is acknowledged, whatever the server was set to", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened
      yield* query(url, "CREATE TABLE seen (value TEXT)")
      yield* atCommit(url, "INSERT INTO seen VALUES (current_setting('synchronous_commit'))")
      expect(yield* query(url, "SHOW synchronous_commit")).toEqual([{ synchronous_commit: "off" }])
      yield* Effect.provide(
        Effect.flatMap(writing, ({ run }) => run),
        stores
      )
      expect(yield* query(url, "SELECT value FROM seen")).toEqual([{ value: "on" }])
    })
  )

  it.scopedLive("is given up after a bounded number of tries", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened
      yield* atCommit(url, "RAISE 'clash' USING ERRCODE = '40P01'")
      yield* Effect.gen(function* () {
        const { run, runs, stored } = yield* writing
        expect(yield* Effect.flip(run)).toBeInstanceOf(StorageFailure)
        expect(yield* stored).toBe(false)
        expect(yield* runs).toBeGreaterThan(1)
        expect(yield* runs).toBeLessThan(20)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive(
    "that is interrupted while it waits for a lock keeps its connection's place until the server has let go",
    () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const stores = yield* Layer.build(inDatabase(url, { maxConnections: 3 }))
        const holder = yield* connect(url)
        const backends = (condition: string) =>
          Effect.map(
            query(
              url,
              `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tollgate' ${condition}`
            ),
            (rows) => rows.length
          )
        yield* Effect.gen(function* () {
          const keys = yield* KeyStore
          const { run } = yield* Transaction
          const home = yield* aHome()
          const key = yield* aKeyRecord(home)
          yield* keys.insert(key)
          yield* Effect.promise(() => holder.query("BEGIN; SELECT 1 FROM api_keys FOR UPDATE"))
          const update = run(keys.update(home.organization_id, key.hash, { disabled: true }, key.created_at))
          for (let round = 0; round < 5; round++) {
            const waiting = yield* Effect.replicateEffect(Effect.fork(update), 3)
            yield* Effect.repeat(backends("AND wait_event_type = 'Lock'"), { until: (count) => count > 0 })
            yield* Effect.forEach(waiting, Fiber.interrupt)
            expect(yield* backends("")).toBeLessThanOrEqual(3)
          }
          yield* Effect.promise(() => holder.query("ROLLBACK"))
          yield* update
          expect(Option.map(yield* keys.find(home.organization_id, key.hash), ({ disabled }) => disabled)).toEqual(
            Option.some(true)
          )
        }).pipe(Effect.provide(stores))
      })
  )

  it.scopedLive("is never repeated if it may have been committed", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened
      yield* atCommit(url, "PERFORM pg_terminate_backend(pg_backend_pid())")
      yield* Effect.gen(function* () {
        const { run, runs } = yield* writing
        expect(yield* Effect.flip(run)).toBeInstanceOf(StorageFailure)
        expect(yield* runs).toBe(1)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scoped("that stays open for more than five seconds is undone and refused", () =>
    Effect.gen(function* () {
      const { stores, url } = yield* opened
      yield* Effect.gen(function* () {
        const transaction = yield* Transaction
        const { insert, stored } = yield* writing
        const open = yield* Effect.fork(Effect.flip(transaction.run(Effect.zipRight(insert, Effect.never))))
        const idle = "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE 'INSERT%'"
        yield* Effect.repeat(query(url, idle), { until: (rows) => rows.length === 1 })
        yield* TestClock.adjust("6 seconds")
        expect(yield* Fiber.join(open)).toBeInstanceOf(StorageFailure)
        expect(yield* stored).toBe(false)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("takes no connection and no place with it when it is interrupted, at whatever moment", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const stores = yield* Layer.build(inDatabase(url, { maxConnections: 2 }))
      yield* Effect.gen(function* () {
        const transaction = yield* Transaction
        const { stored } = yield* writing
        const running = transaction.run(stored)
        for (let yields = 0; yields < 60; yields++) {
          const fibers = yield* Effect.replicateEffect(Effect.fork(Effect.exit(Effect.all([running, stored]))), 6)
          yield* Effect.repeatN(Effect.yieldNow(), yields)
          yield* Fiber.interruptAll(fibers)
        }
        expect(yield* Effect.all([running, running, running, stored], { concurrency: "unbounded" })).toEqual(
          Array.from({ length: 4 }, () => false)
        )
      }).pipe(Effect.provide(stores))
    })
  )
})
