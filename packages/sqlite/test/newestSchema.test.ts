import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { newestSchemaFile, newestSchemaText } from "../../../scripts/newestSchema.mjs"
import { migrations } from "../../sql/src/migrations/index.js"
import { sqlite } from "../../sql/src/migrations/Migration.js"
import { checksumOf } from "../../sql/src/schema/checksumOf.js"
import { createMigrationsTable } from "../../sql/src/schema/migrationsTable.js"
import { connect, emptyFile, temporaryFile } from "./support/files.js"
import type { OtherProgram } from "./support/otherProgram.mjs"

/** All that the schema is, and the rows of each table but the applied migrations. */
const contents = (database: OtherProgram) => {
  const schema = database.all<{ readonly type: string; readonly name: string }>(
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'sqlite_sequence' ORDER BY type, name"
  )
  const tables = schema.filter(({ name, type }) => type === "table" && name !== "tollgate_migrations")
  return { schema, rows: tables.map(({ name }) => [name, database.all(`SELECT * FROM ${name}`)]) }
}

describe("A new file", () => {
  it.scoped("has the schema and the rows that all migrations, one after another, make", () =>
    Effect.gen(function* () {
      const created = yield* connect(yield* emptyFile)
      // A file keeps the id of its master key since it was opened.
      created.exec("UPDATE tollgate_meta SET value = 'none' WHERE name = 'master_key_id'")
      const migrated = yield* connect(yield* temporaryFile)
      const steps = Object.entries(migrations).map(([key, migration]) => ({ key, statements: migration(sqlite) }))
      const statements = [createMigrationsTable("INTEGER"), ...steps.flatMap(({ statements }) => statements)]
      migrated.exec(`BEGIN; ${statements.join(";\n")}; COMMIT`)
      expect(contents(created)).toEqual(contents(migrated))
      expect(created.all("SELECT migration_id, name, checksum FROM tollgate_migrations ORDER BY 1")).toEqual(
        steps.map(({ key, statements }) => ({
          migration_id: Number(key.slice(0, 4)),
          name: key.slice(5),
          checksum: checksumOf(statements)
        }))
      )
    })
  )

  it("is made by the statements that are written from the migrations", async () => {
    expect(readFileSync(newestSchemaFile, "utf8"), "npm run generate writes them anew").toBe(await newestSchemaText())
  })
})
