import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { KeyStore, Transaction } from "@tollgate/core/storage"
import type { PostgresOptions } from "@tollgate/postgres"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Exit, Fiber, FiberRef, Layer, Predicate } from "effect"
import { Client } from "pg"
import { connections, waitsForLock, whenIdle, whenWaiting } from "./support/activity.js"
import { connect, migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

afterEach(() => vi.restoreAllMocks())

/** The stores, a stored key, and another connection that can lock its row. */
const opened = (options: Partial<PostgresOptions> = {}) =>
  Effect.gen(function* () {
    const url = yield* migratedDatabase
    const stores = yield* Layer.build(inDatabase(url, options))
    const holder = yield* connect(url)
    return yield* Effect.gen(function* () {
      const keys = yield* KeyStore
      const { run } = yield* Transaction
      const home = yield* aHome()
      const key = yield* aKeyRecord(home)
      const [other, third] = yield* Effect.replicateEffect(aKeyRecord(home), 2)
      if (other === undefined || third === undefined) return expect.unreachable()
      yield* keys.insert(key)
      const rename = (name: string) => keys.update(home.organization_id, key.hash, { name }, key.created_at)
      const hold = Effect.promise(() => holder.query("BEGIN; SELECT 1 FROM api_keys FOR UPDATE"))
      const letGo = Effect.promise(() => holder.query("ROLLBACK"))
      const names = Effect.map(query(url, "SELECT name FROM api_keys"), (rows) => rows.map(({ name }) => name))
      const hashes = Effect.map(query(url, "SELECT hash FROM api_keys"), (rows) => rows.map(({ hash }) => hash))
      return { url, keys, run, key, other, third, rename, hold, letGo, names, hashes }
    }).pipe(Effect.provide(stores))
  })

describe("A transaction on PostgreSQL", () => {
  it.scopedLive("is refused if a statement of a fiber that its body forked fails after the body is done", () =>
    Effect.gen(function* () {
      const { hold, key, keys, letGo, names, other, rename, run, url } = yield* opened({ lockTimeout: 300 })
      yield* hold
      const body = Effect.gen(function* () {
        yield* keys.insert(other)
        yield* Effect.forkDaemon(Effect.exit(rename("renamed")))
        yield* whenWaiting(url, 1)
      })
      const failure = yield* Effect.flip(run(body))
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(failure).toMatchObject({ outcome: "none" })
      yield* letGo
      expect(yield* names).toEqual([key.name])
    })
  )

  it.scopedLive("writes nothing more, and does not know what it wrote, after the server rejected its BEGIN", () =>
    Effect.gen(function* () {
      const { hashes, keys, other, run, third } = yield* opened()
      const { query: send } = Client.prototype
      vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...args: Array<unknown>) {
        const [statement] = args
        if (Predicate.hasProperty(statement, "text") && String(statement.text).startsWith("BEGIN")) {
          Object.assign(statement, { text: "BEGIN ISOLATION LEVEL NONE" })
        }
        return Reflect.apply(send, this, args)
      })
      const failure = yield* Effect.flip(run(Effect.all([keys.insert(other), Effect.ignore(keys.insert(third))])))
      expect(failure).toMatchObject({ _tag: "StorageFailure", outcome: "unknown" })
      expect(yield* hashes).not.toContain(third.hash)
    })
  )

  for (const [what, fail] of [
    ["fails", Effect.fail("undone")],
    ["dies", Effect.die("broken")],
    ["is interrupted", Effect.interrupt]
  ] as const) {
    it.scopedLive(`that ${what} ends once the server has let go of its rows`, () =>
      Effect.gen(function* () {
        const { names, rename, run, key } = yield* opened()
        const { query: send } = Client.prototype
        const seen: Array<string> = []
        vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...args: Array<unknown>) {
          const [statement, answered] = args
          const isEnd = Predicate.hasProperty(statement, "text") && statement.text === "ROLLBACK"
          if (!isEnd || !Predicate.isFunction(answered)) return Reflect.apply(send, this, args)
          const noted = (...answer: Array<unknown>) => {
            seen.push("ROLLBACK")
            answered(...answer)
          }
          return Reflect.apply(send, this, [statement, noted])
        })
        yield* Effect.exit(run(Effect.zipRight(rename("undone"), fail)))
        seen.push("ended")
        expect(seen).toEqual(["ROLLBACK", "ended"])
        expect(yield* names).toEqual([key.name])
      })
    )
  }

  it.scopedLive("takes no connection for a fiber that its body forked, once it has ended", () =>
    Effect.gen(function* () {
      const { hold, letGo, names, rename, run, url } = yield* opened({ maxConnections: 2 })
      yield* hold
      // It has the only connection for writes.
      const first = yield* Effect.fork(run(rename("first")))
      yield* whenWaiting(url, 1)
      const forking = Effect.forkDaemon(Effect.exit(run(rename("second"))))
      // It waits for a connection when the body is done.
      const forked = yield* run(Effect.zipLeft(forking, Effect.repeatN(Effect.yieldNow(), 5)))
      const third = yield* Effect.fork(run(Effect.uninterruptible(rename("third"))))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(third)
      yield* letGo
      yield* Fiber.join(first)
      expect(Exit.isFailure(yield* Fiber.join(forked))).toBe(true)
      expect(yield* connections(url, "state LIKE 'idle in%'")).toBe(0)
      yield* whenIdle(url)
      yield* run(rename("last"))
      expect(yield* names).toEqual(["last"])
    })
  )

  it.scopedLive("hands what its body sets for the fiber on to its caller", () =>
    Effect.gen(function* () {
      const { names, rename, run } = yield* opened()
      const told = yield* FiberRef.make("nothing")
      yield* run(Effect.zipRight(rename("renamed"), FiberRef.set(told, "the body has run")))
      expect([yield* names, yield* FiberRef.get(told)]).toEqual([["renamed"], "the body has run"])
    })
  )

  it.scopedLive("that is interrupted keeps its place among the writes of the row until the server has let go", () =>
    Effect.gen(function* () {
      const { hold, letGo, names, rename, run, url } = yield* opened()
      yield* hold
      for (let round = 0; round < 5; round++) {
        const waiting = yield* Effect.replicateEffect(Effect.fork(run(rename("interrupted"))), 4)
        yield* whenWaiting(url, 1)
        yield* Fiber.interruptAll(waiting)
      }
      expect(yield* connections(url, waitsForLock)).toBe(2)
      yield* letGo
      yield* run(rename("last"))
      expect(yield* names).toEqual(["last"])
    })
  )
})

