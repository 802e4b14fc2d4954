import { spawnSync } from "node:child_process"
import { readdirSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { betterSqlite3Loads } from "../../../scripts/betterSqlite3.mjs"
import { loadBetterSqlite3 } from "../src/connection/betterSqlite3.js"
import { loadNodeSqlite } from "../src/connection/nodeSqlite.js"
import { resultCode } from "../src/connection/resultCodes.js"
import { openWith } from "../src/connection/SqliteConnection.js"
import type { SqliteDriver } from "../src/connection/SqliteDriver.js"
import { hasWalFix } from "../src/connection/walFix.js"
import { temporaryFile, temporaryFolder } from "./support/files.js"
import { openOther } from "./support/otherProgram.mjs"

const drivers: ReadonlyArray<readonly [SqliteDriver["name"], Either.Either<SqliteDriver, string>]> = [
  ["node:sqlite", loadNodeSqlite()],
  ["better-sqlite3", betterSqlite3Loads() ? loadBetterSqlite3() : Either.left("it does not load")]
]

/** What is thrown, without what only a trace is for. */
const thrown = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error("Nothing was thrown.")
}

const connectionOf = (found: Either.Either<SqliteDriver, string>) =>
  Effect.gen(function* () {
    const driver = Either.getOrThrow(found)
    const file = yield* temporaryFile
    const first = openOther(file)
    first.exec("PRAGMA journal_mode = WAL; CREATE TABLE numbers (n INTEGER PRIMARY KEY, text TEXT UNIQUE) STRICT")
    first.close()
    const open = (path = file, readonly = false) =>
      Effect.acquireRelease(
        Effect.sync(() => openWith(driver, path, { readonly })),
        ({ close }) => Effect.sync(close)
      )
    // Of the same library: two libraries in one process do not see each other's locks.
    return { file, open, other: yield* open(), connection: yield* open() }
  })

