import { chmodSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type DatabaseRefusal, DatabaseRefused, layer } from "@tollgate/sqlite"
import { Effect, Fiber, Layer, Redacted, TestClock } from "effect"
import { unreleased } from "../../sql/test/support/unreleased.js"
import { openDatabase } from "../src/openDatabase.js"
import { toDatabaseRefusal } from "../src/toDatabaseRefusal.js"
import { connect, emptyFile, inFile, masterKey, openAndClose, temporaryFile } from "./support/files.js"
import { picture } from "./support/folder.js"
import { openOther } from "./support/otherProgram.mjs"

/** What is in the file's place, and how it is refused. */
interface Case {
  readonly what: string
  readonly arrange: (file: string) => void
  readonly reason: DatabaseRefusal
  readonly sentence: string
  readonly create?: boolean
  readonly key?: Redacted.Redacted<Uint8Array>
}

const execute = (file: string, statement: string) => {
  const database = openOther(file)
  database.exec(statement)
  database.close()
}

const overwrite = (file: string, from: number, to: number) =>
  writeFileSync(file, readFileSync(file).fill(0xff, from, to))

const aDatabase: ReadonlyArray<Case> = [
  {
    what: "a file cut in half",
    arrange: (file) => truncateSync(file, readFileSync(file).length / 2),
    reason: "damaged",
    sentence: "is damaged or truncated. Restore it from a backup. Cause: page N of M is missing."
  },
  {
    what: "a file cut off within its header",
    arrange: (file) => truncateSync(file, 50),
    reason: "damaged",
    sentence: "is damaged or truncated. Restore it from a backup."
  },
  {
    what: "a file whose schema is overwritten",
    arrange: (file) => overwrite(file, 100, 4096),
    reason: "damaged",
    sentence: "is damaged or truncated. Restore it from a backup."
  },
  {
    what: "a file whose every table is overwritten",
    arrange: (file) => overwrite(file, 4096, readFileSync(file).length),
    reason: "damaged",
    sentence: "is damaged or truncated. Restore it from a backup."
  },
  {
    what: "a database emptied to no bytes at all",
    arrange: (file) => truncateSync(file, 0),
    reason: "empty_file",
    sentence:
      "is empty, so it is not a database. Restore it from a backup. If it never held anything, delete it and start again."
  },
  {
    what: "a schema newer than this version",
    arrange: (file) => execute(file, "INSERT INTO tollgate_migrations (migration_id, name) VALUES (9999, 'future')"),
    reason: "newer_schema",
    sentence: "was written by a newer version of Tollgate. Start that version or a later one."
  },
  {
    what: "the schema steps of before the first release",
    arrange: (file) => execute(file, unreleased),
    reason: "unreleased_schema",
    sentence:
      "is of before the first release: export it with the version that wrote it (`tollgate export FILE --ledger`), and import FILE into a new one with this version (`tollgate import FILE`)."
  },
  {
    what: "a schema step of another name",
    arrange: (file) => execute(file, "UPDATE tollgate_migrations SET name = 'other'"),
    reason: "different_schema",
    sentence:
      "has a schema that no released version of Tollgate creates. If another commit before the first release made it, export it there (`tollgate export FILE --ledger`) and import FILE with this version; if not, restore it from a backup."
  },
  {
    what: "an unknown schema step before the first one",
    arrange: (file) => execute(file, "INSERT INTO tollgate_migrations (migration_id, name) VALUES (0, 'before')"),
    reason: "different_schema",
    sentence:
      "has a schema that no released version of Tollgate creates. If another commit before the first release made it, export it there (`tollgate export FILE --ledger`) and import FILE with this version; if not, restore it from a backup."
  },
  {
    what: "another master key",
    arrange: () => {},
    key: Redacted.make(new Uint8Array(32).fill(8)),
    reason: "wrong_master_key",
    sentence:
      "holds secrets sealed with another master key. Start with the key that it was created with. If that is lost, `tollgate vault abandon` gives up the secrets."
  },
  {
    what: "a master key of 31 bytes",
    arrange: () => {},
    key: Redacted.make(new Uint8Array(31)),
    reason: "malformed_master_key",
    sentence: "needs a master key of exactly 32 bytes. Correct the key."
  }
]

