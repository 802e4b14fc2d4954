import { describe, expect, it } from "@effect/vitest"
import type { ActOwner, Query } from "@tollgate/sql/driver"
import { Effect, Exit } from "effect"
import { writerExecutor } from "../src/writer/writerExecutor.js"
import { insert, queueOverFile } from "./support/queue.js"

/** An owner whose acts leave numbers to be inserted. */
const opened = Effect.map(queueOverFile, (file) => {
  const { act = () => Effect.dieMessage("The writer has acts."), transact, write } = writerExecutor(file.queue)
  const left: Array<number> = []
  const stored: Array<string> = []
  const owner: ActOwner = {
    write: (query) => {
      for (const n of left.splice(0)) query(insert, [n])
      stored.push("written")
    },
    stored: () => stored.push("stored")
  }
  const leave = (n: number, also: (query: Query) => void = () => {}) =>
    act((query) => {
      also(query)
      left.push(n)
    }, owner)
  return { ...file, act, transact, write, owner, left, leave, stored }
})

const atOnce = <A, E>(all: ReadonlyArray<Effect.Effect<A, E>>) =>
  Effect.all(all.map(Effect.exit), { concurrency: "unbounded" })

describe("Writes that acts leave to their owner", () => {
  it.scopedLive("are made together, before the commit that their acts wait for", () =>
    Effect.gen(function* () {
      const { leave, numbers, stored } = yield* opened
      const exits = yield* atOnce([leave(1), leave(2), leave(3)])
      expect(exits.every(Exit.isSuccess)).toBe(true)
      expect(numbers()).toEqual([1, 2, 3])
      expect(stored).toEqual(["written", "stored"])
    })
  )

  it.scopedLive("are made before a statement, a transaction and an act of another owner", () =>
    Effect.gen(function* () {
      const { act, leave, numbers, transact, write } = yield* opened
      const seen: Array<unknown> = []
      const count = "SELECT count(*) AS n FROM numbers"
      yield* atOnce<unknown, unknown>([
        leave(1),
        Effect.map(write(`INSERT INTO numbers SELECT 10 + count(*) FROM numbers`, []), () => null),
        leave(2),
        transact((context) => Effect.map(context.query(count, []), (rows) => seen.push(...rows))),
        leave(3),
        act((query) => seen.push(...query(count, [])), { write: () => {}, stored: () => {} })
      ])
      expect(numbers()).toEqual([1, 2, 3, 11])
      expect(seen).toEqual([{ n: 3 }, { n: 4n }])
    })
  )

  it.scopedLive(
    "fail for the act that is why, if they fail together, and everything else of the transaction is kept",
    () =>
      Effect.gen(function* () {
        const { leave, numbers, said, stored, write } = yield* opened
        const exits = yield* atOnce<unknown, unknown>([
          write(insert, [5]),
          leave(1),
          leave(5),
          leave(2),
          write(insert, [6])
        ])
        expect(exits.map(Exit.isSuccess)).toEqual([true, true, false, true, true])
        expect(said.filter((text) => text === "COMMIT")).toEqual(["COMMIT"])
        expect(numbers()).toEqual([1, 2, 5, 6])
        expect(stored).toEqual(["written", "written", "stored"])
      })
  )

  it.scopedLive("fail alone where nothing else was written", () =>
    Effect.gen(function* () {
      const { leave, numbers } = yield* opened
      const exits = yield* atOnce([leave(1), leave(1), leave(2)])
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(numbers()).toEqual([1, 2])
      expect(Exit.isSuccess(yield* Effect.exit(leave(2)))).toBe(false)
      expect(numbers()).toEqual([1, 2])
    })
  )

  it.scopedLive("are kept when a later act throws, whatever that act has written itself", () =>
    Effect.gen(function* () {
      const { leave, numbers } = yield* opened
      const thrown = leave(3, (query) => {
        query(insert, [2])
        throw new Error("no")
      })
      const exits = yield* atOnce<unknown, unknown>([leave(1), thrown, leave(4)])
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(numbers()).toEqual([1, 4])
    })
  )

  it.scopedLive("are not said to be stored if the commit fails", () =>
    Effect.gen(function* () {
      const { failing, leave, numbers, stored } = yield* opened
      failing.add("COMMIT")
      yield* Effect.flip(leave(1))
      failing.delete("COMMIT")
      expect(stored).toEqual(["written"])
      expect(numbers()).toEqual([])
    })
  )
})
