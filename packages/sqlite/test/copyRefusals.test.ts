import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { backup, restore } from "@tollgate/sqlite"
import { Effect } from "effect"
import { connect, emptyFile } from "./support/files.js"

const refusalOf = <A, E extends { readonly _tag: string; readonly message: string }>(copy: Effect.Effect<A, E>) =>
  Effect.map(Effect.flip(copy), ({ _tag, message }) => ({ _tag, message }))

/** What stands where the copy should be, and what is said about it. */
const places = [
  {
    what: "a name that SQLite uses",
    name: "copy.db-WAL",
    said: "cannot be a database: names that end in -wal, -shm or -journal belong to SQLite, which deletes them. Name another file."
  },
  {
    what: "a name of the master key",
    name: "copy.db.key.new",
    said: "cannot be a database: names that end in .key or .key.new belong to the master key. Name another file."
  },
  {
    what: "a folder that does not exist",
    name: "none/copy.db",
    said: "cannot be created: its directory does not exist. Create the directory first."
  },
  {
    what: "a file",
    name: "copy.db",
    beside: "copy.db",
    said: "already exists and is not overwritten. Name another file."
  },
  {
    what: "the log of an earlier database",
    name: "copy.db",
    beside: "copy.db-wal",
    said: "cannot be created: the log of an earlier database is in its place. Move that log away first."
  }
]

describe("A copy is refused, and nothing is written, where its place is", () => {
  for (const { beside, name, said, what } of places) {
    it.scopedLive(what, () =>
      Effect.gen(function* () {
        const source = yield* emptyFile
        const folder = dirname(source)
        if (beside !== undefined) writeFileSync(join(folder, beside), "theirs")
        const before = readdirSync(folder)
        const target = join(folder, name)
        for (const copy of [backup, restore]) {
          expect(yield* refusalOf(copy(source, target))).toEqual({
            _tag: "CopyRefused",
            message: `The file ${target} ${said}`
          })
        }
        expect(readdirSync(folder)).toEqual(before)
      })
    )
  }
})

describe("A copy that is restored", () => {
  it.scopedLive("is refused by what it is, and by the page that it lacks", () =>
    Effect.gen(function* () {
      const whole = yield* emptyFile
      const at = (name: string) => join(dirname(whole), name)
      const bytes = readFileSync(whole)
      writeFileSync(at("half"), bytes.subarray(0, 20 * 4096))
      writeFileSync(at("empty"), "")
      mkdirSync(at("folder"))
      writeFileSync(at("open"), bytes)
      writeFileSync(at("open-shm"), "")
      const said = [
        [
          "half",
          `is a damaged or truncated copy. Restore from another copy. Cause: page 21 of ${bytes.length / 4096} is missing.`
        ],
        ["empty", "is a damaged or truncated copy. Restore from another copy."],
        ["folder", "is not a regular file. Name a file."],
        ["none", "does not exist. Name an existing database, or allow one to be created."],
        [
          "open",
          "is open in another process, or a part of it is in a log beside it. Copy it with `tollgate backup` first."
        ]
      ] as const
      for (const [name, sentence] of said) {
        const { message } = yield* refusalOf(restore(at(name), at("target")))
        expect(message.replace(/^The (file|database|copy) /, "")).toBe(`${at(name)} ${sentence}`)
      }
      expect(existsSync(at("target"))).toBe(false)
    })
  )

  it.scopedLive("is told about as it goes, and is not made where that or the disk fails", () =>
    Effect.gen(function* () {
      const source = yield* emptyFile
      yield* Effect.scoped(
        Effect.map(connect(source), ({ exec }) =>
          exec("INSERT INTO tollgate_meta VALUES ('ballast', hex(zeroblob(1250000)))")
        )
      )
      const before = readdirSync(dirname(source))
      const size = readFileSync(source).length
      const target = `${source}.copy`
      for (const [code, sentence] of [
        ["ENOSPC", "cannot be created: the disk is full. Free some space and try again."],
        ["EACCES", "cannot be created. Give this process write access to its directory."],
        ["EIO", "cannot be created. Check the cause and the disk."]
      ] as const) {
        const failing = () => {
          throw Object.assign(new Error("broken"), { code })
        }
        expect(yield* refusalOf(restore(source, target, failing))).toEqual({
          _tag: "CopyRefused",
          message: `The file ${target} ${sentence}`
        })
        expect(readdirSync(dirname(source))).toEqual(before)
      }
      const shares: Array<number> = []
      yield* restore(source, target, (share) => shares.push(share))
      const pieces = Math.floor(size / 1_048_576)
      expect(pieces).toBeGreaterThan(1)
      expect(shares).toEqual([...Array.from({ length: pieces }, (_, at) => ((at + 1) * 1_048_576) / size), 1])
    })
  )
})

describe("A database with a damaged schema", () => {
  it.scopedLive("is refused by backup, and no part of the copy is left", () =>
    Effect.gen(function* () {
      const source = yield* emptyFile
      writeFileSync(source, readFileSync(source).fill(0xff, 100, 4096))
      const before = readdirSync(dirname(source))
      expect(yield* refusalOf(backup(source, `${source}.copy`))).toEqual({
        _tag: "DatabaseRefused",
        message: `The database ${source} is damaged or truncated. Restore it from a backup.`
      })
      expect(readdirSync(dirname(source))).toEqual(before)
    })
  )
})
