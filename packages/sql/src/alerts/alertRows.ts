import type { AlertRecord } from "@tollgate/core/storage"
import type { Dialect, Statement } from "../spending/rows/Dialect.js"

/** The columns of an alert, in the order of `alertValues`. */
export const alertColumns: ReadonlyArray<string> = [
  ...["id", "organization_id", "kind", "created_at", "scope", "guardrail_id", "subject", "period", "threshold"],
  ...["limit_usd", "spent", "held", "unknown", "resets_at", "request_id", "asked", "reason"]
]

/** The values of `alertColumns`. */
const alertValues = (alert: AlertRecord): ReadonlyArray<unknown> => {
  const { at, held, id, kind, limit, ref, request, resets_at, spent, threshold, unknown, window } = alert
  return [
    ...[id, ref.organization_id, kind, at, ref.kind, ref.guardrail_id ?? "", ref.subject, window, threshold],
    ...[limit, spent, held, unknown, resets_at, request?.id ?? null, request?.usd ?? null, request?.reason ?? null]
  ]
}

const insert = `INSERT INTO alerts (${alertColumns.join(", ")}, dispatched)
VALUES (${alertColumns.map(() => "?").join(", ")}, FALSE) ON CONFLICT (id) DO NOTHING`

/** The statement that stores an alert, unless there is one with its id. */
export const insertAlert = (alert: AlertRecord, { numbered }: Pick<Dialect, "numbered">): Statement => ({
  text: numbered(insert),
  params: alertValues(alert)
})
