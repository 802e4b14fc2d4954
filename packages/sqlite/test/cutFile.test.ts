import { truncateSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { OpenedFile } from "../src/guard/OpenedFile.js"
import { temporaryFile } from "./support/files.js"

describe("A file that is cut off after it was opened", () => {
  it.scoped("is found to be so by the first look at it", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      writeFileSync(file, new Uint8Array(8192))
      writeFileSync(`${file}-wal`, "")
      const execute = (text: string) => [{ value: text === "PRAGMA page_size" ? 4096 : 2 }]
      const opened = new OpenedFile(file, { execute, inTransaction: () => false })
      truncateSync(file, 4096)
      expect(opened.lost()).toMatchObject({ file, loss: "truncated" })
    })
  )

  it.scoped("is found to be so where it has grown before, and is as long as when it was opened", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      writeFileSync(file, new Uint8Array(8192))
      writeFileSync(`${file}-wal`, "")
      const execute = (text: string) => [{ value: text === "PRAGMA page_size" ? 4096 : 3 }]
      const opened = new OpenedFile(file, { execute, inTransaction: () => false })
      truncateSync(file, 12_288)
      expect(opened.lost()).toBeNull()
      truncateSync(file, 8192)
      expect(opened.lost()).toMatchObject({ file, loss: "truncated" })
    })
  )
})