const noDatabase: ReadonlyArray<Case> = [
  {
    what: "nothing, where nothing may be created",
    arrange: () => {},
    create: false,
    reason: "missing",
    sentence: "does not exist. Name an existing database, or allow one to be created."
  },
  {
    what: "a folder",
    arrange: (file) => mkdirSync(file),
    reason: "not_a_file",
    sentence: "is not a regular file. Name a file."
  },
  {
    what: "a file without content",
    arrange: (file) => writeFileSync(file, ""),
    reason: "empty_file",
    sentence:
      "is empty, so it is not a database. Restore it from a backup. If it never held anything, delete it and start again."
  },
  {
    what: "a text",
    arrange: (file) => writeFileSync(file, "Dear diary,\n".repeat(1000)),
    reason: "not_a_database",
    sentence: "is not an SQLite database. Name another file."
  },
  {
    what: "another program's SQLite database",
    arrange: (file) => execute(file, "CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')"),
    reason: "foreign_schema",
    sentence: "is a database of another application. Name another file."
  }
]

const refused = ({ arrange, create, key, reason, sentence }: Case, file: string) =>
  Effect.gen(function* () {
    arrange(file)
    const before = picture(dirname(file))
    const options = { file, masterKey: key ?? masterKey, ...(create !== undefined && { create }) }
    const refusal = yield* Effect.flip(Layer.build(layer(options)))
    expect(refusal).toBeInstanceOf(DatabaseRefused)
    const message = refusal.message.replace(/page \d+ of \d+/, "page N of M")
    expect({ file: refusal.file, reason: refusal.reason, message }).toEqual({
      file,
      reason,
      message: `The database ${file} ${sentence}`
    })
    expect(picture(dirname(file))).toEqual(before)
  })

describe("Opening refuses, changes nothing and says what to do", () => {
  for (const each of noDatabase) {
    it.scoped(each.what, () => Effect.flatMap(temporaryFile, (file) => refused(each, file)))
  }
  for (const each of aDatabase) {
    it.scoped(each.what, () => Effect.flatMap(emptyFile, (file) => refused(each, file)))
  }

  it.scoped("a place in a folder that does not exist", () =>
    Effect.gen(function* () {
      const folder = dirname(yield* temporaryFile)
      const file = join(folder, "no", "such", "tollgate.db")
      const refusal = yield* Effect.flip(Layer.build(inFile(file)))
      expect(refusal.reason).toBe("directory_missing")
      expect(refusal.message).toBe(
        `The database ${file} cannot be created: its directory does not exist. Create the directory first.`
      )
      expect(picture(folder)).toEqual([])
    })
  )

  it.scoped("a file whose lock another process does not give up, after five seconds of asking", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      const other = yield* connect(file)
      other.exec("BEGIN IMMEDIATE")
      const opening = yield* Effect.fork(Effect.flip(Layer.build(inFile(file))))
      yield* TestClock.adjust("10 seconds")
      const refusal = yield* Fiber.join(opening)
      expect(refusal.reason).toBe("busy")
      expect(refusal.message).toBe(
        `The database ${file} is locked by another process. Stop that process, or try again when it is done.`
      )
    })
  )

  it.scoped("a database that does not take the settings that keep it safe", () =>
    Effect.gen(function* () {
      // A database in memory never has a write-ahead log.
      const refusal = yield* Effect.flip(openDatabase(":memory:"))
      expect(refusal.reason).toBe("pragma_refused")
      expect(refusal.cause).toEqual({ name: "journal_mode", expected: "wal", actual: "memory" })
      expect(refusal.message).toBe(
        "The database :memory: does not accept the settings that protect its data. Move it to a local disk."
      )
    })
  )

  it("what SQLite says otherwise, which the log has", () => {
    expect(toDatabaseRefusal({ cause: { cause: { code: "SQLITE_IOERR_READ" } } })).toBe("unreadable")
    expect(new DatabaseRefused({ file: "/a.db", reason: "unreadable" }).message).toBe(
      "The database /a.db cannot be read or written by SQLite. Check the cause and the disk."
    )
  })
})

describe("A new database", () => {
  it.scoped("is its owner's alone, whatever the umask, and has nothing beside it once it is closed", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const umask = process.umask(0)
      yield* Effect.ensuring(
        openAndClose(file),
        Effect.sync(() => process.umask(umask))
      )
      expect(picture(dirname(file)).map(({ mode, name }) => ({ mode, name }))).toEqual([
        { name: "tollgate.db", mode: 0o600 }
      ])
    })
  )

  it.scoped("is opened again with the rights that it has by then", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      chmodSync(file, 0o640)
      const before = picture(dirname(file))
      yield* openAndClose(file)
      expect(picture(dirname(file))).toEqual(before)
    })
  )
})
