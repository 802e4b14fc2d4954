import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { dirname } from "node:path"
import { afterEach, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createFile } from "../src/file/createFile.js"
import { temporaryFile } from "./support/files.js"

const { fsyncSync, openSync } = fs

afterEach(() => {
  Object.assign(fs, { fsyncSync, openSync })
  syncBuiltinESMExports()
})

describe.skipIf(process.platform === "win32")("A file that is created", () => {
  it.scoped("has its name on the disk, too: the folder is flushed after it was given", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const paths = new Map<number, unknown>()
      const flushed: Array<unknown> = []
      Object.assign(fs, {
        openSync: (...given: Parameters<typeof openSync>) => {
          const descriptor = openSync(...given)
          paths.set(descriptor, given[0])
          return descriptor
        },
        fsyncSync: (descriptor: number) => {
          flushed.push([paths.get(descriptor), fs.existsSync(file)])
          fsyncSync(descriptor)
        }
      })
      syncBuiltinESMExports()
      expect(yield* createFile(file, () => Effect.void)).toBe(true)
      expect(flushed).toEqual([[dirname(file), true]])
    })
  )
})
