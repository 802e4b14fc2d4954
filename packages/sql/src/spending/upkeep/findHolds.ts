import type { OrganizationId } from "@tollgate/core"
import { CHUNK, type HoldList, type HoldRecord, holdIdAt } from "@tollgate/core/storage"
import {
  allOf,
  type Dialect,
  isNamed,
  type Locks,
  openInOrder,
  type Part,
  type Statement,
  serverTime
} from "../rows/Dialect.js"
import * as HoldRows from "../rows/holdRows.js"

/** Finds holds in an order, at most a chunk, and more where so many may have changed since they were stored. */
const chunkOf = (conditions: ReadonlyArray<Part>, order: string, dialect: Dialect) => {
  const [where, params] = allOf(conditions)
  const text = `SELECT ${HoldRows.columns(dialect)} FROM spending_holds WHERE ${where} ORDER BY ${order} LIMIT`
  return (locks: Locks, changed = 0): Statement => {
    const [limit, rows] = dialect.limit(CHUNK + changed)
    return { text: dialect.numbered(`${text} ${limit}${dialect.lock[locks]}`), params: [...params, ...rows] }
  }
}

/** Finds holds that have ended and are older than an instant, by their ids, which begin with their time. */
export const oldHolds = (before: number, dialect: Dialect) =>
  chunkOf(
    [
      ["state IN (1, 2, 4)", []],
      ["id < ?", [dialect.idOf(holdIdAt(before, new Uint8Array(10)))]],
      ["opened_at < ?", [before]]
    ],
    "id",
    dialect
  )

/** Finds open holds whose leases have ended, in the order in which they have. */
export const endedHolds = (now: number, dialect: Dialect) =>
  chunkOf(
    [
      [openInOrder, []],
      ["lease_ends_at <= ?", [now]]
    ],
    "lease_ends_at",
    dialect
  )

/**
 * Finds open holds whose leases ended at `from` or later, at most `limit`, in the order of their ends.
 *
 * @param organization_id Null for those of all organizations.
 * @param now Null on PostgreSQL for the server's time.
 */
export const endedHoldsOf = (
  organization_id: OrganizationId | null,
  now: number | null,
  from: number,
  limit: number,
  { instant, numbered }: Dialect
): Statement => {
  const [time, times] = now === null ? [serverTime, []] : [instant, [now]]
  const [where, params] = allOf([
    ["state = 0", []],
    ["lease_ends_at >= ?", [from]],
    [`lease_ends_at <= ${time}`, times],
    ...isNamed("+organization", organization_id)
  ])
  const text = `SELECT id, lease_ends_at, ${time} AS now FROM spending_holds WHERE ${where} ORDER BY lease_ends_at LIMIT ?`
  return { text: numbered(text), params: [...times, ...params, limit] }
}

type Unsent = Pick<HoldList, "organization_id" | "key_hash" | "instance">

/** Whether `unsentHolds` finds a hold. */
export const isUnsent =
  ({ instance, key_hash, organization_id }: Unsent) =>
  (hold: HoldRecord): boolean =>
    hold.state === "open" &&
    hold.sent_at === null &&
    (organization_id ?? hold.organization_id) === hold.organization_id &&
    (key_hash ?? hold.key_hash) === hold.key_hash &&
    (instance ?? hold.instance) === hold.instance

/** Finds open holds that were not sent, in the order in which their leases end. */
export const unsentHolds = ({ instance, key_hash, organization_id }: Unsent, dialect: Dialect) =>
  chunkOf(
    [
      [`${openInOrder} AND sent_at IS NULL`, []],
      ...isNamed("+organization", organization_id),
      ...isNamed("api_key", key_hash),
      ...isNamed("+instance", instance)
    ],
    "lease_ends_at",
    dialect
  )
