import { writeFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readLog } from "../src/file/WriteAheadLog.js"
import { temporaryFile } from "./support/files.js"

const PAGE_SIZE = 512

/** A frame of a page, the last of a transaction if it states the size of the database. */
const frame = (page: number, size: number, salts = 7, fileId = 0) => {
  const bytes = Buffer.alloc(24 + PAGE_SIZE)
  bytes.writeUInt32BE(page, 0)
  bytes.writeUInt32BE(size, 4)
  bytes.fill(salts, 8, 16)
  bytes.writeUInt32BE(fileId, 24 + 60)
  return bytes
}

const log = (...frames: ReadonlyArray<Buffer>) => {
  const header = Buffer.alloc(32)
  header.writeUInt32BE(0x377f0683, 0)
  header.writeUInt32BE(PAGE_SIZE, 8)
  header.fill(7, 16, 24)
  return Buffer.concat([header, ...frames])
}

const read = (bytes: Buffer) =>
  Effect.map(temporaryFile, (file) => {
    writeFileSync(file, bytes)
    return readLog(file)
  })

describe("The log of a database", () => {
  it.scoped("has the pages of its committed transactions, and no others", () =>
    Effect.gen(function* () {
      const committed = [frame(3, 0), frame(2, 9), frame(5, 0), frame(4, 10)]
      const whole = { fileId: null, held: new Set([3, 2, 5, 4]), pages: 10 }
      expect(yield* read(log(...committed))).toEqual(whole)
      expect(yield* read(log(...committed, frame(6, 0), frame(7, 0)))).toEqual(whole)
      expect(yield* read(log(...committed, frame(6, 11, 8)))).toEqual(whole)
      expect(yield* read(log(...committed, frame(6, 11).subarray(0, 23)))).toEqual(whole)
    })
  )

  it.scoped("of one page is a log, and one without a committed transaction is none", () =>
    Effect.gen(function* () {
      expect(yield* read(log(frame(1, 1, 7, 77)))).toEqual({ fileId: 77, held: new Set([1]), pages: 1 })
      expect(yield* read(log())).toBeNull()
      expect(yield* read(log(frame(1, 0, 7, 77)))).toBeNull()
      expect(yield* read(log(frame(2, 2)).subarray(0, 31))).toBeNull()
      expect(yield* read(Buffer.alloc(1000, 1))).toBeNull()
    })
  )

  it.scoped("has the id of its file where its first page is held first", () =>
    Effect.gen(function* () {
      const found = yield* read(log(frame(2, 2, 7, 5), frame(1, 2, 7, 77), frame(1, 2, 7, 78)))
      expect(found?.fileId).toBe(77)
    })
  )
})
