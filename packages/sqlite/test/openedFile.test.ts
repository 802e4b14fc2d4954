import { closeSync, copyFileSync, openSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { Readiness } from "@tollgate/core/storage"
import { type FileLoss, FileLost } from "@tollgate/sqlite"
import { Effect, Fiber, Logger, TestClock } from "effect"
import { openSqlite } from "../src/connection/SqliteConnection.js"
import { OpenedFile } from "../src/guard/OpenedFile.js"
import { connect, emptyFile, inFile, temporaryFile } from "./support/files.js"
import { picture } from "./support/folder.js"
import { create, leaveOpen, namesIn } from "./support/organizations.js"
import { openOther } from "./support/otherProgram.mjs"

const mishaps: ReadonlyArray<{
  readonly what: string
  readonly loss: FileLoss
  readonly befall: (file: string) => void
}> = [
  { what: "deleted", loss: "deleted", befall: (file) => rmSync(file) },
  {
    what: "replaced by a copy of itself",
    loss: "replaced",
    befall: (file) => {
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
    }
  },
  { what: "cut in half", loss: "truncated", befall: (file) => truncateSync(file, 20 * 4096) },
  // The log does not have all of these pages.
  {
    what: "cut off before its last ten pages",
    loss: "truncated",
    befall: (file) => truncateSync(file, statSync(file).size - 10 * 4096)
  },
  { what: "emptied", loss: "truncated", befall: (file) => truncateSync(file, 0) },
  {
    what: "deprived of what stood in its log",
    loss: "log_truncated",
    befall: (file) => truncateSync(`${file}-wal`, 0)
  },
  { what: "deprived of its log", loss: "log_deleted", befall: (file) => rmSync(`${file}-wal`) },
  {
    what: "given another log",
    loss: "log_replaced",
    befall: (file) => {
      renameSync(`${file}-wal`, `${file}-was`)
      closeSync(openSync(`${file}-wal`, "w"))
    }
  }
]

/** A logger that keeps what is logged. */
const listening = () => {
  const heard: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => heard.push(`${logLevel.label} ${String(message)}`))
  return { heard, layer: Logger.replace(Logger.defaultLogger, logger) }
}

const failureOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (failure) => {
    expect(failure).toBeInstanceOf(StorageFailure)
    return failure instanceof StorageFailure ? failure.cause : undefined
  })

describe("An open database whose file is", () => {
  for (const { befall, loss, what } of mishaps) {
    it.scoped(`${what} acknowledges no write, is not ready, and says so once`, () =>
      Effect.gen(function* () {
        const file = yield* emptyFile
        const { heard, layer } = listening()
        yield* Effect.gen(function* () {
          yield* create("Before")
          const { check } = yield* Readiness
          yield* check
          befall(file)
          const lost = new FileLost({ file, loss })
          expect(yield* failureOf(create("After"))).toEqual(lost)
          expect(yield* failureOf(check)).toEqual(lost)
          expect(heard).toEqual([])
          yield* TestClock.adjust("1 second")
          expect(heard).toEqual([`ERROR ${lost.message}`])
          yield* TestClock.adjust("10 seconds")
          expect(heard).toHaveLength(1)
        }).pipe(Effect.provide(inFile(file)), Effect.provide(layer))
      })
    )
  }

  it.scoped("replaced writes neither to its log nor to its replacement, also not on close", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const seen = yield* Effect.gen(function* () {
        yield* create("Before")
        copyFileSync(file, `${file}.copy`)
        renameSync(`${file}.copy`, file)
        const seen = picture(dirname(file))
        yield* Effect.forEach(["One", "Two", "Three"], (name) => failureOf(create(name)))
        expect(picture(dirname(file))).toEqual(seen)
        return seen
      }).pipe(Effect.provide(inFile(file)))
      const [without, found] = [seen, picture(dirname(file))].map((all) =>
        all.filter(({ name }) => !name.endsWith("-shm"))
      )
      expect(found).toEqual(without)
    })
  )

  it.scoped("lost is said within a second, also where nothing is written", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const { heard, layer } = listening()
      yield* Effect.gen(function* () {
        rmSync(file)
        yield* TestClock.adjust("1 second")
      }).pipe(Effect.provide(inFile(file)), Effect.provide(layer))
      expect(heard).toEqual([
        `ERROR The open database ${file} has been deleted. Stop this process, put the file back or restore it, and start again.`
      ])
    })
  )

  it.scoped("vacuumed and written back by another program goes on as before", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const id = yield* Effect.gen(function* () {
        const other = openOther(file)
        other.exec("CREATE TABLE ballast (x)")
        other.exec("INSERT INTO ballast SELECT randomblob(100000) FROM json_each('[1,2,3,4]')")
        other.exec("PRAGMA wal_checkpoint(TRUNCATE)")
        yield* create("Before")
        other.exec("DROP TABLE ballast")
        const { size } = statSync(file)
        other.exec("VACUUM")
        other.exec("PRAGMA wal_checkpoint(TRUNCATE)")
        other.close()
        expect(statSync(file).size).toBeLessThan(size)
        yield* Effect.flatMap(Readiness, ({ check }) => check)
        return yield* create("After")
      }).pipe(Effect.provide(inFile(file)))
      expect(yield* namesIn(file, [id])).toEqual(["After"])
    })
  )
})

