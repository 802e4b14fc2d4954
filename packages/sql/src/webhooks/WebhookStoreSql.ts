import { Organization, type OrganizationId, WebhookDelivery, type WebhookId } from "@tollgate/core"
import { CHUNK, StorageFailure, WebhookStore, webhookDeliveryRecords, webhookRecords } from "@tollgate/core/storage"
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
    const { read, readForUpdate, snapshot, sql, transact, write } = database
    const { rows, store } = records(database, webhookRecords)
    const { rows: deliveries, store: ofDeliveries } = records(database, webhookDeliveryRecords)
    const lockOrganization = table(database, "organizations", Organization).lock("id")
    const count = rowReader(sql, Count)
    const shown = rowReader(sql, WebhookDelivery)
    const sealed = rows.find("organization_id", "id")
    const exists = (id: WebhookId) => sql`EXISTS (SELECT 1 FROM webhooks WHERE id = ${id})`
    const changed = (rows: ReadonlyArray<unknown>) => rows.length
    /** A webhook that no other transaction deletes before this one ends. */
    const receiver = (organization_id: OrganizationId, id: WebhookId) =>
      readForUpdate(sql`SELECT 1 FROM webhooks WHERE ${rows.where({ organization_id, id })}`, "FOR SHARE")
    const nothing = (webhook: WebhookId) =>
      new StorageFailure({ cause: new Error(`There is no webhook ${webhook}.`), outcome: "none" })
    return WebhookStore.of({
      ...store,
      // What is pending first, because the others are shown to nobody any more, and are deleted when they are old.
      delete: (organization_id, id) =>
        transact(
          Effect.tap(store.delete(organization_id, id), (deleted) =>
            Option.isNone(deleted)
              ? Effect.void
              : write(sql`DELETE FROM webhook_deliveries WHERE id IN (
  SELECT id FROM webhook_deliveries WHERE organization_id = ${organization_id} AND webhook_id = ${id}
  ORDER BY state DESC, created_at, id DESC LIMIT ${CHUNK}) RETURNING 1`)
          )
        ),
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
      insertDelivery: (delivery) =>
        transact(
          Effect.flatMap(receiver(delivery.organization_id, delivery.webhook_id), ({ length }) =>
            length === 0 ? nothing(delivery.webhook_id) : ofDeliveries.insert(delivery)
          )
        ),
      listDeliveries: (organizationId, webhook_id, page, state) =>
        snapshot(
          Effect.flatMap(
            store.find(organizationId, webhook_id),
            Effect.transposeMapOption(() => ofDeliveries.list(organizationId, page, { webhook_id, state }))
          )
        ),
      findDelivery: (organization_id, webhook_id, id) =>
        shown.first(
          read(sql`SELECT ${shown.columns} FROM webhook_deliveries
WHERE ${deliveries.where({ organization_id, webhook_id, id })} AND ${exists(webhook_id)}`)
        ),
      redeliver: (organization_id, webhook_id, id, now) =>
        shown.firstWritten(
          write(sql`UPDATE webhook_deliveries SET state = 'pending', attempts = 0, next_at = ${now.epochMillis},
  leased_until = NULL, ended_at = NULL, status = NULL, error = NULL
WHERE ${deliveries.where({ organization_id, webhook_id, id })} AND state <> 'pending' AND ${exists(webhook_id)} RETURNING ${shown.columns}`)
        ),
      endPending: (organization_id, webhook_id, error, now) =>
        Effect.map(
          write(sql`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, leased_until = NULL,
  ended_at = ${now.epochMillis}, error = ${error} WHERE id IN (
  SELECT id FROM webhook_deliveries WHERE ${deliveries.where({ organization_id, webhook_id, state: "pending" })}
  ORDER BY created_at DESC, id LIMIT ${CHUNK}) AND state = 'pending' RETURNING 1`),
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