for (const [name, found] of drivers) {
  describe.skipIf(Either.isLeft(found))(`A connection of ${name}`, () => {
    const connected = connectionOf(found)

    it.scoped("binds each kind of value as its own type, and reads it back", () =>
      Effect.gen(function* () {
        const { execute } = (yield* connected).connection
        const values = [1, 1.5, 7n, 2n ** 53n - 1n, "text", new Uint8Array([0, 255]), null]
        const types = execute(`SELECT ${values.map((_, i) => `typeof(?) AS t${i}`).join()}`, values)
        expect(types).toEqual([
          { t0: "real", t1: "real", t2: "integer", t3: "integer", t4: "text", t5: "blob", t6: "null" }
        ])
        const [row] = execute("SELECT ? AS number, ? AS big, ? AS text, ? AS bytes, ? AS none", [
          1.5,
          7n,
          "o'clock",
          new Uint8Array([0, 255]),
          null
        ])
        expect({ ...Object(row) }).toEqual({
          number: 1.5,
          big: 7,
          text: "o'clock",
          bytes: expect.any(Uint8Array),
          none: null
        })
        expect([...Object(row).bytes]).toEqual([0, 255])
      })
    )

    it.scoped(
      "binds no boolean, no undefined, no object, no integer of more than 64 bits, and exactly as many values as the text takes",
      () =>
        Effect.gen(function* () {
          const { execute } = (yield* connected).connection
          const bind = (...params: ReadonlyArray<unknown>) => thrown(() => execute("SELECT ?, 'why?' -- ?", params))
          expect(bind(true)).toEqual(new TypeError("SQLite binds no boolean."))
          expect(bind(undefined)).toEqual(new TypeError("SQLite binds no undefined."))
          expect(bind(new Date(0))).toEqual(new TypeError("SQLite binds no object."))
          expect(bind(["a list"])).toEqual(new TypeError("SQLite binds no object."))
          expect(bind(() => 1)).toEqual(new TypeError("SQLite binds no function."))
          expect(bind(2n ** 63n)).toBeInstanceOf(Error)
          expect(bind()).toEqual(new RangeError("The statement takes 1 parameters, not 0."))
          expect(bind(1, 2)).toEqual(new RangeError("The statement takes 1 parameters, not 2."))
        })
    )

    it.scoped("fails on an integer that a number cannot hold, and reads it as text", () =>
      Effect.gen(function* () {
        const { execute } = (yield* connected).connection
        expect(thrown(() => execute("SELECT ? AS n", [2n ** 53n + 1n]))).toBeInstanceOf(RangeError)
        expect(execute("SELECT CAST(? AS TEXT) AS n", [2n ** 53n + 1n])).toEqual([{ n: "9007199254740993" }])
      })
    )

    it.scoped("returns the rows of RETURNING, and none of a write without it", () =>
      Effect.gen(function* () {
        const { execute } = (yield* connected).connection
        expect(execute("INSERT INTO numbers VALUES (?, ?)", [1n, "one"])).toEqual([])
        expect(execute("INSERT INTO numbers VALUES (?, ?) RETURNING n", [2n, "two"])).toEqual([{ n: 2 }])
        expect(execute("SELECT n, text FROM numbers ORDER BY n")).toEqual([
          { n: 1, text: "one" },
          { n: 2, text: "two" }
        ])
      })
    )

    it.scoped("knows whether a transaction is open, also after SQLite has undone it by itself", () =>
      Effect.gen(function* () {
        const { connection } = yield* connected
        const { execute, inTransaction } = connection
        expect(inTransaction()).toBe(false)
        execute("BEGIN IMMEDIATE")
        expect(inTransaction()).toBe(true)
        execute("INSERT INTO numbers VALUES (1, 'one')")
        thrown(() => execute("INSERT OR ROLLBACK INTO numbers VALUES (1, 'again')"))
        expect(inTransaction()).toBe(false)
        expect(execute("SELECT n FROM numbers")).toEqual([])
      })
    )

    it.scoped("tells whether another connection has committed, not whether it has itself", () =>
      Effect.gen(function* () {
        const { connection, other } = yield* connected
        const versions = [connection.dataVersion()]
        for (const [by, text] of [
          [connection, "INSERT INTO numbers VALUES (1, 'one')"],
          [other, "SELECT n FROM numbers"],
          [other, "INSERT INTO numbers VALUES (2, 'two')"]
        ] as const) {
          by.execute(text)
          versions.push(connection.dataVersion())
        }
        const [first, second, third, fourth] = versions
        expect([second, third]).toEqual([first, first])
        expect(fourth).not.toBe(first)
        connection.close()
        expect(thrown(connection.dataVersion)).toBeInstanceOf(Error)
      })
    )

    it.scoped("names the result code of every error", () =>
      Effect.gen(function* () {
        const { connection, file, open, other } = yield* connected
        const { execute } = connection
        const folder = dirname(file)
        writeFileSync(`${folder}/text`, "Dear diary,\n".repeat(1000))
        const reader = yield* open(file, true)
        const text = yield* open(`${folder}/text`)
        const stale = yield* open()
        execute("INSERT INTO numbers VALUES (1, 'one')")
        stale.execute("BEGIN")
        stale.execute("SELECT n FROM numbers")
        other.execute("INSERT INTO numbers VALUES (2, 'two')")
        other.execute("BEGIN IMMEDIATE")
        const busy = thrown(() => execute("BEGIN IMMEDIATE"))
        other.execute("COMMIT")
        const errors = [
          busy,
          thrown(() => stale.execute("INSERT INTO numbers VALUES (3, 'three')")),
          thrown(() => execute("INSERT INTO numbers VALUES (1, 'again')")),
          thrown(() => execute("INSERT INTO numbers VALUES (4, 'one')")),
          thrown(() => execute("INSERT INTO numbers VALUES (4, x'00')")),
          thrown(() => reader.execute("INSERT INTO numbers VALUES (5, 'five')")),
          thrown(() => text.execute("SELECT 1 FROM sqlite_schema")),
          thrown(() => execute("SELECT n FROM letters")),
          thrown(() => execute("SELECT"))
        ]
        expect(errors.map((error) => (error instanceof Error ? { ...error, message: error.message } : error))).toEqual(
          [
            ["SQLITE_BUSY", "database is locked"],
            ["SQLITE_BUSY_SNAPSHOT", "database is locked"],
            ["SQLITE_CONSTRAINT_PRIMARYKEY", "UNIQUE constraint failed: numbers.n"],
            ["SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed: numbers.text"],
            ["SQLITE_CONSTRAINT_DATATYPE", "cannot store BLOB value in TEXT column numbers.text"],
            ["SQLITE_READONLY", "attempt to write a readonly database"],
            ["SQLITE_NOTADB", "file is not a database"],
            ["SQLITE_ERROR", "no such table: letters"],
            ["SQLITE_ERROR", "incomplete input"]
          ].map(([code, message]) => expect.objectContaining({ code, message }))
        )
      })
    )

    it.scoped("refuses a second statement in a text, and a double-quoted text that is no column", () =>
      Effect.gen(function* () {
        const { execute } = (yield* connected).connection
        expect(thrown(() => execute("DELETE FROM numbers; DROP TABLE numbers"))).toBeInstanceOf(RangeError)
        expect(execute("SELECT count(*) AS n FROM numbers;\n")).toEqual([{ n: 0 }])
        expect(thrown(() => execute('SELECT "text that is no column"'))).toMatchObject({ code: "SQLITE_ERROR" })
      })
    )

    // SQLite's defensive mode cannot be set in the node:sqlite of Node.js 22.
    const isDefensive = name !== "node:sqlite" || !process.versions.node.startsWith("22.")
    it.scoped.skipIf(!isDefensive)("does not let a statement damage the file, as writable_schema does", () =>
      Effect.gen(function* () {
        const { execute } = (yield* connected).connection
        execute("PRAGMA writable_schema = ON")
        const change = () => execute("UPDATE sqlite_schema SET rootpage = 99 WHERE name = 'numbers'")
        expect(thrown(change)).toMatchObject({
          code: "SQLITE_ERROR",
          message: "table sqlite_master may not be modified"
        })
      })
    )

    it.scoped("creates no file, neither to write nor to read, whatever its name", () =>
      Effect.gen(function* () {
        const { connection, file, open } = yield* connected
        connection.execute("INSERT INTO numbers VALUES (1, 'one')")
        const folder = yield* temporaryFolder
        for (const path of [`${folder}/none.db`, `${folder}/none?mode=rwc`, `${folder}/100%41 #é.db`]) {
          for (const readonly of [false, true]) {
            const opened = yield* Effect.flip(Effect.sandbox(open(path, readonly)))
            expect(opened).toMatchObject({ defect: { code: "SQLITE_CANTOPEN" } })
          }
        }
        expect(readdirSync(folder)).toEqual([])
        const named = `${folder}/100%41 #é?mode=memory.db`
        const made = openOther(named)
        made.exec("CREATE TABLE here (n)")
        made.close()
        const there = yield* open(named)
        expect(there.execute("SELECT name FROM sqlite_schema")).toEqual([{ name: "here" }])
        expect(statSync(file).isFile()).toBe(true)
      })
    )

    it.scoped("can be closed twice, and is then in no transaction and copies nothing", () =>
      Effect.gen(function* () {
        const { connection, file } = yield* connected
        connection.close()
        connection.close()
        expect(thrown(() => connection.execute("SELECT 1"))).toBeInstanceOf(Error)
        expect(connection.inTransaction()).toBe(false)
        const copied = connection.backup(`${file}.copy`, () => {})
        expect(yield* Effect.promise(() => copied.catch((error) => error))).toBeInstanceOf(Error)
      })
    )

    it.scopedLive("copies a database while others write to it, reports the progress, and stops on an exception", () =>
      Effect.gen(function* () {
        const { connection, file, other } = yield* connected
        const fill = "INSERT INTO numbers SELECT value, value || hex(randomblob(2000)) FROM json_each(?)"
        const some = (from: number) => JSON.stringify(Array.from({ length: 1000 }, (_, i) => from + i))
        connection.execute(fill, [some(0)])
        connection.execute("BEGIN")
        connection.execute("SELECT 1 FROM numbers")
        const copy = `${file}.copy`
        writeFileSync(copy, "")
        const progress: Array<number> = []
        yield* Effect.promise(() =>
          connection.backup(copy, (done) => {
            if (progress.length === 0) other.execute(fill.replace("?", `'${some(1000)}'`))
            progress.push(done)
          })
        )
        expect(progress.length).toBeGreaterThan(2)
        expect(progress).toEqual([...progress].sort((one, two) => one - two))
        expect(progress.every((done) => done >= 0 && done <= 1)).toBe(true)
        const copied = openOther(copy)
        expect([copied.value("PRAGMA integrity_check"), copied.value("SELECT count(*) FROM numbers")]).toEqual([
          "ok",
          1000
        ])
        copied.close()
        writeFileSync(copy, "")
        const stopped = connection.backup(copy, () => {
          throw new Error("enough")
        })
        expect(yield* Effect.promise(() => stopped.catch((error) => error))).toEqual(new Error("enough"))
      })
    )
  })
}

