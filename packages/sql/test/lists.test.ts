import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { inChunks, inLists } from "../src/table/batches.js"

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
