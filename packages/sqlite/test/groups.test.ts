import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writerExecutor } from "../src/writer/writerExecutor.js"
import { insert, queueOverFile } from "./support/queue.js"

const inOrder = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

describe("Writes that share a transaction", () => {
  it.scopedLive("join it while it has been open for five milliseconds at most", () =>
    Effect.gen(function* () {
      const { clock, queue, said } = yield* queueOverFile
      clock.perInsert = 5
      yield* Effect.forEach(inOrder(1, 4), (n) => writerExecutor(queue).write(insert, [n]), {
        concurrency: "unbounded"
      })
      expect(said.filter((text) => text !== "turn")).toEqual(
        inOrder(1, 2).flatMap(() => ["BEGIN IMMEDIATE", insert, insert, "COMMIT"])
      )
    })
  )

  it.scopedLive("are acts of microseconds, between eight of which the clock is not looked at", () =>
    Effect.gen(function* () {
      const { clock, numbers, queue, said } = yield* queueOverFile
      const commits: Array<number> = []
      const owner = { write: () => {}, stored: () => {} }
      const act = (n: number) =>
        Effect.async<void>((resume) => {
          const part = queue.act((execute) => {
            execute(insert, [n])
            clock.now += 1
            commits.push(said.filter((text) => text === "COMMIT").length)
          }, owner)
          part.whenSettled(() => resume(Effect.void))
        })
      yield* Effect.forEach(inOrder(1, 20), act, { concurrency: "unbounded" })
      expect(numbers()).toEqual(inOrder(1, 20))
      expect(inOrder(0, 3).map((n) => commits.filter((before) => before === n).length)).toEqual([8, 8, 4, 0])
    })
  )
})
