import type { ScopeId } from "@tollgate/core/storage"
import * as Predicate from "effect/Predicate"
import type { Statement } from "../rows/Dialect.js"

/** How long a batch waits for locks. Then it answers whom it can without waiting. */
const LOCK_TIMEOUT = "250ms"

/**
 * The settings of the transaction of a batch. Its statements find few rows by their ids: a plan that was made while the tables were small
 * would go on reading all of them. An index returns the rows in the order of their locks, where a bitmap has whole rows sorted.
 */
const settings = {
  lock_timeout: LOCK_TIMEOUT,
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_bitmapscan: "off"
}
const each = (set: (name: string, value: string) => string) =>
  Object.entries(settings).map(([name, value]) => set(name, value))

/** The settings as statements to send with BEGIN. */
export const beginSettings = each((name, value) => `SET LOCAL ${name} = '${value}'`).join("; ")

/** The settings as one statement. */
export const batchSettings: Statement = {
  text: `SELECT ${each((name, value) => `set_config('${name}', '${value}', true)`).join(", ")}`,
  params: []
}

const lockTimeout = (limit: string): Statement => ({
  text: "SELECT set_config('lock_timeout', $1, true)",
  params: [limit]
})

const hasCode = (error: unknown, codes: RegExp): boolean => {
  if (Predicate.hasProperty(error, "code") && Predicate.isString(error.code)) return codes.test(error.code)
  return Predicate.hasProperty(error, "cause") && hasCode(error.cause, codes)
}

/** Waits for a scope, holding no other, before the rest of a batch that does not wait. */
export const waitFor = (scope: ScopeId): ReadonlyArray<Statement> => [
  lockTimeout("1s"),
  { text: "SELECT id FROM spending_scopes WHERE id = $1 FOR NO KEY UPDATE", params: [scope] },
  lockTimeout(LOCK_TIMEOUT)
]

/** Whether a statement failed because a row stayed locked. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, /^55P03$/)

/**
 * Whether a statement failed because of its rows: a number out of range, a character that is not stored, a constraint, a trigger that
 * refuses, a damaged row.
 */
export const isRefusedValue = (error: unknown): boolean =>
  hasCode(error, /^(2[23][0-9A-Z]{3}|P0001|XX00[12]|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG).*)$/)

/** The same, or whether this process could not judge what it has read. */
export const isOfRows = (error: unknown): boolean => isRefusedValue(error) || isOwn(error)

const isOwn = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  (Predicate.hasProperty(error, "cause") && isOwn(error.cause))
