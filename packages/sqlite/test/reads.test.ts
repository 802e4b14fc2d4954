import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { makeReaders } from "../src/connection/Readers.js"
import { openSqlite, type SqliteConnection } from "../src/connection/SqliteConnection.js"
import { temporaryFile } from "./support/files.js"
import { nextTurn } from "./support/nextTurn.js"
import { openOther } from "./support/otherProgram.mjs"

afterEach(() => vi.restoreAllMocks())

const READS = 2_000
/** With the clock of `readersOf`. */
const READS_IN_FIVE_MILLIS = 51
const text = "SELECT n FROM numbers"

/** Readers of a file by a clock on which each look takes a tenth of a millisecond. `failing` openings are refused. */
const readersOf = Effect.gen(function* () {
  const file = yield* temporaryFile
  const maker = openOther(file)
  maker.exec("PRAGMA journal_mode = WAL; CREATE TABLE numbers (n INTEGER) STRICT; INSERT INTO numbers VALUES (1)")
  maker.close()
  const state = { time: 0, failing: 0, isLost: false }
  const opened: Array<SqliteConnection> = []
  const open = () => {
    if (state.failing-- > 0) throw new Error("It cannot be opened")
    const connection = openSqlite(file, { readonly: true })
    opened.push(connection)
    return connection
  }
  const now = () => (state.time += 0.1)
  const readers = yield* Effect.acquireRelease(
    Effect.sync(() => makeReaders(open, now, () => state.isLost)),
    ({ close }) => Effect.sync(close)
  )
  return { ...readers, file, opened, state }
})

/** How many of the reads were done at each turn of the event loop, and in the end. */
const turnsDuring = (read: Effect.Effect<unknown, StorageFailure>, concurrency: number) =>
  Effect.gen(function* () {
    let done = 0
    const turns: Array<number> = []
    const turn = () => {
      turns.push(done)
      if (done < READS) setImmediate(turn)
    }
    setImmediate(turn)
    const one = Effect.map(read, () => done++)
    yield* Effect.replicateEffect(one, READS, { concurrency, discard: true })
    return [...turns, done]
  })

describe("Many reads", () => {
  for (const [what, concurrency] of [
    ["one after another", 1],
    ["at once", READS]
  ] as const) {
    it.scopedLive(`${what} let the event loop turn every five milliseconds, also those answered from memory`, () =>
      Effect.gen(function* () {
        for (const which of ["read", "atVersion"] as const) {
          const { atVersion, read } = yield* readersOf
          const turns = yield* turnsDuring(which === "read" ? read(text, []) : atVersion(Effect.succeed), concurrency)
          const between = turns.map((done, i) => done - (turns[i - 1] ?? 0))
          expect(Math.max(...between)).toBeLessThanOrEqual(READS_IN_FIVE_MILLIS)
        }
      })
    )
  }

  it.scopedLive("of several statements do, too", () =>
    Effect.gen(function* () {
      const { snapshot } = yield* readersOf
      const turns = yield* turnsDuring(
        snapshot((act) => act.query(text, [])),
        1
      )
      const between = turns.map((done, i) => done - (turns[i - 1] ?? 0))
      expect(Math.max(...between)).toBeLessThanOrEqual(READS_IN_FIVE_MILLIS)
    })
  )

  it.scopedLive("that are interrupted while they wait for a turn read nothing", () =>
    Effect.gen(function* () {
      const { read, state } = yield* readersOf
      yield* read(text, [])
      state.time += 5
      let rows: ReadonlyArray<unknown> | null = null
      const fiber = yield* Effect.fork(Effect.map(read(text, []), (found) => (rows = found)))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      expect(rows).toBeNull()
      expect(yield* read(text, [])).toEqual([{ n: 1 }])
    })
  )
})

