import { Readiness } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { contextOf } from "./contextOf.js"
import { Database } from "./Database.js"

export const make = contextOf(
  Readiness,
  Effect.map(Database, ({ read, sql }) => {
    // SQLite answers SELECT 1 without reading the file. This reads its first page.
    const probe = sql.onDialectOrElse({ sqlite: () => sql`PRAGMA schema_version`, orElse: () => sql`SELECT 1` })
    return Readiness.of({ check: Effect.asVoid(read(probe)) })
  })
)
