import { AlertKind, OrganizationId, WebhookId } from "@tollgate/core"
import {
  type Attempted,
  CHUNK,
  type Claim,
  type ClaimedDelivery,
  type DispatchedAlert,
  newDelivery,
  OutboxStore,
  WEBHOOK_DISABLED,
  WebhookDeliveryRecord,
  WebhookRecord
} from "@tollgate/core/storage"
import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { alertReader } from "../alerts/alertReader.js"
import { inChunks, inLists } from "../table/batches.js"
import { compiled, compiledBySize } from "../table/compiled.js"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

type Store = Context.Tag.Service<OutboxStore>

const values = (...values: ReadonlyArray<unknown>) => values

const blanks = (size: number) => Array.from({ length: size }, () => null)

const Waiting = Schema.Struct({ alerts: Schema.Boolean, deliveries: Schema.Boolean })

// Ordered, so that it is read by the partial indexes: PostgreSQL reads all rows of the tables for an EXISTS while its statistics, of a moment at which
// much was waiting, promise it a row soon.
const waiting = ({ read, sql }: Context.Tag.Service<Database>): Store["waiting"] => {
  const rows = rowReader(sql, Waiting)
  const select = compiled(
    sql`SELECT (SELECT 1 FROM alerts WHERE dispatched = FALSE ORDER BY created_at, id LIMIT 1) IS NOT NULL AS alerts,
  (SELECT 1 FROM webhook_deliveries WHERE state = 'pending' AND next_at <= ${null} ORDER BY next_at LIMIT 1) IS NOT NULL AS deliveries`,
    values
  )
  const nothing = () => ({ alerts: false, deliveries: false })
  return (now) => Effect.map(rows.first(read(select(now))), Option.getOrElse(nothing))
}

const Undispatched = Schema.Struct({
  id: Schema.String,
  organization_id: OrganizationId,
  kind: AlertKind,
  scope: Schema.Literal("key", "guardrail_key", "guardrail_member", "run", "workspace", "organization"),
  created_at: Schema.Int
})

const toDispatch = ({ created_at: at, id, kind, scope }: typeof Undispatched.Type): DispatchedAlert => ({
  id,
  kind,
  at,
  ref: { kind: scope }
})

const Receiver = WebhookRecord.pick("organization_id", "id", "kinds", "scopes", "disabled", "created_at")

const dispatch = (database: Context.Tag.Service<Database>): Store["dispatch"] => {
  const { readForUpdate, sql, transact, write } = database
  const alerts = rowReader(sql, Undispatched)
  const webhooks = rowReader(sql, Receiver)
  const undispatched = compiled(
    sql`SELECT ${alerts.columns} FROM alerts WHERE dispatched = FALSE ORDER BY created_at, id LIMIT ${null}`,
    values
  )
  const ofOrganizations = compiledBySize(
    (size) => sql`SELECT ${webhooks.columns} FROM webhooks WHERE organization_id IN ${sql.in(blanks(size))}`
  )
  const insert = table(database, "webhook_deliveries", WebhookDeliveryRecord).insertAll(
    sql`ON CONFLICT (organization_id, webhook_id, alert_id) DO NOTHING`
  )
  const mark = compiledBySize((size) => sql`UPDATE alerts SET dispatched = TRUE WHERE id IN ${sql.in(blanks(size))}`)
  /** Those of the organizations of some alerts. They are neither changed nor deleted before the transaction ends. */
  const webhooksOf = (some: ReadonlyArray<typeof Undispatched.Type>) =>
    Effect.map(
      Effect.forEach(inLists(some.map(({ organization_id }) => organization_id)), (list) =>
        webhooks.all(readForUpdate(ofOrganizations(list.length, list), "FOR SHARE"))
      ),
      (found) => Arr.groupBy(found.flat(), ({ organization_id }) => organization_id)
    )
  return ({ limit, newId, now }) =>
    transact(
      Effect.gen(function* () {
        const some = yield* alerts.all(readForUpdate(undispatched(limit), "FOR UPDATE SKIP LOCKED"))
        if (some.length === 0) return 0
        const receivers = yield* webhooksOf(some)
        const deliveries = some
          .flatMap((alert) =>
            (receivers[alert.organization_id] ?? []).map((webhook) =>
              newDelivery(toDispatch(alert), webhook, { id: newId(), now })
            )
          )
          .filter((delivery) => delivery !== null)
          // In one order, so that two processes never wait for each other: each webhook has rows with the sizes of its lists.
          .toSorted((one, other) => (one.webhook_id < other.webhook_id ? -1 : 1))
        for (const chunk of inChunks(deliveries)) yield* write(insert(chunk))
        for (const list of inLists(some.map(({ id }) => id))) yield* write(mark(list.length, list))
        return some.length
      })
    )
}

const Pending = Schema.Struct({ webhook_id: WebhookId, organization_id: OrganizationId, next_at: Schema.Int })

