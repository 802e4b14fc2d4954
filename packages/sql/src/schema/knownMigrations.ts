import type * as SqlClient from "@effect/sql/SqlClient"
import { migrations } from "../migrations/index.js"
import type { DialectName } from "../migrations/Migration.js"
import { checksumOf } from "./checksumOf.js"

/** A migration of this version for a database. */
export interface KnownMigration {
  readonly id: number
  readonly name: string
  readonly statements: ReadonlyArray<string>
  readonly checksum: string
}

const migrationsFor = (dialect: DialectName): ReadonlyArray<KnownMigration> =>
  Object.entries(migrations).map(([key, migration]) => {
    const [id = "", ...name] = key.split("_")
    const statements = migration(dialect)
    return { id: Number(id), name: name.join("_"), statements, checksum: checksumOf(statements) }
  })

const known = new Map<DialectName, ReadonlyArray<KnownMigration>>()

/** The migrations of this version for a database, in order. They are spelled once in a process. */
export const knownMigrations = (sql: SqlClient.SqlClient): ReadonlyArray<KnownMigration> => {
  const dialect = sql.onDialectOrElse({ pg: () => "postgres" as const, orElse: () => "sqlite" as const })
  const found = known.get(dialect) ?? migrationsFor(dialect)
  known.set(dialect, found)
  return found
}
