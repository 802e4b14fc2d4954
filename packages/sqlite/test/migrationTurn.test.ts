import { spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, statSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { migrate } from "@tollgate/sqlite"
import { Effect, Exit, Fiber, Logger, TestClock } from "effect"
import { brief } from "../../../test/brief.js"
import { bundled } from "../../../test/bundled.js"
import { connect, olderFile } from "./support/files.js"
import { openOther } from "./support/otherProgram.mjs"

const script = await bundled(fileURLToPath(new URL("support/migrateFile.mjs", import.meta.url)))

const isLocked = (marker: string) => {
  if (!existsSync(marker)) return false
  const other = openOther(marker)
  try {
    other.exec("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE")
    return false
  } catch {
    return true
  } finally {
    other.close()
  }
}

/** A process of its own that migrates the file, and is stopped amid that. */
const stoppedMigration = (file: string) =>
  Effect.gen(function* () {
    const other = yield* connect(file)
    // It waits for this lock, in its turn.
    other.exec("BEGIN IMMEDIATE")
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawn(process.execPath, [...brief, script, file], { stdio: ["ignore", "pipe", "inherit"] })),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    )
    const said = Effect.promise(async () => {
      let text = ""
      child.stdout.setEncoding("utf8").on("data", (some: string) => {
        text += some
      })
      await once(child, "close")
      return text
    })
    yield* Effect.promise(async () => {
      while (!isLocked(`${file}.migrating`) && child.exitCode === null) await setTimeout(10)
      child.kill("SIGSTOP")
    })
    other.exec("ROLLBACK")
    expect(child.exitCode).toBe(null)
    return { child, said }
  })

const migrations = (file: string) => {
  const lines: Array<unknown> = []
  const logged = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ message }) => void lines.push(message))
  )
  const told = Effect.promise(async () => {
    while (lines.length === 0) await setTimeout(10)
  })
  return { lines, told, migrating: Effect.fork(Effect.exit(Effect.provide(migrate(file), logged))) }
}

describe("While another process migrates a file, a migration", () => {
  it.scoped("waits for it as long as it takes, says so once, and finds nothing left to do", () =>
    Effect.gen(function* () {
      const file = yield* olderFile
      const { child, said } = yield* stoppedMigration(file)
      const { lines, migrating, told } = migrations(file)
      const waiting = yield* migrating
      yield* told
      yield* TestClock.adjust("20 seconds")
      expect(waiting.unsafePoll()).toBe(null)
      expect(lines).toEqual([
        [`The database ${file} is migrated by another process. This one waits until that is done.`]
      ])
      child.kill("SIGCONT")
      // Before, it may say that it waits: for the look at its lock.
      expect(Number(/\d+$/.exec(yield* said)?.[0])).toBe(1)
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(waiting)).toEqual(Exit.succeed([]))
      expect(existsSync(`${file}.migrating`)).toBe(false)
    })
  )

  it.scoped("goes on itself once that process has died", () =>
    Effect.gen(function* () {
      const file = yield* olderFile
      const { child, said } = yield* stoppedMigration(file)
      const { migrating, told } = migrations(file)
      const waiting = yield* migrating
      yield* told
      yield* TestClock.adjust("10 seconds")
      expect(waiting.unsafePoll()).toBe(null)
      child.kill("SIGKILL")
      expect(yield* said).toBe("")
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(waiting)).toMatchObject({ value: ["baseline"] })
      expect(existsSync(`${file}.migrating`)).toBe(false)
    })
  )

  it.scopedLive.skipIf(process.getuid?.() !== 0)(
    "leaves the user of the database what root has locked and left behind",
    () =>
      Effect.gen(function* () {
        const nobody = 65_534
        const file = yield* olderFile
        chownSync(file, nobody, nobody)
        const { child } = yield* stoppedMigration(file)
        child.kill("SIGKILL")
        yield* Effect.promise(() => once(child, "close"))
        const { gid, uid } = statSync(`${file}.migrating`)
        expect({ gid, uid }).toEqual({ gid: nobody, uid: nobody })
      })
  )
})

describe("While another application has the lock of a file of an older version, a migration", () => {
  it.scoped("is refused after five seconds, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const file = yield* olderFile
      const other = yield* connect(file)
      other.exec("BEGIN IMMEDIATE")
      const { lines, migrating } = migrations(file)
      const waiting = yield* migrating
      yield* Effect.repeatN(TestClock.adjust("1 second"), 9)
      expect(yield* Fiber.join(waiting)).toMatchObject({ cause: { error: { reason: "busy" } } })
      expect(lines).toEqual([])
      expect(existsSync(`${file}.migrating`)).toBe(false)
    })
  )
})
