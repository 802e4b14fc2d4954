import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { backup, CopyRefused, restore } from "@tollgate/sqlite"
import { Effect, Predicate } from "effect"
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
