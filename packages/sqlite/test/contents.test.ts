import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import {
  assignMembers,
  createByokCredential,
  createGuardrail,
  createPreset,
  hostCaller,
  ManagementCaller,
  NewPreset
} from "@tollgate/core"
import { Readiness } from "@tollgate/core/storage"
import { aByokCredential, aGuardrail, members } from "@tollgate/testing"
import { Effect, Layer, Schema } from "effect"
import { runs } from "../../../test/runs.js"
import { emptyFile, inFile, openAndClose, temporaryFile } from "./support/files.js"
import { picture } from "./support/folder.js"
import { create, leaveOpen } from "./support/organizations.js"
import { openOther } from "./support/otherProgram.mjs"

/** The bytes of a file with an organization that has a preset, a credential, and a guardrail with a member under it. */
const filled = Effect.gen(function* () {
  const file = yield* emptyFile
  yield* Effect.gen(function* () {
    const id = yield* create("Acme")
    const preset = Schema.decodeUnknownSync(NewPreset)({ name: "Careful", slug: "careful", config: {} })
    yield* Effect.gen(function* () {
      yield* createPreset(preset)
      yield* createByokCredential(aByokCredential())
      const guardrail = yield* createGuardrail(aGuardrail())
      yield* assignMembers(guardrail.id, members("ada"))
    }).pipe(Effect.provideServiceEffect(ManagementCaller, hostCaller(id)))
  }).pipe(Effect.provide(inFile(file)))
  return readFileSync(file)
}).pipe(Effect.scoped, Effect.cached, Effect.runSync)

/** Such a file, a copy for each test: to fill one takes longer than most of the tests. */
const account = Effect.gen(function* () {
  const file = yield* temporaryFile
  writeFileSync(file, yield* filled)
  return file
})

const change = (file: string, statement: string) => {
  const database = openOther(file)
  database.exec(`PRAGMA foreign_keys = OFF; ${statement}`)
  database.close()
}

const refusalOf = (file: string) =>
  Effect.gen(function* () {
    const before = picture(dirname(file))
    const refusal = yield* Effect.flip(openAndClose(file))
    expect(picture(dirname(file))).toEqual(before)
    return { reason: refusal.reason, message: refusal.message }
  })

const tables = [
  "tollgate_meta",
  "organizations",
  "workspaces",
  "organization_members",
  "api_keys",
  "key_secrets",
  "preset_versions"
]

describe("A database whose first rows have amounts that a double cannot hold", () => {
  it.scoped("is opened, and is ready", () =>
    Effect.gen(function* () {
      const file = yield* account
      change(file, "UPDATE guardrails SET limit_usd = 9223372036854775807")
      yield* Effect.provide(
        Effect.flatMap(Readiness, ({ check }) => check),
        inFile(file)
      )
    })
  )
})

describe("An emptied database is refused, by the table that has lost its rows:", () => {
  for (const table of tables) {
    it.scoped(table, () =>
      Effect.gen(function* () {
        const file = yield* account
        change(file, `DELETE FROM ${table}`)
        expect(yield* refusalOf(file)).toEqual({
          reason: "emptied",
          message: `The database ${file} has lost rows that every account needs. Restore it from a backup. Cause: rows are missing from ${table}.`
        })
      })
    )
  }

  it.scoped("organization_members, where only the admins are gone", () =>
    Effect.gen(function* () {
      const file = yield* account
      change(file, "UPDATE organization_members SET role = 'member'")
      expect((yield* refusalOf(file)).message).toContain("rows are missing from organization_members.")
    })
  )

  for (const name of ["master_key_id", "first_organization_id"]) {
    it.scoped(`tollgate_meta, where only ${name} is gone`, () =>
      Effect.gen(function* () {
        const file = yield* account
        change(file, `DELETE FROM tollgate_meta WHERE name = '${name}'`)
        expect((yield* refusalOf(file)).reason).toBe("emptied")
      })
    )
  }

  it.scoped("all of them, but for what the database says of itself", () =>
    Effect.gen(function* () {
      const file = yield* account
      for (const table of tables.slice(1)) change(file, `DELETE FROM ${table}`)
      expect((yield* refusalOf(file)).reason).toBe("emptied")
    })
  )

  it.scoped("tollgate_migrations", () =>
    Effect.gen(function* () {
      const file = yield* account
      change(file, "DELETE FROM tollgate_migrations")
      expect((yield* refusalOf(file)).reason).toBe("emptied")
    })
  )
})

/** Rows that go as damage takes them: the sizes of their lists stay. */
const lose = (file: string, rows: string) =>
  change(
    file,
    `CREATE TEMP TABLE before AS SELECT * FROM list_sizes;
DELETE FROM ${rows};
DELETE FROM list_sizes;
INSERT INTO list_sizes SELECT * FROM before`
  )

