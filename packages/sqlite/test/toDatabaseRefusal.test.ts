import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { RowsMissing, SchemaRefused, WrongMasterKey } from "@tollgate/sql"
import { Cause } from "effect"
import { DriverMissing } from "../src/connection/loadDriver.js"
import { codeOf, toDatabaseRefusal } from "../src/toDatabaseRefusal.js"

const failing = (code: unknown) => Object.assign(new Error("broken"), { code })

/** Codes of SQLite and of the system, by what is refused for them. */
const codes = {
  busy: ["SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT"],
  disk_full: ["SQLITE_FULL", "ENOSPC", "EDQUOT", "SQLITE_IOERR_SHMSIZE"],
  damaged: ["SQLITE_CORRUPT", "SQLITE_CORRUPT_INDEX"],
  not_a_database: ["SQLITE_NOTADB"],
  not_writable: ["SQLITE_READONLY_DIRECTORY", "SQLITE_CANTOPEN", "SQLITE_PERM", "EACCES", "EPERM", "EROFS"],
  unreadable: ["SQLITE_IOERR_READ", "SQLITE_ERROR", "EIO", ""]
}

describe("An error of opening a database file", () => {
  it("is refused by its code, at any depth of its causes", () => {
    for (const [reason, known] of Object.entries(codes)) {
      for (const code of known) {
        const cause = failing(code)
        for (const error of [
          cause,
          new Error("statement", { cause: new Error("driver", { cause }) }),
          new StorageFailure({ cause }),
          Cause.die(cause)
        ]) {
          expect([code, toDatabaseRefusal(error)]).toEqual([code, reason])
        }
      }
    }
  })

  it("has the first code that is a text, and none if it is no error", () => {
    expect(codeOf(Object.assign(failing("OUTER"), { cause: failing("INNER") }))).toBe("OUTER")
    expect(codeOf(Object.assign(failing(7), { cause: failing("INNER") }))).toBe("INNER")
    for (const nothing of [failing(7), new Error("broken"), null, undefined, "ENOSPC", 7])
      expect(codeOf(nothing)).toBe("")
  })

  it("says what is missing or different where no code does", () => {
    expect(toDatabaseRefusal(new DriverMissing({ found: "none" }))).toBe("no_driver")
    expect(toDatabaseRefusal(new SchemaRefused({ reason: "newer", applied: [], known: [] }))).toBe("newer_schema")
    expect(toDatabaseRefusal(new SchemaRefused({ reason: "different", applied: [], known: [] }))).toBe(
      "different_schema"
    )
    expect(toDatabaseRefusal(new WrongMasterKey({ storedKeyId: "a", givenKeyId: "b" }))).toBe("wrong_master_key")
    expect(toDatabaseRefusal(new RowsMissing({ table: "api_keys" }))).toBe("emptied")
  })
})
