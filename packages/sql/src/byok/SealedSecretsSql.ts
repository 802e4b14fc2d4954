import { ByokRecord, FORGOTTEN, SealedSecrets } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { compiled } from "../table/compiled.js"
import { rowReader } from "../table/rowReader.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

const Sealed = ByokRecord.pick("organization_id", "workspace_id", "id", "provider", "sealed")

export const make = contextOf(
  SealedSecrets,
  Effect.map(Database, ({ read, sql, transact, write }) => {
    const rows = rowReader(sql, Sealed)
    const replace = compiled(
      sql`UPDATE byok_credentials SET sealed = ${null} WHERE organization_id = ${null} AND id = ${null} AND sealed = ${null}
RETURNING 1`,
      (...values) => values
    )
    return SealedSecrets.of({
      list: (after, limit) =>
        rows.all(
          read(sql`SELECT ${rows.columns} FROM byok_credentials
WHERE id > ${after ?? ""} AND length(sealed) > ${FORGOTTEN.length} ORDER BY id LIMIT ${limit}`)
        ),
      replace: (changes) =>
        transact(
          Effect.map(
            Effect.forEach(changes, ({ before, sealed }) =>
              write(replace(sealed, before.organization_id, before.id, before.sealed))
            ),
            (done) => done.filter((rows) => rows.length > 0).length
          )
        ),
      noteMasterKey: (keyId) =>
        Effect.asVoid(write(sql`UPDATE tollgate_meta SET value = ${keyId} WHERE name = ${"master_key_id"}`))
    })
  })
)
