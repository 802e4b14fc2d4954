import {
  ByokRecord,
  FORGOTTEN,
  isOfCredential,
  type SealedSecret,
  SealedSecrets,
  WebhookRecord
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { compiled } from "../table/compiled.js"
import { rowReader } from "../table/rowReader.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

const SealedCredential = ByokRecord.pick("organization_id", "workspace_id", "id", "provider", "sealed")
const SealedWebhook = WebhookRecord.pick("organization_id", "id", "sealed")

export const make = contextOf(
  SealedSecrets,
  Effect.map(Database, ({ read, snapshot, sql, transact, write }) => {
    const credentials = rowReader(sql, SealedCredential)
    const webhooks = rowReader(sql, SealedWebhook)
    const replacing = (table: "byok_credentials" | "webhooks") =>
      compiled(
        sql`UPDATE ${sql(table)} SET sealed = ${null} WHERE organization_id = ${null} AND id = ${null} AND sealed = ${null}
RETURNING 1`,
        (...values) => values
      )
    const [replaceCredential, replaceWebhook] = [replacing("byok_credentials"), replacing("webhooks")]
    const replaceOf = (secret: SealedSecret) => (isOfCredential(secret) ? replaceCredential : replaceWebhook)
    return SealedSecrets.of({
      // The first so many of each table are the first so many of both.
      list: (after, limit) => {
        const kept = sql`WHERE id > ${after ?? ""} AND length(sealed) > ${FORGOTTEN.length} ORDER BY id LIMIT ${limit}`
        const both = Effect.all([
          credentials.all(read(sql`SELECT ${credentials.columns} FROM byok_credentials ${kept}`)),
          webhooks.all(read(sql`SELECT ${webhooks.columns} FROM webhooks ${kept}`))
        ])
        return Effect.map(snapshot(both), ([ofCredentials, ofWebhooks]) =>
          [...ofCredentials, ...ofWebhooks].toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit)
        )
      },
      replace: (changes) =>
        transact(
          Effect.map(
            Effect.forEach(changes, ({ before, sealed }) =>
              write(replaceOf(before)(sealed, before.organization_id, before.id, before.sealed))
            ),
            (done) => done.filter((rows) => rows.length > 0).length
          )
        ),
      noteMasterKey: (keyId) =>
        Effect.asVoid(write(sql`UPDATE tollgate_meta SET value = ${keyId} WHERE name = ${"master_key_id"}`))
    })
  })
)
