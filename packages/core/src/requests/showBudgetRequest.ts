import * as Effect from "effect/Effect"
import { KeyStore } from "../keys/KeyStore.js"
import type { OrganizationId } from "../values/Id.js"
import type { BudgetRequest, BudgetRequestRecord, OwnBudgetRequest } from "./BudgetRequest.js"

/** Converts a stored request to the one that the holder of its key sees. */
export const showOwnRequest = (record: BudgetRequestRecord): OwnBudgetRequest => ({
  id: record.id,
  window: record.period,
  usd: record.asked,
  reason: record.reason,
  state: record.state,
  created_at: record.created_at,
  decided_at: record.decided_at,
  decision: record.decision,
  approved_usd: record.approved,
  until: record.until
})

const shown = (record: BudgetRequestRecord, key_name: string | null): BudgetRequest => {
  const { boost_id, decided_by, key_hash, user_id } = record
  return { ...showOwnRequest(record), key_hash, key_name, user_id, decided_by, boost_id }
}

/** Converts stored requests to those that a manager sees. The names of all keys are read at once. */
export const showBudgetRequests = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  records: ReadonlyArray<BudgetRequestRecord>
) {
  const keys = yield* KeyStore
  const found = yield* keys.findMany(
    organizationId,
    records.map(({ key_hash }) => key_hash)
  )
  const names = new Map(found.map(({ hash, name }) => [hash, name]))
  return records.map((record) => shown(record, names.get(record.key_hash) ?? null))
})

/** The same of one. In the transaction that decides it, a read that fails undoes the decision. */
export const showBudgetRequest = Effect.fnUntraced(function* (record: BudgetRequestRecord) {
  const keys = yield* KeyStore
  const [key] = yield* keys.findMany(record.organization_id, [record.key_hash])
  return shown(record, key?.name ?? null)
})
