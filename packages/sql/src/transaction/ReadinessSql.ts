import { Readiness } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"

export const layer = Layer.effect(
  Readiness,
  Effect.map(Database, ({ read, sql }) => {
    // SQLite answers SELECT 1 without reading the file. This reads its first page.
    const probe = sql.onDialectOrElse({ sqlite: () => sql`PRAGMA schema_version`, orElse: () => sql`SELECT 1` })
    return Readiness.of({ check: Effect.asVoid(read(probe)) })
  })
)
