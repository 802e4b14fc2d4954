import fs, { copyFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { dirname } from "node:path"
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { type FileLoss, FileLost } from "@tollgate/sqlite"
import { Effect, TestClock } from "effect"
import { readLog } from "../src/file/WriteAheadLog.js"
import { guardFile } from "../src/guard/guardFile.js"
import type { OpenedFile } from "../src/guard/OpenedFile.js"
import { openObserved } from "../src/openDatabase.js"
import { emptyFile, openAndClose } from "./support/files.js"

const { existsSync, fstatSync, lstatSync, openSync, readSync } = fs
const originals = { statSync: fs.statSync, existsSync, fstatSync, lstatSync, openSync, readSync }

afterEach(() => {
  Object.assign(fs, originals)
  syncBuiltinESMExports()
})

/** What is asked of the system from now on: the paths, or descriptors, of its calls about files. */
const countCalls = () => {
  const asked: Array<string> = []
  for (const [name, original] of Object.entries(originals)) {
    Object.assign(fs, {
      [name]: (...args: ReadonlyArray<unknown>) => {
        asked.push(String(args[0]))
        return Reflect.apply(original, fs, args)
      }
    })
  }
  syncBuiltinESMExports()
  return asked
}

const guarded = Effect.gen(function* () {
  const file = yield* emptyFile
  yield* openAndClose(file)
  const { database, observer } = yield* openObserved(file, guardFile(file))
  const { sql, transact, write } = database
  yield* write(sql`CREATE TABLE numbers (n INTEGER PRIMARY KEY)`)
  let last = 0
  const insert = Effect.suspend(() => write(sql`INSERT INTO numbers VALUES (${BigInt(++last)})`))
  return { file, insert, observer, transact, write, sql }
})

describe("The guard of an open file", () => {
  it.scoped("makes three system calls for each write, about the database, its log and the log's index", () =>
    Effect.gen(function* () {
      const { file, insert } = yield* guarded
      // The first write begins the log, which is marked then.
      yield* insert
      const asked = countCalls()
      const once = [file, `${file}-wal`, `${file}-shm`]
      yield* insert
      expect(asked).toEqual(once)
      yield* Effect.repeatN(insert, 8)
      expect(asked).toHaveLength(10 * 3)
      expect(asked.slice(-3)).toEqual(once)
    })
  )

  it.scoped("makes none for a write less than 5 ms after they were made", () =>
    Effect.gen(function* () {
      const { file, insert } = yield* guarded
      yield* TestClock.adjust("1 second")
      yield* Effect.repeatN(insert, 1)
      const asked = countCalls()
      yield* TestClock.adjust("1 millis")
      yield* insert
      yield* TestClock.adjust("3999 micros")
      yield* insert
      expect(asked).toEqual([])
      yield* TestClock.adjust("1 micros")
      yield* insert
      // Then come the frames that no check has seen, through the log's descriptor.
      expect(asked.slice(0, 3)).toEqual([file, `${file}-wal`, `${file}-shm`])
    })
  )

  it.scoped("refuses every write from the check on that found the file lost", () =>
    Effect.gen(function* () {
      const { file, insert, observer } = yield* guarded
      yield* insert
      yield* TestClock.adjust("1 millis")
      rmSync(file)
      yield* insert
      yield* TestClock.adjust("4 millis")
      const lost = new StorageFailure({ cause: new FileLost({ file, loss: "deleted" }), outcome: "none" })
      expect(yield* Effect.flip(insert)).toEqual(lost)
      yield* TestClock.adjust("1 millis")
      expect(yield* Effect.flip(insert)).toEqual(lost)
      expect(observer.isLost()).toBe(true)
    })
  )

  it.scoped("makes three for a transaction of many statements, too", () =>
    Effect.gen(function* () {
      const { insert, transact } = yield* guarded
      yield* insert
      const asked = countCalls()
      yield* transact(Effect.all([insert, insert, insert]))
      expect(asked).toHaveLength(3)
    })
  )

  it.scoped("notices that the log lost what was written since the last check, whether it was empty or full then", () =>
    Effect.gen(function* () {
      for (const before of [0, 1]) {
        const { file, insert, sql, write } = yield* guarded
        // An empty log, or one that starts again from its beginning and keeps its length.
        yield* write(sql.unsafe(`PRAGMA wal_checkpoint(${before === 0 ? "TRUNCATE" : "RESTART"})`))
        yield* insert
        const { size } = statSync(`${file}-wal`)
        expect(size).toBeGreaterThan(0)
        truncateSync(`${file}-wal`, 0)
        const failure = yield* Effect.flip(insert)
        expect(failure).toEqual(
          new StorageFailure({ cause: new FileLost({ file, loss: "log_truncated" }), outcome: "none" })
        )
      }
    })
  )

  it.scoped(
    "finds at the next check that the log was cut before a write that no check preceded, which left a hole",
    () =>
      Effect.gen(function* () {
        for (const cut of [0, 1, 2, 3]) {
          const [mode, size] = [cut < 2 ? "TRUNCATE" : "RESTART", cut % 2 === 0 ? 0 : 5000]
          const { file, insert, sql, write } = yield* guarded
          yield* Effect.repeatN(insert, 15)
          yield* write(sql.unsafe(`PRAGMA wal_checkpoint(${mode})`))
          yield* Effect.repeatN(insert, 4)
          yield* TestClock.adjust("1 millis")
          truncateSync(`${file}-wal`, size)
          yield* insert
          yield* TestClock.adjust("5 millis")
          expect(yield* Effect.flip(insert)).toEqual(
            new StorageFailure({ cause: new FileLost({ file, loss: "log_truncated" }), outcome: "none" })
          )
        }
      })
  )

  it.scoped("goes on where no check precedes a write, and nothing is lost", () =>
    Effect.gen(function* () {
      const { insert, observer, sql, write } = yield* guarded
      for (const mode of ["PASSIVE", "RESTART", "TRUNCATE"]) {
        for (let n = 0; n < 8; n++) {
          yield* TestClock.adjust("1 millis")
          yield* insert
        }
        expect(observer.opened.lost()).toBeNull()
        yield* write(sql.unsafe(`PRAGMA wal_checkpoint(${mode})`))
      }
      expect(observer.opened.lost()).toBeNull()
    })
  )

  it.scoped("does not know whether a write is stored if the loss is found while it runs", () =>
    Effect.gen(function* () {
      const { file, insert, observer, transact } = yield* guarded
      const lose = Effect.sync(() => {
        rmSync(file)
        observer.opened.lost()
      })
      const failure = yield* Effect.flip(transact(Effect.zipRight(insert, lose)))
      expect(failure).toEqual(
        new StorageFailure({ cause: new FileLost({ file, loss: "deleted" }), outcome: "unknown" })
      )
    })
  )

  it.scoped("lets a database be written that another program checkpoints all the time", () =>
    Effect.gen(function* () {
      const { file, insert, sql, write } = yield* guarded
      for (const mode of ["PASSIVE", "FULL", "RESTART", "TRUNCATE", "PASSIVE"]) {
        yield* insert
        yield* write(sql.unsafe(`PRAGMA wal_checkpoint(${mode})`))
        yield* insert
      }
      expect(statSync(file).isFile()).toBe(true)
    })
  )

  it.scoped("marks each log with the id of its file, also after it has started again", () =>
    Effect.gen(function* () {
      const { file, insert, sql, write } = yield* guarded
      const [id] = yield* write(sql.unsafe("PRAGMA user_version"))
      const marks = []
      for (const mode of ["PASSIVE", "TRUNCATE", "RESTART"]) {
        yield* write(sql.unsafe(`PRAGMA wal_checkpoint(${mode})`))
        // A log that starts again at its old length is noticed at the next write.
        yield* Effect.repeatN(insert, 1)
        marks.push({ user_version: readLog(`${file}-wal`)?.fileId })
      }
      expect(marks).toEqual([id, id, id])
    })
  )
})

/** A whole check at a time of the system's clock. */
const checkAt = ({ opened }: { readonly opened: OpenedFile }, now: number) => {
  const clock = vi.spyOn(Date, "now").mockReturnValue(now)
  try {
    return opened.lostOnWholeCheck()
  } finally {
    clock.mockRestore()
  }
}

/** A guarded file whose log is overwritten, in a folder that was looked at when its last change was long ago. */
const settled = Effect.gen(function* () {
  const all = yield* guarded
  const { insert, observer, sql, write } = all
  const startAgain = write(sql.unsafe("PRAGMA wal_checkpoint(RESTART)"))
  yield* Effect.repeatN(insert, 8)
  yield* startAgain
  yield* Effect.repeatN(insert, 2)
  expect(checkAt(observer, Date.now() + 60_000)).toBeNull()
  return all
})

const mishaps: ReadonlyArray<readonly [FileLoss, string, (file: string) => void]> = [
  ["deleted", "the file is deleted", (file) => rmSync(file)],
  ["deleted", "the folder is moved", (file) => renameSync(dirname(file), `${dirname(file)}-moved`)],
  [
    "replaced",
    "the file is replaced",
    (file) => {
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
    }
  ],
  ["truncated", "the file is emptied", (file) => truncateSync(file, 0)],
  ["log_deleted", "the log is deleted", (file) => rmSync(`${file}-wal`)],
  ["log_deleted", "the index of the log is deleted", (file) => rmSync(`${file}-shm`)],
  [
    "log_replaced",
    "the log is replaced by one of its length",
    (file) => {
      copyFileSync(`${file}-wal`, `${file}-copy`)
      renameSync(`${file}-copy`, `${file}-wal`)
    }
  ],
  ["log_truncated", "the log is emptied", (file) => truncateSync(`${file}-wal`, 0)]
]

describe("The guard of a file in a folder that stays as it is", () => {
  it.scoped("makes no stat call about a log that is overwritten, nor about its index", () =>
    Effect.gen(function* () {
      const { file, insert } = yield* settled
      const asked = countCalls()
      yield* insert
      const log = asked[2]
      expect(log).toMatch(/^\d+$/)
      // Before the write, its length; after it, its length and its salts.
      const once = [dirname(file), file, log, log, log]
      expect(asked).toEqual(once)
      yield* Effect.repeatN(insert, 3)
      expect(asked).toEqual(Array.from({ length: 5 }, () => once).flat())
    })
  )

  it.scoped("looks at all again once the folder has changed", () =>
    Effect.gen(function* () {
      const { file, insert } = yield* settled
      writeFileSync(`${dirname(file)}/other`, "")
      const asked = countCalls()
      yield* insert
      expect(asked.slice(0, 4)).toEqual([dirname(file), file, `${file}-wal`, `${file}-shm`])
      yield* insert
      expect(asked.filter((path) => path === dirname(file))).toHaveLength(1)
    })
  )

  it.scoped("does not rely on a folder that changed a moment ago", () =>
    Effect.gen(function* () {
      const { file, insert, observer } = yield* guarded
      expect(checkAt(observer, statSync(dirname(file)).ctimeMs + 999)).toBeNull()
      const asked = countCalls()
      yield* insert
      expect(asked.slice(0, 3)).toEqual([file, `${file}-wal`, `${file}-shm`])
    })
  )

  it.scoped.each(mishaps)("finds %s at the next write when %s", ([loss, , befall]) =>
    Effect.gen(function* () {
      const { file, insert } = yield* settled
      befall(file)
      expect(yield* Effect.flip(insert)).toEqual(
        new StorageFailure({ cause: new FileLost({ file, loss }), outcome: "none" })
      )
    })
  )
})