describe("An open database is not ready", () => {
  const ready = Effect.flatMap(Readiness, ({ check }) => check)
  const later = Effect.zipRight(TestClock.adjust("1 second"), ready)

  it.scoped("while no write can be made, and is again when one can", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      yield* Effect.gen(function* () {
        yield* ready
        const other = openOther(file)
        other.exec("CREATE TRIGGER full BEFORE UPDATE ON tollgate_meta BEGIN SELECT RAISE(ABORT, 'no room'); END")
        yield* failureOf(later)
        other.exec("DROP TRIGGER full")
        other.close()
        yield* later
      }).pipe(Effect.provide(inFile(file)))
    })
  )

  it.scoped("while another process holds the lock, which one try finds out for all who ask meanwhile", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      yield* Effect.gen(function* () {
        const { check } = yield* Readiness
        const other = openOther(file)
        other.exec("BEGIN IMMEDIATE")
        const asked = yield* Effect.replicateEffect(Effect.fork(failureOf(check)), 5)
        yield* TestClock.adjust("6 seconds")
        const causes = yield* Effect.forEach(asked, Fiber.join)
        other.close()
        expect(causes).toEqual(causes.map(() => expect.objectContaining({ code: "SQLITE_BUSY" })))
      }).pipe(Effect.provide(inFile(file)))
    })
  )

  it.scoped("when a table of the account cannot be read", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      yield* Effect.gen(function* () {
        yield* create("Acme")
        yield* ready
        const other = openOther(file, { unsafe: true })
        other.exec("DROP INDEX presets_newest_first")
        other.exec("PRAGMA writable_schema = ON")
        other.exec("UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'presets'")
        other.close()
        yield* failureOf(later)
      }).pipe(Effect.provide(inFile(file)))
    })
  )

  it.scoped("when a table cannot be read, also while the connections that are open still can write", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      yield* Effect.gen(function* () {
        yield* create("Acme")
        yield* ready
        const other = openOther(file, { unsafe: true })
        other.exec("PRAGMA writable_schema = ON")
        other.exec("UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'presets'")
        other.close()
        yield* failureOf(later)
        yield* create("Umbra")
      }).pipe(Effect.provide(inFile(file)))
    })
  )
})

describe("A file that was short when it was opened", () => {
  it.scopedLive("is sound as long as its log has the rest", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const ids = yield* leaveOpen(file, "Acme")
      const { size } = statSync(file)
      // As a checkpoint leaves it that was cut off after the first page: that tells of pages that only the log has.
      const other = openOther(file)
      other.exec("CREATE TABLE ballast (x); INSERT INTO ballast SELECT randomblob(100000)")
      copyFileSync(`${file}-wal`, `${file}-kept`)
      other.exec("PRAGMA wal_checkpoint(PASSIVE)")
      other.close()
      renameSync(`${file}-kept`, `${file}-wal`)
      truncateSync(file, size)
      expect(yield* namesIn(file, ids)).toEqual(["Acme"])
    })
  )
})

describe("The mark of a log", () => {
  it.scoped("is forgotten once another program has emptied the log, also before the log was first looked at", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const other = yield* connect(file)
      other.exec("PRAGMA journal_mode = WAL; CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT")
      const connection = yield* Effect.acquireRelease(
        Effect.sync(() => openSqlite(file, { readonly: false })),
        ({ close }) => Effect.sync(close)
      )
      connection.execute("SELECT n FROM numbers")
      const opened = new OpenedFile(file, connection)
      opened.marked()
      expect(opened.isMarked).toBe(true)
      other.exec("PRAGMA wal_checkpoint(TRUNCATE)")
      expect([opened.lost(), opened.isMarked]).toEqual([null, false])
    })
  )
})

describe("A log that another program checkpoints and fills again between two looks at it", () => {
  it.scoped("is looked at once more, and is whole", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const [page, frames] = [4096, 3]
      const whole = 32 + frames * (24 + page)
      writeFileSync(file, new Uint8Array(page))
      writeFileSync(`${file}-wal`, new Uint8Array(2 * whole))
      const execute = (text: string) => {
        if (text === "PRAGMA page_size") return [{ page_size: page }]
        // SQLite counts frames that were written after the length was read.
        truncateSync(`${file}-wal`, whole)
        return [{ busy: 0, log: frames, checkpointed: 0 }]
      }
      const opened = new OpenedFile(file, { execute, inTransaction: () => false })
      expect(opened.lost()).toBe(null)
      truncateSync(`${file}-wal`, 32)
      expect([opened.lost(), statSync(`${file}-wal`).size]).toEqual([null, whole])
    })
  )

  it.scoped("is lost if it is gone at the second look", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      writeFileSync(file, new Uint8Array(4096))
      writeFileSync(`${file}-wal`, new Uint8Array(64))
      const execute = (text: string) => {
        if (text === "PRAGMA page_size") return [{ page_size: 4096 }]
        rmSync(`${file}-wal`, { force: true })
        return [{ busy: 0, log: 3, checkpointed: 0 }]
      }
      const opened = new OpenedFile(file, { execute, inTransaction: () => false })
      expect(opened.lost()).toBe(null)
      truncateSync(`${file}-wal`, 32)
      expect(opened.lost()).toMatchObject({ loss: "log_truncated" })
    })
  )
})
