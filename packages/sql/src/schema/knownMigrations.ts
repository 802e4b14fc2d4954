import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { migrations } from "../migrations/index.js"
import { type MigrationDialect, postgres, sqlite } from "../migrations/Migration.js"
import { checksumOf } from "./checksumOf.js"

interface KnownMigration {
  readonly id: number
  readonly name: string
  /** Its name for the migrator: `0001_accounts`. */
  readonly key: string
  readonly statements: ReadonlyArray<string>
  readonly checksum: string
}

const migrationsFor = (dialect: MigrationDialect): ReadonlyArray<KnownMigration> =>
  Object.entries(migrations).map(([key, migration]) => {
    const [id = "", ...name] = key.split("_")
    const statements = migration(dialect)
    return { id: Number(id), name: name.join("_"), key, statements, checksum: checksumOf(statements) }
  })

const known = new Map<MigrationDialect, ReadonlyArray<KnownMigration>>()

/** The migrations of this version for a database, in order. They are spelled once in a process. */
export const knownMigrations = (sql: SqlClient.SqlClient): ReadonlyArray<KnownMigration> => {
  const dialect = sql.onDialectOrElse({ pg: () => postgres, orElse: () => sqlite })
  const found = known.get(dialect) ?? migrationsFor(dialect)
  known.set(dialect, found)
  return found
}

/** Runs the statements of a migration, one after another. */
export const runStatements = (sql: SqlClient.SqlClient, statements: ReadonlyArray<string>) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
