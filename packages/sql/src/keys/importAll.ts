import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import { KeyHash } from "@tollgate/core"
import type { KeyRecord, KeyStore } from "@tollgate/core/storage"
import { keyRecords } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inChunks, inLists } from "../table/batches.js"
import { compiledBySize } from "../table/compiled.js"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import type { Database } from "../transaction/Database.js"
import { importedPrefixes } from "./importedPrefixes.js"

type Keys = Context.Tag.Service<KeyStore>

/** How many keys each list gets, in the order of the names, in which triggers lock the sizes. */
const countsOf = (keys: ReadonlyArray<KeyRecord>) => {
  const counts = new Map<string, number>()
  for (const { disabled, workspace_id } of keys) {
    for (const filter of [{}, { workspace_id }, ...(disabled ? [] : [{ disabled }, { disabled, workspace_id }])]) {
      const list = keyRecords.listName(filter)
      counts.set(list, (counts.get(list) ?? 0) + 1)
    }
  }
  return Array.from(counts).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Imports keys in a few statements, whatever their number. A trigger stores the hash of a key as that of its secret, which is then
 * replaced. On PostgreSQL, the sizes of lists change once for each list: see `unlessCounted` in `migrations/0001_baseline/keys.ts`.
 */
export const importAll = (
  database: Context.Tag.Service<Database>
): Pick<Keys, "externalIdsAmong" | "importAll" | "isImported" | "secretsAmong"> => {
  const { read, sql, transact, write } = database
  const { rows: keys } = records(database, keyRecords)
  const prefixes = importedPrefixes(database)
  const external = rowReader(sql, Schema.Struct({ external_id: Schema.String }))
  const taken = rowReader(sql, Schema.Struct({ hash: KeyHash }))
  const insert = keys.insertAll(sql``)
  const isShared = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const { amongSecrets, replaceSecrets, withExternalIds } = statements(sql, external.columns)
  const counted = (is: "on" | "off") =>
    isShared ? Effect.asVoid(read(sql`SELECT set_config('tollgate.counted', ${is}, TRUE)`)) : Effect.void
  const count = (organization_id: string, all: ReadonlyArray<KeyRecord>) => {
    const sizes = countsOf(all).map(([list, size]) => sql`(${organization_id}, ${list}, CAST(${size} AS BIGINT))`)
    return isShared
      ? write(sql`INSERT INTO list_sizes (organization_id, list, size) VALUES ${sql.csv(sizes)}
ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + excluded.size`)
      : Effect.void
  }

  return {
    isImported: prefixes.isImported,
    externalIdsAmong: (organization_id, ids) =>
      Effect.map(
        Effect.forEach(inLists(ids), (list) =>
          external.all(read(withExternalIds(list.length, [organization_id, ...list])))
        ),
        (found) => found.flat().map(({ external_id }) => external_id)
      ),
    secretsAmong: (secrets) =>
      Effect.map(
        Effect.forEach(inLists(secrets), (list) =>
          taken.all(read(amongSecrets(list.length, [...list, ...list, ...list])))
        ),
        // The hash of a key is that of its first secret.
        (found) => [...new Set(found.flat().map(({ hash }) => hash))]
      ),
    importAll: (imported, prefix) => {
      const [first] = imported
      if (first === undefined) return Effect.void
      const { organization_id } = first.record
      return transact(
        Effect.gen(function* () {
          if (prefix !== null) {
            yield* write(sql`INSERT INTO key_prefixes (organization_id, prefix) VALUES (${organization_id}, ${prefix})
ON CONFLICT (organization_id, prefix) DO NOTHING`)
          }
          yield* counted("on")
          for (const chunk of inChunks(imported)) {
            yield* write(insert(chunk.map(({ record }) => record)))
            yield* write(
              replaceSecrets(
                chunk.length,
                chunk.flatMap(({ record, secret }) => [record.hash, secret])
              )
            )
          }
          yield* counted("off")
          yield* count(
            organization_id,
            imported.map(({ record }) => record)
          )
          if (prefix !== null) prefixes.add(prefix)
        })
      )
    }
  }
}

/** The statements whose texts depend on the number of keys. */
const statements = (sql: SqlClient.SqlClient, columns: Statement.Fragment) => {
  const blanks = (size: number) => Array.from({ length: size }, () => null)

  const withExternalIds = compiledBySize(
    (size) => sql`SELECT ${columns} FROM api_keys
WHERE organization_id = ${null} AND external_id IN ${sql.in(blanks(size))}`
  )
  const amongSecrets = compiledBySize((size) => {
    const listed = sql.in(blanks(size))
    return sql`SELECT secret_hash AS hash FROM key_secrets WHERE secret_hash IN ${listed} UNION ALL
SELECT hash FROM api_keys WHERE hash IN ${listed} UNION ALL SELECT hash FROM gateway_keys WHERE hash IN ${listed}`
  })
  const replaceSecrets = compiledBySize((size) => {
    const values = sql.csv(blanks(size).map(() => sql`(${null}, ${null})`))
    return sql`WITH imported (hash, secret) AS (VALUES ${values})
UPDATE key_secrets SET secret_hash = imported.secret FROM imported WHERE secret_hash = imported.hash`
  })
  return { withExternalIds, amongSecrets, replaceSecrets }
}
