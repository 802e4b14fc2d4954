import { KeyHash } from "@tollgate/core"
import type { KeyUse, StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inChunks } from "../table/batches.js"
import { compiledBySize } from "../table/compiled.js"
import { rowReader } from "../table/rowReader.js"
import type { Database } from "../transaction/Database.js"

const Use = Schema.Struct({ hash: KeyHash, at: Schema.Int })

/**
 * Stores when keys were used, unless a later use is stored already that is not later than now. Returns those that others are changing at this moment. On
 * PostgreSQL these are left alone, because others lock keys in an order of their own; a single one is waited for.
 */
export const storeUses = ({ read, sql, write }: Context.Tag.Service<Database>) => {
  const uses = rowReader(sql, Use)
  const values = (size: number) =>
    sql`WITH used (hash, at) AS (VALUES ${sql.csv(Array.from({ length: size }, () => sql`(${null}, CAST(${null} AS BIGINT))`))})`
  const isLater = sql`(api_keys.last_used_at IS NULL OR api_keys.last_used_at < used.at OR api_keys.last_used_at > ${null})`
  const update = compiledBySize((size) =>
    sql.onDialectOrElse({
      pg: () => sql`${values(size)}, free AS (
  SELECT api_keys.id, used.at FROM used JOIN api_keys ON api_keys.hash = used.hash WHERE ${isLater}
  FOR NO KEY UPDATE OF api_keys${size > 1 ? sql` SKIP LOCKED` : sql``})
UPDATE api_keys SET last_used_at = free.at FROM free WHERE api_keys.id = free.id`,
      orElse: () => sql`${values(size)}
UPDATE api_keys SET last_used_at = used.at FROM used WHERE api_keys.hash = used.hash AND ${isLater}`
    })
  )
  const left = compiledBySize(
    (size) => sql`${values(size)}
SELECT used.hash, used.at FROM used JOIN api_keys ON api_keys.hash = used.hash WHERE ${isLater}`
  )
  const isShared = sql.onDialectOrElse({ pg: () => true, orElse: () => false })

  return (all: ReadonlyArray<KeyUse>, now: number): Effect.Effect<ReadonlyArray<KeyUse>, StorageFailure> =>
    Effect.map(
      Effect.forEach(inChunks(all), (chunk) => {
        const params = [...chunk.flatMap(({ at, hash }) => [hash, at]), now]
        const stored = write(update(chunk.length, params))
        return isShared && chunk.length > 1
          ? Effect.zipRight(stored, uses.all(read(left(chunk.length, params))))
          : Effect.as(stored, [])
      }),
      (left) => left.flat()
    )
}