/** Steps from one webhook with pending deliveries to the next one, by an index. */
const due = ({ read, sql }: Context.Tag.Service<Database>): Store["due"] => {
  const rows = rowReader(sql, Pending)
  const select = compiled(
    sql`WITH RECURSIVE pending (webhook_id, n) AS (
  SELECT (SELECT webhook_id FROM webhook_deliveries WHERE state = 'pending' AND webhook_id > ${null}
    ORDER BY webhook_id, next_at LIMIT 1), 1
  UNION ALL
  SELECT (SELECT d.webhook_id FROM webhook_deliveries AS d WHERE d.state = 'pending' AND d.webhook_id > pending.webhook_id
    ORDER BY d.webhook_id, d.next_at LIMIT 1), n + 1
  FROM pending WHERE pending.webhook_id IS NOT NULL AND n < ${null}
) SELECT pending.webhook_id, (SELECT organization_id FROM webhook_deliveries AS d WHERE d.state = 'pending' AND d.webhook_id = pending.webhook_id ORDER BY d.next_at LIMIT 1) AS organization_id,
  (SELECT next_at FROM webhook_deliveries AS d
  WHERE d.state = 'pending' AND d.webhook_id = pending.webhook_id ORDER BY d.next_at LIMIT 1) AS next_at
FROM pending WHERE webhook_id IS NOT NULL`,
    values
  )
  return ({ after, limit, now }) =>
    Effect.map(rows.all(read(select(after ?? "", limit))), (pending) => ({
      webhooks: pending
        .filter(({ next_at }) => next_at <= now)
        .map(({ organization_id, webhook_id: id }) => ({ id, organization_id })),
      next: pending.length < limit ? null : (pending.at(-1)?.webhook_id ?? null)
    }))
}

const Receiving = WebhookRecord.pick("organization_id", "id", "url", "disabled", "sealed")
const Due = WebhookDeliveryRecord.pick("id", "alert_id", "attempts")

const claim = ({ read, readForUpdate, sql, transact, write }: Context.Tag.Service<Database>): Store["claim"] => {
  const alerts = alertReader(sql)
  const webhooks = rowReader(sql, Receiving)
  const deliveries = rowReader(sql, Due)
  const receiving = compiled(sql`SELECT ${webhooks.columns} FROM webhooks WHERE id = ${null}`, values)
  const select = compiled(
    sql`SELECT ${deliveries.columns} FROM webhook_deliveries
WHERE webhook_id = ${null} AND state = 'pending' AND next_at <= ${null} ORDER BY next_at LIMIT ${null}`,
    values
  )
  const lease = compiledBySize(
    (size) => sql`UPDATE webhook_deliveries SET attempts = attempts + 1, leased_until = ${null}, next_at = ${null}
WHERE organization_id = ${null} AND id IN ${sql.in(blanks(size))}`
  )
  const end = compiledBySize(
    (size) => sql`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, leased_until = NULL,
  ended_at = ${null}, error = ${null} WHERE webhook_id = ${null} AND id IN ${sql.in(blanks(size))}`
  )
  const remove = compiledBySize(
    (size) => sql`DELETE FROM webhook_deliveries WHERE webhook_id = ${null} AND id IN ${sql.in(blanks(size))}`
  )
  const named = compiledBySize(
    (size) =>
      sql`SELECT ${alerts.columns} FROM alerts WHERE organization_id = ${null} AND id IN ${sql.in(blanks(size))}`
  )
  const leased = Effect.fnUntraced(function* ({ limit, now, until, webhook: id }: Claim) {
    const [webhook] = yield* webhooks.all(read(receiving(id)))
    const isReceiving = webhook?.disabled === false
    const most = isReceiving ? limit : CHUNK
    const some = yield* deliveries.all(readForUpdate(select(id, now, most), "FOR UPDATE SKIP LOCKED"))
    const lists = inLists(some.map(({ id }) => id))
    if (!isReceiving) {
      // What was left when it was deleted or disabled.
      for (const list of lists) {
        yield* write(
          webhook === undefined
            ? remove(list.length, [id, ...list])
            : end(list.length, [now, WEBHOOK_DISABLED, id, ...list])
        )
      }
      return []
    }
    const { disabled: _, ...receiver } = webhook
    const { organization_id } = webhook
    for (const list of lists) yield* write(lease(list.length, [until, until, organization_id, ...list]))
    const told = yield* Effect.forEach(inLists(some.map(({ alert_id }) => alert_id)), (list) =>
      alerts.all(read(named(list.length, [organization_id, ...list])))
    )
    const byId = new Map(told.flat().map((alert) => [alert.id, alert]))
    return some.map(
      ({ alert_id, attempts, id }): ClaimedDelivery => ({
        id,
        lease: { attempts: attempts + 1, until },
        webhook: receiver,
        alert: byId.get(alert_id) ?? null
      })
    )
  })
  return (claim) => transact(leased(claim))
}

const note = ({ sql, write }: Context.Tag.Service<Database>): Store["note"] => {
  const update = compiled(
    sql`UPDATE webhook_deliveries SET state = ${null}, next_at = ${null}, leased_until = NULL, ended_at = ${null},
  status = ${null}, error = ${null}
WHERE organization_id = ${null} AND id = ${null} AND attempts = ${null} AND leased_until = ${null} AND state = 'pending' RETURNING 1`,
    values
  )
  const noted = ({ ended_at, error, next_at, state, status }: Attempted) => [state, next_at, ended_at, status, error]
  return ({ id, lease, webhook }, attempted) =>
    Effect.map(
      write(update(...noted(attempted), webhook.organization_id, id, lease.attempts, lease.until)),
      (rows) => rows.length > 0
    )
}

export const make = contextOf(
  OutboxStore,
  Effect.map(Database, (database) =>
    OutboxStore.of({
      waiting: waiting(database),
      dispatch: dispatch(database),
      due: due(database),
      claim: claim(database),
      note: note(database)
    })
  )
)
