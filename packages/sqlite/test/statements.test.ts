import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { Clock, Effect, Exit, Fiber, TestClock } from "effect"
import { whileLocked } from "../src/connection/whileLocked.js"
import { openDatabase } from "../src/openDatabase.js"
import { connect, openAndClose, temporaryFile } from "./support/files.js"

const stopped = Object.assign(Clock.make(), { unsafeCurrentTimeNanos: () => 0n })

const openedWith = (schema: string) =>
  Effect.gen(function* () {
    const file = yield* temporaryFile
    yield* openAndClose(file)
    const other = yield* connect(file)
    other.exec(schema)
    return { file, other, database: yield* openDatabase(file) }
  })

describe("A statement", () => {
  it.scopedLive(
    "that could not be prepared is tried anew: a table that is missing is seen as soon as it is there",
    () =>
      Effect.gen(function* () {
        const { database, other } = yield* openedWith("SELECT 1")
        const { read, sql, write } = database
        for (const act of [read(sql`SELECT n FROM numbers`), write(sql`INSERT INTO numbers VALUES (1) RETURNING n`)]) {
          const failure = yield* Effect.flip(act)
          expect(failure).toMatchObject({ cause: { message: "no such table: numbers" } })
        }
        other.exec("CREATE TABLE numbers (n INTEGER)")
        expect(yield* write(sql`INSERT INTO numbers VALUES (1) RETURNING n`)).toEqual([{ n: 1 }])
        expect(yield* read(sql`SELECT n FROM numbers`)).toEqual([{ n: 1 }])
      })
  )

  it.scopedLive("is refused within a transaction once another has failed, and nothing of the transaction stays", () =>
    Effect.gen(function* () {
      const { database, other } = yield* openedWith("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
      const { sql, transact, write } = database
      const exits: Array<Exit.Exit<unknown, StorageFailure>> = []
      const act = Effect.gen(function* () {
        yield* write(sql`INSERT INTO numbers VALUES (1)`)
        exits.push(yield* Effect.exit(write(sql`INSERT INTO numbers VALUES (1)`)))
        exits.push(yield* Effect.exit(write(sql`INSERT INTO numbers VALUES (2)`)))
      })
      const failure = yield* Effect.flip(transact(act))
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(exits).toEqual([Exit.fail(failure), Exit.fail(failure)])
      expect(other.all("SELECT n FROM numbers")).toEqual([])
    })
  )

  it.scopedLive("that failed is what its transaction, or the part of one, fails with, whatever was made of it", () =>
    Effect.gen(function* () {
      const { database } = yield* openedWith("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
      const { attempt, sql, transact, write } = database
      const insert = write(sql`INSERT INTO numbers VALUES (1)`)
      const decided = Effect.zipRight(Effect.zipRight(insert, Effect.ignore(insert)), Effect.fail("decided" as const))
      const failures = [yield* Effect.flip(transact(decided)), yield* transact(Effect.flip(attempt(decided)))]
      expect(failures.map((failure) => failure instanceof StorageFailure)).toEqual([true, true])
    })
  )

  it.scopedLive("that fills the disk, so that SQLite rolls everything back, leaves nothing of its group", () =>
    Effect.gen(function* () {
      // A slow machine would end the group before its second write.
      const { database, other } = yield* Effect.withClock(
        openedWith("CREATE TABLE texts (n INTEGER PRIMARY KEY, text TEXT)"),
        stopped
      )
      const { attempt, sql, transact, write } = database
      const page_count = Number(other.value("PRAGMA page_count"))
      yield* write(sql.unsafe(`PRAGMA max_page_count = ${page_count + 1}`))
      const insert = (n: number, text: string) => write(sql`INSERT INTO texts VALUES (${n}, ${text})`)
      const swallowing = Effect.gen(function* () {
        yield* insert(1, "small")
        yield* Effect.ignore(attempt(insert(2, "x".repeat(1_000_000))))
        yield* Effect.ignore(insert(3, "small"))
      })
      const exits = yield* Effect.all([insert(4, "small"), transact(swallowing)].map(Effect.exit), {
        concurrency: "unbounded"
      })
      expect(exits.map(Exit.isFailure)).toEqual([true, true])
      expect(other.all("SELECT n FROM texts")).toEqual([])
      yield* insert(5, "small")
      expect(other.all("SELECT n FROM texts")).toEqual([{ n: 5 }])
    })
  )

  it.scopedLive("that writes within a snapshot fails, and so does the snapshot", () =>
    Effect.gen(function* () {
      const { database, other } = yield* openedWith("CREATE TABLE numbers (n INTEGER)")
      const { snapshot, sql, transact, write } = database
      const insert = write(sql`INSERT INTO numbers VALUES (1)`)
      for (const act of [insert, transact(insert), Effect.ignore(insert)]) {
        const failure = yield* Effect.flip(snapshot(act))
        expect(failure).toMatchObject({ cause: { message: "A snapshot is read-only." } })
      }
      expect(other.all("SELECT n FROM numbers")).toEqual([])
    })
  )
})

describe("Reads", () => {
  it.scopedLive("go on while a transaction is open, and see what is committed", () =>
    Effect.gen(function* () {
      const { database } = yield* openedWith("CREATE TABLE numbers (n INTEGER)")
      const { read, snapshot, sql, transact, write } = database
      const numbers = read(sql`SELECT n FROM numbers`)
      const gate = yield* Effect.makeLatch()
      const open = yield* Effect.makeLatch()
      const writing = yield* Effect.fork(
        transact(Effect.all([write(sql`INSERT INTO numbers VALUES (1)`), open.open, gate.await, numbers]))
      )
      yield* open.await
      expect(yield* numbers).toEqual([])
      expect(yield* snapshot(numbers)).toEqual([])
      yield* gate.open
      const [, , , own] = yield* Fiber.join(writing)
      expect(own).toEqual([{ n: 1 }])
      expect(yield* numbers).toEqual([{ n: 1 }])
    })
  )
})

describe("Opening, while another process", () => {
  /** How long it goes on asking, in seconds. */
  const asksFor = (code: string) =>
    Effect.gen(function* () {
      const tried = { at: 0 }
      const clock = yield* Effect.clock
      const opening = yield* Effect.fork(
        Effect.flip(
          whileLocked(() => {
            tried.at = clock.unsafeCurrentTimeMillis()
            throw Object.assign(new Error("database is locked"), { code })
          })
        )
      )
      yield* Effect.repeat(TestClock.adjust("1 second"), { until: () => opening.unsafePoll() !== null })
      expect(yield* Fiber.join(opening)).toMatchObject({ code })
      return Math.round(tried.at / 1_000)
    })

  it.effect("reads a long log back, waits for it for two minutes", () =>
    Effect.map(asksFor("SQLITE_BUSY_RECOVERY"), (seconds) => expect(seconds).toBe(120))
  )

  it.effect("holds a lock for another reason, waits for five seconds", () =>
    Effect.map(asksFor("SQLITE_BUSY"), (seconds) => expect(seconds).toBe(5))
  )
})