describe("The connections to PostgreSQL", () => {
  for (const [maxConnections, forWrites] of [
    [4, 3],
    [2, 1]
  ] as const) {
    it.scopedLive(`are ${maxConnections} at most where maxConnections says so, those for reads among them`, () =>
      Effect.gen(function* () {
        const { keys, other, third, url } = yield* opened({ maxConnections })
        yield* Effect.forEach([other, third], keys.insert)
        // One row has two connections at most.
        const writes = [other, third].flatMap(({ hash, organization_id, updated_at }) =>
          Array.from({ length: 4 }, () => keys.update(organization_id, hash, { name: "Renamed" }, updated_at))
        )
        const reads = Array.from({ length: 8 }, () => keys.find(other.organization_id, other.hash))
        const holder = yield* connect(url)
        yield* Effect.promise(() => holder.query("BEGIN; SELECT 1 FROM api_keys FOR UPDATE"))
        const writing = yield* Effect.forEach(writes, Effect.fork)
        yield* whenWaiting(url, forWrites)
        yield* Effect.all(reads, { concurrency: "unbounded" })
        yield* Effect.promise(() => holder.query("ROLLBACK"))
        yield* Fiber.joinAll(writing)
        // An idle connection stays open for a while.
        expect(yield* connections(url)).toBe(maxConnections)
      })
    )
  }

  it.scopedLive("are closed with the scope of the stores", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const clients = new Set<Client>()
      const { query: send } = Client.prototype
      vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...args: Array<unknown>) {
        clients.add(this)
        return Reflect.apply(send, this, args)
      })
      yield* Effect.scoped(Layer.build(inDatabase(url)))
      const isOpen = (client: Client) => {
        // The driver does not tell its socket's type.
        const { connection } = client as unknown as { connection: { stream: { destroyed: boolean } } }
        return !connection.stream.destroyed
      }
      expect([clients.size > 0, [...clients].filter(isOpen).length]).toEqual([true, 0])
    })
  )
})

describe("A write on PostgreSQL that cannot be interrupted", () => {
  it.scopedLive("waits for its turn and for a connection after its fiber was interrupted", () =>
    Effect.gen(function* () {
      const { hold, key, keys, letGo, names, other, rename, run, third, url } = yield* opened({ maxConnections: 2 })
      yield* hold
      const holding = yield* Effect.replicateEffect(Effect.fork(rename("first")), 2)
      yield* whenWaiting(url, 1)
      const started = yield* Effect.makeLatch()
      const cleaned: Array<Exit.Exit<unknown, StorageFailure>> = []
      const clean = (write: Effect.Effect<unknown, StorageFailure>) =>
        Effect.onInterrupt(Effect.zipRight(started.open, Effect.never), () =>
          Effect.map(Effect.exit(write), (exit) => cleaned.push(exit))
        )
      const fibers = yield* Effect.forEach([keys.insert(other), run(keys.insert(third)), rename("cleaned")], (write) =>
        Effect.fork(clean(write))
      )
      yield* started.await
      yield* Effect.yieldNow()
      const interrupted = yield* Effect.fork(Fiber.interruptAll(fibers))
      yield* Effect.yieldNow()
      yield* letGo
      yield* Fiber.joinAll(holding)
      yield* Fiber.join(interrupted)
      expect(cleaned.map(Exit.isSuccess)).toEqual([true, true, true])
      expect((yield* names).toSorted()).toEqual(["cleaned", other.name, third.name].toSorted())
      expect(key.name).not.toBe("cleaned")
    })
  )
})
