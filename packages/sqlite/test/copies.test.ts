import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { backup, CopyRefused, DatabaseRefused, restore } from "@tollgate/sqlite"
import { Deferred, Effect, Exit, Fiber, Predicate } from "effect"
import { unreleased } from "../../sql/test/support/unreleased.js"
import { connect, inFile, temporaryFile } from "./support/files.js"
import { create, namesIn } from "./support/organizations.js"

const PAGE_SIZE = 4096

/** A closed database with an organization, and the number of the first page of an index that has an entry for it. */
const written = Effect.gen(function* () {
  const file = yield* temporaryFile
  const id = yield* Effect.provide(create("Acme"), inFile(file))
  const page = yield* Effect.scoped(
    Effect.map(connect(file), (database) =>
      database.value("SELECT rootpage FROM sqlite_schema WHERE name = 'api_keys_management'")
    )
  )
  if (!Predicate.isNumber(page)) return yield* Effect.dieMessage("The index has no page")
  return { file, id, page }
})

/** Changes the last digit of an organization's id in the index, so that it no longer says what its table says. */
const spoil = (file: string, id: string, page: number) => {
  const bytes = readFileSync(file)
  const start = (page - 1) * PAGE_SIZE
  const at = bytes.subarray(start, start + PAGE_SIZE).indexOf(id)
  expect(at).toBeGreaterThan(0)
  const last = start + at + id.length - 1
  bytes.writeUInt8(bytes.readUInt8(last) === 0x30 ? 0x31 : 0x30, last)
  writeFileSync(file, bytes)
}

describe("A database with one wrong byte in an index", () => {
  for (const [what, copy] of Object.entries({ backup, restore })) {
    it.scopedLive(`cannot be copied by ${what}, and no part of the copy is left`, () =>
      Effect.gen(function* () {
        const { file, id, page } = yield* written
        const target = `${file}.copy`
        copyFileSync(file, `${file}.sound`)
        spoil(file, id, page)
        const before = readdirSync(dirname(file))
        const refusal = yield* Effect.flip(copy(file, target))
        expect([refusal instanceof CopyRefused, refusal.reason]).toEqual([true, "damaged"])
        expect(existsSync(target)).toBe(false)
        expect(readdirSync(dirname(file))).toEqual(before)
        yield* copy(`${file}.sound`, target)
        expect(yield* namesIn(target, [id])).toEqual(["Acme"])
      })
    )
  }
})

describe("A backup", () => {
  it.scopedLive("of a database that does not exist is refused, and creates none", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const refusal = yield* Effect.flip(backup(file, `${file}.copy`))
      expect([refusal instanceof DatabaseRefused, refusal.reason]).toEqual([true, "missing"])
      expect(readdirSync(dirname(file))).toEqual([])
    })
  )

  it.scopedLive("has the state at its start, whatever is written meanwhile, and tells how far it is", () =>
    Effect.gen(function* () {
      const { file } = yield* written
      const other = yield* connect(file)
      other.exec("CREATE TABLE filling (zeros); INSERT INTO filling VALUES (zeroblob(4000000))")
      const shares: Array<number> = []
      yield* backup(file, `${file}.copy`, (share) => {
        shares.push(share)
        other.exec("INSERT INTO filling VALUES (zeroblob(1))")
      })
      const copy = yield* connect(`${file}.copy`)
      expect([copy.value("SELECT count(*) FROM filling"), shares.at(-1)]).toEqual([1, 1])
      expect(shares.length).toBeGreaterThan(4)
      expect(shares).toEqual(shares.toSorted((one, next) => one - next))
    })
  )

  it.scopedLive("that is interrupted stops after the step that it is at, and leaves nothing", () =>
    Effect.gen(function* () {
      const { file } = yield* written
      yield* Effect.map(connect(file), (database) => {
        database.exec("CREATE TABLE filling AS SELECT zeroblob(4000000) AS zeros")
      })
      const before = readdirSync(dirname(file))
      const steps: Array<number> = []
      const begun = yield* Deferred.make<Fiber.RuntimeFiber<unknown, unknown>>()
      const fiber = yield* Effect.fork(
        backup(file, `${file}.copy`, (done) => {
          steps.push(done)
          Effect.runFork(Effect.flatMap(Deferred.await(begun), Fiber.interrupt))
        })
      )
      yield* Deferred.succeed(begun, fiber)
      const exit = yield* Fiber.await(fiber)
      expect(Exit.isInterrupted(exit)).toBe(true)
      // Its first step is the first of four.
      expect(steps.length).toBe(1)
      expect(readdirSync(dirname(file))).toEqual(before)
    })
  )
})

describe("A copy", () => {
  it.scopedLive("that is damaged is refused as a copy, and the database of another application as a database", () =>
    Effect.gen(function* () {
      const { file } = yield* written
      writeFileSync(`${file}.half`, readFileSync(file).subarray(0, 20 * PAGE_SIZE))
      yield* Effect.scoped(
        Effect.map(connect(`${file}.foreign`), (database) => database.exec("CREATE TABLE numbers (n INTEGER) STRICT"))
      )
      const refusals = yield* Effect.forEach([`${file}.half`, `${file}.foreign`], (copy) =>
        Effect.flip(restore(copy, `${file}.copy`))
      )
      expect(refusals.map(({ _tag, reason }) => [_tag, reason])).toEqual([
        ["CopyRefused", "spoiled"],
        ["DatabaseRefused", "foreign_schema"]
      ])
      expect(existsSync(`${file}.copy`)).toBe(false)
    })
  )
})

describe("A database whose schema is not of this version", () => {
  for (const [reason, change] of Object.entries({
    newer_schema: "INSERT INTO tollgate_migrations (migration_id, name) VALUES (1000, 'later')",
    unreleased_schema: unreleased,
    different_schema: "UPDATE tollgate_migrations SET name = 'other' WHERE migration_id = 1"
  })) {
    it.scopedLive(`is refused by backup under its own name: ${reason}`, () =>
      Effect.gen(function* () {
        const { file } = yield* written
        yield* Effect.scoped(Effect.map(connect(file), ({ exec }) => exec(change)))
        expect(yield* Effect.flip(backup(file, `${file}.copy`))).toMatchObject({
          _tag: "DatabaseRefused",
          reason,
          file
        })
        expect(existsSync(`${file}.copy`)).toBe(false)
      })
    )
  }
})

describe("A database without the rows that every account has", () => {
  it.scopedLive("is refused by backup under its own name", () =>
    Effect.gen(function* () {
      const { file } = yield* written
      yield* Effect.scoped(
        Effect.map(connect(file), (database) => {
          database.exec("PRAGMA foreign_keys = off; DELETE FROM workspaces")
        })
      )
      const refusal = yield* Effect.flip(backup(file, `${file}.copy`))
      expect([refusal instanceof DatabaseRefused, refusal.file, refusal.reason]).toEqual([true, file, "emptied"])
    })
  )
})
