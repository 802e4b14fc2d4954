import { Organization, WebhookDelivery } from "@tollgate/core"
import { WebhookStore, webhookDeliveryRecords, webhookRecords } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

const Count = Schema.Struct({ count: Schema.Int })

export const make = contextOf(
  WebhookStore,
  Effect.map(Database, (database) => {
    const { read, snapshot, sql, write } = database
    const { rows, store } = records(database, webhookRecords)
    const { rows: deliveries, store: ofDeliveries } = records(database, webhookDeliveryRecords)
    const lockOrganization = table(database, "organizations", Organization).lock("id")
    const count = rowReader(sql, Count)
    const shown = rowReader(sql, WebhookDelivery)
    const sealed = rows.find("organization_id", "id")
    const delivery = deliveries.pick(webhookDeliveryRecords.view, "organization_id", "webhook_id", "id")
    const changed = (rows: ReadonlyArray<unknown>) => rows.length
    return WebhookStore.of({
      // Deleting one deletes its deliveries by the cascade of their foreign key.
      ...store,
      // Two webhooks that are created at once are counted one after the other: the organization owns their number.
      count: (organization_id) =>
        Effect.zipRight(
          lockOrganization({ id: organization_id }),
          Effect.map(
            count.first(read(sql`SELECT COUNT(*) AS count FROM webhooks WHERE ${rows.where({ organization_id })}`)),
            Option.match({ onNone: () => 0, onSome: ({ count }) => count })
          )
        ),
      findSealed: (organization_id, id) => sealed({ organization_id, id }),
      insertDelivery: ofDeliveries.insert,
      listDeliveries: (organizationId, webhook_id, page, state) =>
        snapshot(
          Effect.flatMap(
            store.find(organizationId, webhook_id),
            Effect.transposeMapOption(() => ofDeliveries.list(organizationId, page, { webhook_id, state }))
          )
        ),
      findDelivery: (organization_id, webhook_id, id) => delivery({ organization_id, webhook_id, id }),
      redeliver: (organization_id, webhook_id, id, now) =>
        shown.firstWritten(
          write(sql`UPDATE webhook_deliveries SET state = 'pending', attempts = 0, next_at = ${now.epochMillis},
  leased_until = NULL, ended_at = NULL, status = NULL, error = NULL
WHERE ${deliveries.where({ organization_id, webhook_id, id })} AND state <> 'pending' RETURNING ${shown.columns}`)
        ),
      endPending: (organization_id, webhook_id, error, now) =>
        Effect.map(
          write(sql`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, leased_until = NULL,
  ended_at = ${now.epochMillis}, error = ${error}
WHERE ${deliveries.where({ organization_id, webhook_id, state: "pending" })} RETURNING 1`),
          changed
        ),
      pruneDeliveries: (before, limit) =>
        Effect.map(
          write(sql`DELETE FROM webhook_deliveries WHERE id IN (
  SELECT id FROM webhook_deliveries WHERE ended_at < ${before.epochMillis} ORDER BY ended_at LIMIT ${limit}) RETURNING 1`),
          changed
        )
    })
  })
)
