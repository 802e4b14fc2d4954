import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type DatabaseRefusal, type DatabaseRefused, MasterKeyFile, type MasterKeyRefused } from "@tollgate/sqlite"
import { Effect, Layer } from "effect"
import { bundledTogether } from "../../../test/bundled.js"
import { runs } from "../../../test/runs.js"
import { inFile, openAndClose, temporaryFile } from "./support/files.js"
import { picture } from "./support/folder.js"
import { create, leaveOpen, namesIn } from "./support/organizations.js"
import { openBeside, opener, writeAndDie, writer } from "./support/processes.js"

const [bundle = opener, writing = writer] = await bundledTogether(opener, writer)

const refused = (file: string, reason: DatabaseRefusal, sentence: string) =>
  Effect.gen(function* () {
    const before = picture(dirname(file))
    const openings = [Effect.asVoid(openAndClose(file)), Effect.asVoid(MasterKeyFile.openKeyBeside(file))]
    for (const opening of openings) {
      const refusal = yield* Effect.flip<void, DatabaseRefused | MasterKeyRefused, never>(opening)
      expect({ reason: refusal.reason, message: refusal.message }).toEqual({
        reason,
        message: `The database ${file} ${sentence}`
      })
    }
    expect(picture(dirname(file))).toEqual(before)
  })

describe("A database that is missing", () => {
  for (const suffix of ["-wal", "-journal"]) {
    it.scopedLive(`is not made anew over its ${suffix}`, () =>
      Effect.gen(function* () {
        const file = yield* temporaryFile
        yield* leaveOpen(file, "Acme")
        renameSync(`${file}-wal`, `${file}${suffix}`)
        rmSync(file)
        yield* refused(
          file,
          "log_without_database",
          "does not exist, but the log of its latest writes does. Put the database back beside the log, or move the log away."
        )
      })
    )
  }

  it.scopedLive("is not made anew where its key is", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openBeside(bundle, file)
      rmSync(file)
      yield* refused(
        file,
        "key_without_database",
        "does not exist, but its master key does. Restore the database from a backup. If there never was one, move the key away."
      )
    })
  )
})

const openers = runs(2, 4)

describe("A first start", () => {
  it.scopedLive("that was killed once the key was made goes on with that key", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* MasterKeyFile.openKeyBeside(file)
      expect(existsSync(`${file}.key`)).toBe(true)
      yield* openBeside(bundle, file)
      expect(picture(dirname(file)).map(({ name }) => name)).toEqual(["tollgate.db", "tollgate.db.key"])
    })
  )

  it.scopedLive("of several processes at once is one: all come up with the same key", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const keys = yield* Effect.replicateEffect(openBeside(bundle, file), openers, { concurrency: "unbounded" })
      expect(keys).toHaveLength(openers)
      expect(new Set(keys).size).toBe(1)
      expect(picture(dirname(file)).map(({ name }) => name)).toEqual(["tollgate.db", "tollgate.db.key"])
    })
  )
})

describe("A log", () => {
  it.scopedLive("of another database is refused; beside its own each is whole", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* temporaryFile, yield* temporaryFile]
      const ids = yield* leaveOpen(one, "One", "Two")
      const others = yield* leaveOpen(other, "Other")
      renameSync(`${one}-wal`, `${one}-kept`)
      rmSync(`${one}-shm`)
      copyFileSync(`${other}-wal`, `${one}-wal`)
      const sentence =
        "has the log of another database beside it. Put its own log beside it, or move the log away if the file is complete."
      yield* refused(one, "log_of_another", sentence)
      renameSync(`${one}-kept`, `${one}-wal`)
      expect(yield* namesIn(one, ids)).toEqual(["One", "Two"])
      expect(yield* namesIn(other, others)).toEqual(["Other"])
    })
  )

  it.scopedLive("that holds nothing that was committed is no obstacle", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const ids = yield* Effect.scoped(
        Effect.flatMap(Layer.build(inFile(file)), (open) => Effect.all([Effect.provide(create("Acme"), open)]))
      )
      for (const bytes of [Buffer.alloc(0), Buffer.alloc(20, 1), Buffer.alloc(10_000, 1)]) {
        writeFileSync(`${file}-wal`, bytes)
        expect(yield* namesIn(file, ids)).toEqual(["Acme"])
      }
    })
  )

  it.scopedLive("of a process that was killed belongs to its file however often that happens", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const names = ["First", "Second", "Third"].slice(0, runs(2, 3))
      const ids = yield* Effect.forEach(names, (name) => writeAndDie(writing, file, name))
      expect(yield* namesIn(file, ids.flat())).toEqual(names)
    })
  )
})
