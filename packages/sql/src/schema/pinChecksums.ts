import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rowReader } from "../table/rowReader.js"
import { Database } from "../transaction/Database.js"
import type { MigrationStep } from "./compareMigrations.js"
import { MIGRATIONS_TABLE } from "./migrationsTable.js"
import { SchemaRefused } from "./SchemaRefused.js"

const Pinned = Schema.Struct({ migration_id: Schema.Int, name: Schema.String, checksum: Schema.NullOr(Schema.String) })

/**
 * Compares the checksums of the applied migrations with those of the known ones, and stores those that are missing: an
 * older version stored none.
 */
export const pinChecksums = (known: ReadonlyArray<Required<MigrationStep>>) =>
  Effect.gen(function* () {
    const { read, sql, write } = yield* Database
    const rows = rowReader(sql, Pinned)
    const found = yield* rows.all(read(sql`SELECT ${rows.columns} FROM ${sql(MIGRATIONS_TABLE)} ORDER BY migration_id`))
    const applied = found.map(({ checksum, migration_id, name }) => ({ id: migration_id, name, checksum }))
    const pinned = new Map(applied.map(({ checksum, id }) => [id, checksum]))
    const isEdited = ({ checksum, id }: MigrationStep) => (pinned.get(id) ?? checksum) !== checksum
    if (known.some(isEdited)) return yield* new SchemaRefused({ reason: "edited", applied, known })
    for (const { checksum, id } of known.filter(({ id }) => pinned.get(id) === null)) {
      yield* write(sql`UPDATE ${sql(MIGRATIONS_TABLE)} SET checksum = ${checksum} WHERE migration_id = ${id}`)
    }
  })
