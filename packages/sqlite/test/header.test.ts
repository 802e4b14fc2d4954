import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Entropy } from "@tollgate/core"
import { Effect } from "effect"
import { parseHeader, readStart } from "../src/file/FileHeader.js"
import { newFileId } from "../src/file/fileId.js"
import { connect, emptyFile, openAndClose, temporaryFile } from "./support/files.js"
import { leaveOpen, namesIn } from "./support/organizations.js"

/** Runs an effect with another value of a property. */
const having = <A, E, R>(object: object, name: string, value: unknown, effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const before = Object.getOwnPropertyDescriptor(object, name)
      Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
      return before
    }),
    () => effect,
    (before) => Effect.sync(() => before && Object.defineProperty(object, name, before))
  )

const withoutHead = <A, E, R>(effect: Effect.Effect<A, E, R>) => having(process.env, "PATH", "", effect)

describe("The header of a database", () => {
  it.scopedLive("has the size of its pages, up to 65,536 bytes, and their number if it is up to date", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* Effect.scoped(
        Effect.map(connect(file), ({ exec }) =>
          exec("PRAGMA page_size = 65536; PRAGMA application_id = 5; PRAGMA user_version = 7; CREATE TABLE t (x)")
        )
      )
      const bytes = readFileSync(file)
      const header = { applicationId: 5, fileId: 7, pageSize: 65_536, pages: 2 }
      expect(parseHeader(bytes)).toEqual(header)
      expect(parseHeader(bytes.subarray(0, 100))).toEqual(header)
      expect(parseHeader(bytes.subarray(0, 99))).toBe("damaged")
      expect(parseHeader(Buffer.from("SQLite format 2\0"))).toBe("not_a_database")
      const since = Buffer.from(bytes)
      since.writeUInt32BE(bytes.readUInt32BE(92) + 1, 24)
      expect(parseHeader(since)).toEqual({ ...header, pages: 0 })
    })
  )

  it.scopedLive("is read by this process on Windows, where that takes no lock away", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const descriptors = () => readdirSync("/proc/self/fd").length
      const before = process.platform === "linux" ? descriptors() : 0
      const bytes = yield* having(process, "platform", "win32", readStart(file))
      expect(bytes).toEqual(readFileSync(file).subarray(0, 100))
      writeFileSync(`${file}.short`, "SQLite format 3\0")
      expect(String(yield* having(process, "platform", "win32", readStart(`${file}.short`)))).toBe("SQLite format 3\0")
      expect(process.platform === "linux" ? descriptors() : 0).toBe(before)
    })
  )

  it.scopedLive("is read by SQLite where no other process can read it, also beside a log", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const ids = yield* leaveOpen(file, "Acme")
      expect(yield* withoutHead(namesIn(file, ids))).toEqual(["Acme"])
      const other = yield* temporaryFile
      yield* Effect.scoped(Effect.map(connect(other), ({ exec }) => exec("CREATE TABLE numbers (n) ")))
      expect(yield* Effect.flip(withoutHead(openAndClose(other)))).toMatchObject({ reason: "foreign_schema" })
    })
  )
})

describe("A log that cannot be read", () => {
  it.scopedLive("is the reason that is given, and not that the database is in use", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      mkdirSync(`${file}-wal`)
      const { message, reason } = yield* Effect.flip(openAndClose(file))
      expect({ message, reason }).toEqual({
        message: `The database ${file} cannot be read or written by SQLite. Check the cause and the disk.`,
        reason: "unreadable"
      })
    })
  )
})

describe("The id of a new file", () => {
  const idOf = (...bytes: ReadonlyArray<number>) =>
    Effect.flatMap(Entropy, (entropy) =>
      Effect.provideService(newFileId, Entropy, { ...entropy, bytes: () => Uint8Array.from(bytes) })
    )

  it.effect("is a number from 1 to 2³¹ - 1, as SQLite stores it, and never the 0 of a file without one", () =>
    Effect.gen(function* () {
      expect(yield* idOf(0, 0, 0, 0)).toBe(1)
      expect(yield* idOf(128, 0, 0, 0)).toBe(1)
      expect(yield* idOf(255, 255, 255, 255)).toBe(2 ** 31 - 1)
      expect(yield* idOf(1, 2, 3, 4)).toBe(0x01020304)
    })
  )
})
