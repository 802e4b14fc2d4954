import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import type { StorageFailure } from "@tollgate/core"
import { Deferred, Effect, Either, Exit, Fiber } from "effect"
import { betterSqlite3Loads } from "../../../scripts/betterSqlite3.mjs"
import { brief } from "../../../test/brief.js"
import { loadBetterSqlite3 } from "../src/connection/betterSqlite3.js"
import { loadNodeSqlite } from "../src/connection/nodeSqlite.js"
import { ReaderThread } from "../src/connection/ReaderThread.js"
import { makeReaderThreads } from "../src/connection/ReaderThreads.js"
import { openWith } from "../src/connection/SqliteConnection.js"
import type { SqliteDriver } from "../src/connection/SqliteDriver.js"
import { temporaryFile } from "./support/files.js"
import { nextTurn } from "./support/nextTurn.js"
import { openOther } from "./support/otherProgram.mjs"

const drivers: ReadonlyArray<readonly [SqliteDriver["name"], Either.Either<SqliteDriver, string>]> = [
  ["node:sqlite", loadNodeSqlite()],
  ["better-sqlite3", betterSqlite3Loads() ? loadBetterSqlite3() : Either.left("it does not load")]
]

const numbers = "SELECT n FROM numbers ORDER BY n"

/** A statement that runs for many turns of the event loop. */
const slow =
  "WITH RECURSIVE all_of (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM all_of WHERE n < 1000000) SELECT count(*) AS n FROM all_of"