describe("The version of what is committed", () => {
  it.scopedLive("is the same until another connection has committed, and is not known of a lost or closed file", () =>
    Effect.gen(function* () {
      const { atVersion, close, file, read, state } = yield* readersOf
      const version = atVersion(Effect.succeed)
      const other = openOther(file)
      const first = yield* version
      yield* read(text, [])
      other.exec("BEGIN IMMEDIATE; INSERT INTO numbers VALUES (2)")
      expect([first, yield* version]).toEqual([expect.any(Number), first])
      other.exec("ROLLBACK")
      other.exec("INSERT INTO numbers VALUES (3)")
      const second = yield* version
      expect(second).not.toBe(first)
      expect(yield* read("SELECT n FROM numbers ORDER BY n", [])).toEqual([{ n: 1 }, { n: 3 }])
      expect(yield* version).toBe(second)
      state.isLost = true
      expect(yield* version).toBeNull()
      state.isLost = false
      other.close()
      close()
      expect(yield* version).toBeNull()
    })
  )
})

describe("A snapshot", () => {
  it.scopedLive("whose connection cannot be opened gives its place back", () =>
    Effect.gen(function* () {
      const { snapshot, state } = yield* readersOf
      state.failing = 5
      const once = snapshot((act) => act.query(text, []))
      for (let n = 0; n < 5; n++) {
        expect(yield* Effect.exit(once)).toEqual(
          Exit.fail(new StorageFailure({ cause: new Error("It cannot be opened"), outcome: "none" }))
        )
      }
      expect(yield* once).toEqual([{ n: 1 }])
    })
  )

  it.scopedLive("waits while two others are open, and has its turn after either", () =>
    Effect.gen(function* () {
      const { snapshot } = yield* readersOf
      const end = yield* Deferred.make<void>()
      const held = snapshot((act) => Effect.zipRight(act.query(text, []), Deferred.await(end)))
      const open = yield* Effect.replicateEffect(Effect.fork(held), 2)
      const third = yield* Effect.fork(snapshot((act) => act.query(text, [])))
      yield* Effect.yieldNow()
      expect(third.unsafePoll()).toBeNull()
      yield* Deferred.succeed(end, undefined)
      expect(yield* Fiber.join(third)).toEqual([{ n: 1 }])
      yield* Effect.forEach(open, Fiber.join)
    })
  )

  it.scopedLive("uses the connection of an earlier one again, and all are closed with the readers", () =>
    Effect.gen(function* () {
      const { close, opened, snapshot } = yield* readersOf
      const once = snapshot((act) => act.query(text, []))
      yield* once
      yield* once
      // The other one is for single reads.
      expect(opened.length).toBe(2)
      close()
      for (const { execute } of opened) expect(() => execute(text)).toThrow()
    })
  )

  it.scopedLive("has one timer while it is open", () =>
    Effect.gen(function* () {
      const { snapshot } = yield* readersOf
      const set = vi.spyOn(globalThis, "setTimeout")
      const cleared = vi.spyOn(globalThis, "clearTimeout")
      const looks = () => set.mock.calls.flatMap(([, of], n) => (of === 50 ? [set.mock.results[n]?.value] : []))
      yield* snapshot((act) => act.query(text, []))
      expect(looks().length).toBe(1)
      expect(cleared.mock.calls.flat()).toEqual(expect.arrayContaining(looks()))
    })
  )

  it.scopedLive("that is open for five seconds reads nothing more, and gives its place back then, once", () =>
    Effect.gen(function* () {
      const { snapshot, state } = yield* readersOf
      const [over, end] = [yield* Effect.makeLatch(), yield* Effect.makeLatch()]
      const slow = snapshot((act) =>
        Effect.gen(function* () {
          yield* act.query(text, [])
          state.time += 5_000
          yield* over.await
          yield* act.query(text, [])
        })
      )
      let open = 0
      const held = snapshot((act) =>
        Effect.zipRight(
          act.query(text, []),
          Effect.suspend(() => {
            open++
            return end.await
          })
        )
      )
      const running = yield* Effect.fork(Effect.flip(slow))
      const others = yield* Effect.replicateEffect(Effect.fork(held), 2)
      yield* Effect.repeat(nextTurn, { until: () => open === 2 })
      yield* over.open
      expect((yield* Fiber.join(running)).cause).toEqual(
        new Error("The transaction was open for more than 5 seconds and was rolled back.")
      )
      const third = yield* Effect.fork(held)
      yield* nextTurn
      expect(open).toBe(2)
      yield* end.open
      yield* Effect.forEach([...others, third], Fiber.join)
    })
  )
})
