import type { OrganizationId } from "@tollgate/core"
import {
  CHUNK,
  FOREIGN_LEASE,
  type HoldList,
  type HoldRecord,
  holdIdAt,
  LEASES_AMONG,
  type Scope,
  type ScopeRef
} from "@tollgate/core/storage"
import * as HoldRows from "./holdRows.js"
import { digestOf } from "./Names.js"
import type { Locks, Statement } from "./Statements.js"

const lock: Readonly<Record<Locks, string>> = {
  none: "",
  wait: " FOR NO KEY UPDATE",
  skip: " FOR NO KEY UPDATE SKIP LOCKED"
}

/** Open holds, by the index of leases. A sign before another column keeps the database from searching by that. */
export const openInOrder = "state = 0 AND lease_ends_at >= 0"

/** Whether only holds of one key are charged to a scope. An index has the leases of a key, so those of others are not read. */
export const isOfKey = ({ kind }: ScopeRef): boolean => kind === "key" || kind === "guardrail_key"

/** A condition and what it binds. `?` stands for the value. */
export type Condition = readonly [text: string, value: unknown]

/** The condition that a column refers to a name. None if the name is null. */
export const isNamed = (column: string, name: string | null): ReadonlyArray<Condition> =>
  name === null ? [] : [[`${column} = (SELECT id FROM spending_names WHERE digest = ?)`, digestOf(name)]]

/** Numbers the parameters of a statement, as PostgreSQL requires. */
export const numbered = (text: string, isPostgres: boolean): string => {
  let count = 0
  return isPostgres ? text.replaceAll("?", () => `$${++count}`) : text
}

/** Reads the first leases that end, from an instant on, and whether they are charged to a scope. */
export const firstLeases = ({ id, ref }: Scope, now: number, isPostgres: boolean): Statement => {
  const ofKey = isOfKey(ref) ? isNamed("api_key", ref.subject) : []
  const text = `SELECT id, lease_ends_at, ',' || scopes || ',' LIKE ? AS is_charged FROM spending_holds
WHERE ${["state = 0", "lease_ends_at >= ?", ...ofKey.map(([is]) => is)].join(" AND ")} ORDER BY lease_ends_at LIMIT ${LEASES_AMONG}`
  return {
    text: numbered(text, isPostgres),
    params: [`%,${id},%`, now - FOREIGN_LEASE, ...ofKey.map(([, value]) => value)]
  }
}

/** Finds holds in an order, at most a chunk, and more where so many may have changed since they were stored. */
const chunkOf = (state: string, conditions: ReadonlyArray<Condition>, order: string, isPostgres: boolean) => {
  const where = [state, ...conditions.map(([text]) => text)].join(" AND ")
  const columns = HoldRows.columns(!isPostgres)
  const text = `SELECT ${columns} FROM spending_holds WHERE ${where} ORDER BY ${order} LIMIT ${isPostgres ? CHUNK : "?"}`
  const params = conditions.map(([, value]) => value)
  return (locks: Locks, changed = 0): Statement => ({
    text: `${numbered(text, isPostgres)}${isPostgres ? lock[locks] : ""}`,
    params: isPostgres ? params : [...params, CHUNK + changed]
  })
}

/** Finds open holds in the order in which their leases end, at most a chunk. */
const openHolds = (state: string, conditions: ReadonlyArray<Condition>, isPostgres: boolean) =>
  chunkOf(state, conditions, "lease_ends_at", isPostgres)

/** Finds holds that have ended and are older than an instant, by their ids, which begin with their time. */
export const oldHolds = (before: number, isPostgres: boolean) => {
  const first = holdIdAt(before, new Uint8Array(10))
  const conditions: ReadonlyArray<Condition> = [
    ["id < ?", isPostgres ? first : HoldRows.idBytes(first)],
    ["opened_at < ?", before]
  ]
  return chunkOf("state IN (1, 2, 4)", conditions, "id", isPostgres)
}

/** Finds open holds whose leases have ended. */
export const endedHolds = (now: number, isPostgres: boolean) =>
  openHolds(openInOrder, [["lease_ends_at <= ?", now]], isPostgres)

/** The server's time in milliseconds. The same within a statement, so that the index of leases serves the comparison. */
export const serverTime = "CAST(floor(extract(epoch FROM statement_timestamp()) * 1000) AS BIGINT)"

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
  isPostgres: boolean
): Statement => {
  const time = now === null ? serverTime : isPostgres ? "?::bigint" : "?"
  const times = now === null ? [] : [now]
  const named = isNamed("+organization", organization_id)
  const conditions = ["state = 0", "lease_ends_at >= ?", `lease_ends_at <= ${time}`, ...named.map(([text]) => text)]
  const text = `SELECT id, lease_ends_at, ${time} AS now FROM spending_holds
WHERE ${conditions.join(" AND ")} ORDER BY lease_ends_at LIMIT ?`
  const names = named.map(([, value]) => value)
  return { text: numbered(text, isPostgres), params: [...times, from, ...times, ...names, limit] }
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

/** Finds open holds that were not sent. */
export const unsentHolds = ({ instance, key_hash, organization_id }: Unsent, isPostgres: boolean) => {
  const named = [
    ...isNamed("+organization", organization_id),
    ...isNamed("api_key", key_hash),
    ...isNamed("+instance", instance)
  ]
  return openHolds(`${openInOrder} AND sent_at IS NULL`, named, isPostgres)
}
