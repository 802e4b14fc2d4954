import { spawnSync } from "node:child_process"
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { createKey, StorageFailure } from "@tollgate/core"
import { Readiness } from "@tollgate/core/storage"
import { MasterKeyFile, migrate } from "@tollgate/sqlite"
import { aKey } from "@tollgate/testing"
import { TestAccount } from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { createFile } from "../src/file/createFile.js"
import { toDatabaseRefusal } from "../src/toDatabaseRefusal.js"
import { connect, inFile, makeOlder, openAndClose, temporaryFolder } from "./support/files.js"
import { openOther } from "./support/otherProgram.mjs"

/** A disk of so many kilobytes. Only root may mount one. */
const disk = (kilobytes: number) =>
  Effect.acquireRelease(
    Effect.tap(temporaryFolder, (folder) =>
      Effect.sync(() => {
        const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder])
        if (mounted.status !== 0) throw new Error(`not mounted: ${mounted.stderr}`)
      })
    ),
    (folder) => Effect.sync(() => spawnSync("umount", [folder]))
  )

const canMount = process.platform === "linux" && spawnSync("unshare", ["-m", "true"]).status === 0

describe.skipIf(!canMount)("A full disk", () => {
  // From one that has no room for the log's index to one where only the log cannot be written back.
  for (const kilobytes of [4, 32, 60, 200, 400, 750]) {
    it.scoped(`of ${kilobytes} KiB is said to be one at the first start, and no database is left there`, () =>
      Effect.gen(function* () {
        const folder = yield* disk(kilobytes)
        const file = join(folder, "tollgate.db")
        const refusal = yield* Effect.flip(openAndClose(file))
        expect(refusal.reason).toBe("disk_full")
        expect(refusal.message).toBe(
          `The database ${file} cannot be written: the disk is full. Free some space and try again.`
        )
        expect(readdirSync(folder)).toEqual([])
      })
    )
  }

  it.scoped("is said to be one where there is no room for the key", () =>
    Effect.gen(function* () {
      const folder = yield* disk(8)
      spawnSync("sh", ["-c", "cat /dev/zero > ballast"], { cwd: folder })
      const file = join(folder, "tollgate.db")
      const refusal = yield* Effect.flip(MasterKeyFile.openKeyBeside(file))
      expect(refusal.message).toBe(
        `The master key file ${file}.key cannot be created: the disk is full. Free some space and try again.`
      )
    })
  )

  it.scopedLive("is said to be one by a migration that runs out of room, and changes nothing", () =>
    Effect.gen(function* () {
      const folder = yield* disk(2000)
      const file = join(folder, "tollgate.db")
      makeOlder(file)
      // Room for some of what the migration writes.
      const fill = "dd if=/dev/zero of=room bs=1k count=100 && cat /dev/zero > ballast; rm room"
      spawnSync("sh", ["-c", fill], { cwd: folder })
      const refusal = yield* Effect.flip(migrate(file))
      expect(refusal.message).toBe(
        `The database ${file} cannot be written: the disk is full. Free some space and try again.`
      )
      rmSync(join(folder, "ballast"))
      const names = Effect.map(connect(file), (other) => other.values("SELECT name FROM sqlite_schema WHERE sql <> ''"))
      expect(yield* Effect.scoped(names)).toEqual(["tollgate_migrations"])
      expect(yield* migrate(file)).toEqual(["baseline"])
    })
  )

  it.scoped("makes an open database not ready as soon as a small change is refused", () =>
    Effect.gen(function* () {
      const folder = yield* disk(2000)
      yield* Effect.gen(function* () {
        const { check } = yield* Readiness
        const { asManager } = yield* TestAccount.make()
        yield* check
        // Room for a page or two, and not for a change.
        const fill = "dd if=/dev/zero of=room bs=1k count=12; cat /dev/zero > ballast; rm room"
        spawnSync("sh", ["-c", fill], { cwd: folder })
        const refused = yield* createKey(aKey()).pipe(Effect.forever, Effect.flip, Effect.provide(asManager))
        expect(refused).toBeInstanceOf(StorageFailure)
        yield* TestClock.adjust("1 second")
        expect(yield* Effect.flip(check)).toBeInstanceOf(StorageFailure)
      }).pipe(Effect.provide(inFile(join(folder, "tollgate.db"))))
    })
  )

  it.scoped("makes an open database not ready", () =>
    Effect.gen(function* () {
      const folder = yield* disk(2000)
      yield* Effect.gen(function* () {
        const { check } = yield* Readiness
        yield* check
        spawnSync("sh", ["-c", "cat /dev/zero > ballast"], { cwd: folder })
        const other = openOther(join(folder, "tollgate.db"))
        // What room the log still has is used up.
        expect(() => {
          for (let i = 0; i < 1000; i++) {
            other.exec("INSERT INTO tollgate_meta VALUES (hex(randomblob(16)), hex(randomblob(10000)))")
          }
        }).toThrow("full")
        other.close()
        yield* TestClock.adjust("1 second")
        expect(yield* Effect.flip(check)).toBeInstanceOf(StorageFailure)
      }).pipe(Effect.provide(inFile(join(folder, "tollgate.db"))))
    })
  )
})

describe("A code that tells of a full disk", () => {
  for (const code of ["SQLITE_FULL", "ENOSPC", "EDQUOT", "SQLITE_IOERR_SHMSIZE"]) {
    it(`is ${code}`, () => expect(toDatabaseRefusal({ cause: { code } })).toBe("disk_full"))
  }
})

describe("A file that cannot be created", () => {
  it.scoped("fails with the error of the system, whose code says why", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "missing", "tollgate.db")
      expect(yield* Effect.flip(createFile(file, () => Effect.void))).toMatchObject({ code: "ENOENT" })
    })
  )

  it.scoped("fails so, too, where its name cannot be given to it, unless another one has it", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "tollgate.db")
      const lost = createFile(file, (draft) => Effect.sync(() => rmSync(draft)))
      expect(yield* Effect.flip(lost)).toMatchObject({ code: "ENOENT" })
      const made = [yield* createFile(file, () => Effect.void), yield* createFile(file, () => Effect.void)]
      expect(made).toEqual([true, false])
    })
  )
})