describe("A database is refused where a list has a size and no rows are there, by the table:", () => {
  for (const table of ["byok_credentials", "guardrails", "guardrail_members", "workspace_members", "presets"]) {
    it.scoped(table, () =>
      Effect.gen(function* () {
        const file = yield* account
        lose(file, table)
        expect((yield* refusalOf(file)).message).toContain(`rows are missing from ${table}.`)
      })
    )
  }

  it.scoped("api_keys, of the first organization alone", () =>
    Effect.gen(function* () {
      const file = yield* account
      const first = "(SELECT value FROM tollgate_meta WHERE name = 'first_organization_id')"
      yield* Effect.provide(create("Second"), inFile(file))
      lose(file, `api_keys WHERE organization_id = ${first}`)
      expect((yield* refusalOf(file)).message).toContain("rows are missing from api_keys.")
    })
  )
})

describe("A database is refused where rows are there and their list has no size:", () => {
  for (const list of ["workspaces", "members", "keys", "credentials", "guardrails", "assigned members", "presets"]) {
    it.scoped(list, () =>
      Effect.gen(function* () {
        const file = yield* account
        change(file, `DELETE FROM list_sizes WHERE list = '${list}'`)
        expect((yield* refusalOf(file)).message).toContain("rows are missing from list_sizes.")
      })
    )
  }

  it.scoped("workspace members of the first workspace", () =>
    Effect.gen(function* () {
      const file = yield* account
      change(file, "DELETE FROM list_sizes WHERE list LIKE 'workspace members of %'")
      expect((yield* refusalOf(file)).message).toContain("rows are missing from list_sizes.")
    })
  )

  it.scoped("any", () =>
    Effect.gen(function* () {
      const file = yield* account
      change(file, "DELETE FROM list_sizes")
      expect((yield* refusalOf(file)).message).toContain("rows are missing from list_sizes.")
    })
  )
})

describe("A database whose optional records were deleted by hand", () => {
  it.scoped("is opened", () =>
    Effect.gen(function* () {
      const file = yield* account
      for (const table of ["guardrail_members", "guardrails", "byok_credentials", "workspace_members", "presets"])
        change(file, `DELETE FROM ${table}`)
      yield* openAndClose(file)
    })
  )
})

describe("A database with a host's own tables", () => {
  it.scoped("is opened, however these are written, and is ready", () =>
    Effect.gen(function* () {
      const file = yield* account
      for (const statement of [
        "CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT DEFAULT 'without rowid') -- not WITHOUT ROWID",
        "CREATE INDEX long_notes ON notes (body) WHERE(length(body) > 9)",
        "CREATE TABLE plain (a UNIQUE, b INTEGER PRIMARY KEY, c) WITHOUT /* any */ ROWID",
        "CREATE TABLE renamed (a PRIMARY KEY) WITHOUT ROWID",
        'ALTER TABLE renamed RENAME TO "is renamed"'
      ]) {
        change(file, statement)
      }
      yield* Effect.provide(
        Effect.flatMap(Readiness, ({ check }) => check),
        inFile(file)
      )
    })
  )
})

const zero = (file: string, page: number) => {
  const descriptor = openSync(file, "r+")
  writeSync(descriptor, Buffer.alloc(4096), 0, 4096, (page - 1) * 4096)
  closeSync(descriptor)
}

/** The roots of all tables and indexes of a file. */
const rootsOf = (file: string): ReadonlyArray<{ readonly name: string; readonly rootpage: number }> => {
  const database = openOther(file)
  const roots = database.all<{ name: string; rootpage: number }>(
    "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"
  )
  database.close()
  return roots
}

describe("A damaged database is refused", () => {
  it.scoped("where the root of any table or index is zeroed", () =>
    Effect.gen(function* () {
      const file = yield* account
      const roots = rootsOf(file)
      expect(roots.length).toBeGreaterThan(30)
      // Every sixth by day, and the one whose index has all its columns.
      const step = runs(6, 1)
      const isTried = (name: string, index: number) => index % step === 0 || name === "key_prefixes"
      for (const { name, rootpage } of roots.filter(({ name }, index) => isTried(name, index))) {
        const copy = `${file}.${rootpage}`
        copyFileSync(file, copy)
        zero(copy, rootpage)
        const { message, reason } = yield* refusalOf(copy)
        expect({ name, reason }).toEqual({ name, reason: "damaged" })
        expect(message).toContain("is damaged or truncated. Restore it from a backup.")
        rmSync(copy)
      }
    })
  )

  it.scopedLive("where half of it is cut off, also while its log is there", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* leaveOpen(file, "Acme")
      truncateSync(file, 20 * 4096)
      const { message, reason } = yield* refusalOf(file)
      expect(reason).toBe("damaged")
      expect(message).toMatch(/ Cause: page 2\d of \d+ is missing\.$/)
    })
  )

  it.scoped("where a table is gone", () =>
    Effect.gen(function* () {
      const file = yield* account
      change(file, "DROP TABLE api_keys")
      expect((yield* refusalOf(file)).reason).toBe("different_schema")
    })
  )
})

describe("A database without any organization", () => {
  it.scoped("is a new one however often it is opened", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      for (const _ of [1, 2, 3]) yield* openAndClose(file)
      yield* Effect.scoped(Effect.flatMap(Layer.build(inFile(file)), (open) => Effect.provide(create("Acme"), open)))
      yield* openAndClose(file)
    })
  )
})