for (const [name, found] of drivers) {
  describe.skipIf(Either.isLeft(found))(`A long read by ${name}`, () => {
    const threadsOf = Effect.gen(function* () {
      const driver = Either.getOrThrow(found)
      const file = yield* temporaryFile
      const maker = openOther(file)
      maker.exec("PRAGMA journal_mode = WAL; CREATE TABLE numbers (n INTEGER) STRICT; INSERT INTO numbers VALUES (1)")
      maker.close()
      const writer = yield* Effect.acquireRelease(
        Effect.sync(() => openWith(driver, file, { readonly: false })),
        ({ close }) => Effect.sync(close)
      )
      const started: Array<ReaderThread> = []
      const start = () => {
        const thread = new ReaderThread(driver, file)
        started.push(thread)
        return thread
      }
      const threads = yield* Effect.acquireRelease(
        Effect.sync(() => makeReaderThreads(start)),
        ({ close }) => close
      )
      const once = (text: string, ...params: ReadonlyArray<unknown>) =>
        threads.snapshot((act) => act.query(text, params))
      return { ...threads, once, started, writer }
    })

    it.scopedLive("sees all that was stored before it, and one state of the data", () =>
      Effect.gen(function* () {
        const { once, snapshot, writer } = yield* threadsOf
        const [begun, stored] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        expect(yield* once(numbers)).toEqual([{ n: 1 }])
        writer.execute("INSERT INTO numbers VALUES (2)")
        const both = yield* Effect.fork(
          snapshot((act) =>
            Effect.gen(function* () {
              const before = yield* act.query(numbers, [])
              yield* Deferred.succeed(begun, undefined)
              yield* Deferred.await(stored)
              return [before, yield* act.query(numbers, [])]
            })
          )
        )
        yield* Deferred.await(begun)
        writer.execute("INSERT INTO numbers VALUES (3)")
        yield* Deferred.succeed(stored, undefined)
        expect(yield* Fiber.join(both)).toEqual([
          [{ n: 1 }, { n: 2 }],
          [{ n: 1 }, { n: 2 }]
        ])
        expect(yield* once(numbers)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
      })
    )

    it.scopedLive("binds, reads and refuses what a connection of this thread does", () =>
      Effect.gen(function* () {
        const { once, writer } = yield* threadsOf
        const values = [1, 1.5, 7n, 2n ** 53n - 1n, "text", new Uint8Array([0, 255]), null]
        const types = `SELECT ${values.map((_, i) => `typeof(?) AS t${i}`).join()}`
        expect(yield* once(types, ...values)).toEqual(writer.execute(types, values))
        const bytes = "SELECT CAST('text' AS BLOB) AS bytes, NULL AS none, 9007199254740991 AS big"
        expect(yield* once(bytes)).toEqual([{ bytes: new TextEncoder().encode("text"), none: null, big: 2 ** 53 - 1 }])
        const refused: ReadonlyArray<readonly [string, ReadonlyArray<unknown>]> = [
          ["SELECT 9007199254740993 AS n", []],
          ["SELECT nothing", []],
          ["SELECT 1; SELECT 2", []],
          ["SELECT ?", []],
          ["SELECT ?", [true]],
          ["SELECT ?", [1, 2]]
        ]
        for (const [text, params] of refused) {
          const { message } = causeOf(yield* Effect.flip(once(text, ...params)))
          expect(() => writer.execute(text, params)).toThrow(message)
        }
        const written = causeOf(yield* Effect.flip(once("INSERT INTO numbers VALUES (2)")))
        expect(written).toMatchObject({ code: "SQLITE_READONLY" })
      })
    )

    it.scopedLive("waits while two others are open, and uses the thread of an earlier one", () =>
      Effect.gen(function* () {
        const { once, snapshot, started } = yield* threadsOf
        const end = yield* Deferred.make<void>()
        const held = snapshot((act) => Effect.zipRight(act.query(numbers, []), Deferred.await(end)))
        const open = yield* Effect.replicateEffect(Effect.fork(held), 2)
        const third = yield* Effect.fork(once(numbers))
        yield* Effect.repeat(nextTurn, { until: () => started.length === 2 })
        expect(third.unsafePoll()).toBeNull()
        yield* Deferred.succeed(end, undefined)
        expect(yield* Fiber.join(third)).toEqual([{ n: 1 }])
        yield* Effect.forEach(open, Fiber.join)
        expect(started.length).toBe(2)
      })
    )

    it.scopedLive("that is interrupted ends at once, and its thread reads again once its statement is over", () =>
      Effect.gen(function* () {
        const { once, started } = yield* threadsOf
        const open = yield* Effect.replicateEffect(Effect.fork(once(slow)), 2)
        yield* Effect.repeat(nextTurn, { until: () => started.length === 2 })
        const next = yield* Effect.fork(once(numbers))
        const exits = yield* Effect.forEach(open, Fiber.interrupt)
        expect(exits.map(Exit.isInterrupted)).toEqual([true, true])
        expect(next.unsafePoll()).toBeNull()
        expect(yield* Fiber.join(next)).toEqual([{ n: 1 }])
        expect(started.length).toBe(2)
      })
    )

    it.scopedLive("fails if its thread ends, and the next one has another thread", () =>
      Effect.gen(function* () {
        const { once, snapshot, started } = yield* threadsOf
        const failed = snapshot((act) =>
          Effect.zipRight(
            Effect.zipRight(
              act.query(numbers, []),
              Effect.promise(() => started[0]?.close() ?? Promise.resolve())
            ),
            act.query(numbers, [])
          )
        )
        expect(causeOf(yield* Effect.flip(failed))).toEqual(new Error("The thread that reads has ended."))
        expect(yield* once(numbers)).toEqual([{ n: 1 }])
        yield* Effect.promise(() => started[1]?.close() ?? Promise.resolve())
        expect(yield* once(numbers)).toEqual([{ n: 1 }])
        expect(started.length).toBe(3)
      })
    )

    it.scopedLive("has its rows before its thread is closed", () =>
      Effect.gen(function* () {
        const { close, once, snapshot, started } = yield* threadsOf
        const begun = yield* Deferred.make<void>()
        const running = yield* Effect.fork(
          snapshot((act) =>
            Effect.zipRight(
              Effect.zipRight(act.query(numbers, []), Deferred.succeed(begun, undefined)),
              act.query(slow, [])
            )
          )
        )
        yield* Effect.zipRight(Deferred.await(begun), nextTurn)
        yield* close
        expect(yield* Fiber.join(running)).toEqual([{ n: 1_000_000 }])
        expect(causeOf(yield* Effect.flip(once(numbers)))).toEqual(new Error("The database is closed."))
        expect(started.map(({ isOver }) => isOver)).toEqual([true])
      })
    )
  })
}

it.scopedLive("A thread that closes keeps the process running until it has closed", () =>
  Effect.gen(function* () {
    const program = fileURLToPath(new URL("support/closeReader.mjs", import.meta.url))
    const args = [...brief, program, yield* temporaryFile]
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
    expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: "", stdout: "closed" })
  })
)

/** The error of the driver. */
const causeOf = ({ cause }: StorageFailure): Error => {
  const inner: unknown = cause instanceof Error && "cause" in cause ? cause.cause : cause
  if (!(inner instanceof Error)) throw new Error("It has failed without an error.", { cause })
  return inner
}
