import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { inChunks, inLists } from "../src/table/batches.js"
import { toPage } from "../src/table/toPage.js"

const rows = FastCheck.array(FastCheck.nat(500), { maxLength: 3000 })
const isPowerOfTwo = (length: number) => Number.isInteger(Math.log2(length))

describe("Long lists", () => {
  it.prop("are inserted whole and in order, in runs of few lengths that bind few variables", [rows], ([rows]) => {
    const chunks = inChunks(rows)
    expect(chunks.flat()).toEqual(rows)
    expect(chunks.every((chunk) => chunk.length <= 1024 && isPowerOfTwo(chunk.length))).toBe(true)
  })

  it.prop("are looked for by every value and no other, in lists of few lengths", [rows], ([values]) => {
    const lists = inLists(values)
    expect(new Set(lists.flat())).toEqual(new Set(values))
    expect(lists.every((list) => list.length <= 1024 && isPowerOfTwo(list.length))).toBe(true)
    expect(lists.length).toBe(Math.ceil(new Set(values).size / 1024))
  })
})

describe("A page of a list", () => {
  it.effect("has its rows and the size of the list; behind the last one, none are read", () =>
    Effect.gen(function* () {
      expect(yield* toPage({ limit: 10, offset: 2 }, 3, Effect.succeed(["last"]))).toEqual({
        data: ["last"],
        total_count: 3
      })
      const rows = Effect.dieMessage("Rows are read.")
      expect(yield* toPage({ limit: 10, offset: 3 }, 3, rows)).toEqual({ data: [], total_count: 3 })
    })
  )
})
