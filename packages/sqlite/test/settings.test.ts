import { describe, expect, it } from "@effect/vitest"
import { APPLICATION_ID } from "@tollgate/sqlite"
import { Effect } from "effect"
import { openDatabase } from "../src/openDatabase.js"
import { connect, openAndClose, temporaryFile } from "./support/files.js"

const names = [
  "journal_mode",
  "synchronous",
  "foreign_keys",
  "busy_timeout",
  "trusted_schema",
  "cell_size_check",
  "secure_delete",
  "journal_size_limit"
]

const settings = (file: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { sql, write } = yield* openDatabase(file)
      return (yield* Effect.forEach(names, (name) => write(sql.unsafe(`PRAGMA ${name}`)))).flat()
    })
  )

const safe = [
  { journal_mode: "wal" },
  { synchronous: 2 },
  { foreign_keys: 1 },
  { timeout: 0 },
  { trusted_schema: 0 },
  { cell_size_check: 1 },
  { secure_delete: 1 },
  { journal_size_limit: 16_777_216 }
]

describe("The settings of a connection", () => {
  it.scoped("are the safe ones on a new file, and again when it is opened for the second and third time", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      for (const _ of [1, 2, 3]) expect(yield* settings(file)).toEqual(safe)
    })
  )

  it.scoped("are the safe ones of readers, too, as far as they concern reads", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      const { read, sql } = yield* openDatabase(file)
      const found = yield* Effect.forEach(["trusted_schema", "cell_size_check"], (name) =>
        read(sql.unsafe(`PRAGMA ${name}`))
      )
      expect(found.flat()).toEqual([{ trusted_schema: 0 }, { cell_size_check: 1 }])
      expect(yield* Effect.flip(read(sql.unsafe("DELETE FROM tollgate_meta")))).toMatchObject({
        cause: { code: "SQLITE_READONLY" }
      })
    })
  )

  it.scoped("are set again if the file's journal mode was changed", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      yield* Effect.scoped(Effect.map(connect(file), (other) => other.exec("PRAGMA journal_mode = DELETE")))
      expect(yield* settings(file)).toEqual(safe)
    })
  )

  it.scoped("mark the file as Tollgate's, and leave an empty log when it is closed", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      const other = yield* connect(file)
      expect(other.value("PRAGMA application_id")).toBe(APPLICATION_ID)
      yield* settings(file)
      expect(other.all("PRAGMA wal_checkpoint")).toEqual([{ busy: 0, log: 0, checkpointed: 0 }])
    })
  )
})
