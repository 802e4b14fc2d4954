import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Statement } from "../spending/rows/Dialect.js"
import type { Database } from "../transaction/Database.js"

const name = "price_version"

/** The version of the price book. Before the first change there is no row. */
export const selectPriceVersion: Statement = {
  text: `SELECT value FROM tollgate_meta WHERE name = '${name}'`,
  params: []
}

/** Reads the version from its row; 0 without one. */
export const toPriceVersion = (row: { readonly value?: unknown } | undefined): number => Number(row?.value ?? 0) || 0

/**
 * Replaces the version of the book in this transaction. It is drawn at random, so that a database never has the same one with
 * other cards, also after a transaction that was rolled back, an import, or a backup that was restored.
 */
export const changePriceVersion = ({
  sql,
  write
}: Context.Tag.Service<Database>): Effect.Effect<void, StorageFailure> => {
  // 53 bits, as many as a number has.
  const drawn = sql.onDialectOrElse({
    pg: () => sql`floor(random() * 9007199254740991)::bigint::text`,
    orElse: () => sql`CAST(random() & 9007199254740991 AS TEXT)`
  })
  return Effect.asVoid(
    write(sql`INSERT INTO tollgate_meta (name, value) VALUES (${name}, ${drawn})
ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  )
}