describe("better-sqlite3", () => {
  it.skipIf(!betterSqlite3Loads())("is not loaded by a Node.js that it would abort, and is by those before", () => {
    const real = process.versions.node
    const found = ["22.23.0", "24.18.0", "24.19.0", "25.0.0"].map((node) => {
      Object.defineProperty(process.versions, "node", { value: node })
      return Either.match(loadBetterSqlite3(), { onLeft: (why) => why, onRight: ({ name }) => name })
    })
    Object.defineProperty(process.versions, "node", { value: real })
    const refused = (node: string) => `better-sqlite3 12 does not run on Node.js ${node}`
    expect(found).toEqual(["better-sqlite3", "better-sqlite3", refused("24.19.0"), refused("25.0.0")])
  })
})

describe("node:sqlite", () => {
  const source = fileURLToPath(new URL("../dist/connection/nodeSqlite.js", import.meta.url))

  it("loads without its experimental warning; every other warning is emitted, and nothing stays changed", () => {
    const program = `
      import { loadNodeSqlite } from ${JSON.stringify(source)}
      const { emitWarning } = process
      const listeners = process.listeners("warning")
      loadNodeSqlite()
      if (process.emitWarning !== emitWarning || process.listeners("warning").length !== listeners.length) throw new Error("changed")
      process.emitWarning("SQLite of somebody else", "ExperimentalWarning")
      process.emitWarning("soon", "DeprecationWarning")`
    const { status, stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8"
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" })
    const warnings = [...stderr.matchAll(/^\(node:\d+\) (.*)$/gm)].map(([, warning]) => warning)
    expect(warnings).toEqual(["ExperimentalWarning: SQLite of somebody else", "DeprecationWarning: soon"])
  })

  it("has a name for every result code", () => {
    const codes = { 1: "ERROR", 5: "BUSY", 13: "FULL", 26: "NOTADB", 261: "BUSY_RECOVERY", 517: "BUSY_SNAPSHOT" }
    const more = { 516: "ABORT_ROLLBACK", 1034: "IOERR_FSYNC", 4874: "IOERR_SHMSIZE", 8714: "IOERR_IN_PAGE" }
    for (const [code, name] of Object.entries({
      ...codes,
      ...more,
      779: "CORRUPT_INDEX",
      3091: "CONSTRAINT_DATATYPE"
    })) {
      expect([code, resultCode(Number(code))]).toEqual([code, `SQLITE_${name}`])
    }
    expect([resultCode(0x7f05), resultCode(200)]).toEqual(["SQLITE_BUSY", "SQLITE_UNKNOWN_200"])
  })

  it("is used from the versions of SQLite on that have the fix of the write-ahead log", () => {
    const fixed = ["3.51.3", "3.52.0", "3.53.4", "4.0.0"]
    const broken = ["3.44.6", "3.45.3", "3.49.1", "3.50.7", "3.51.2", "unknown"]
    expect(fixed.filter((version) => !hasWalFix(version))).toEqual([])
    expect(broken.filter(hasWalFix)).toEqual([])
  })
})
