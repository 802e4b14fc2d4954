import * as Predicate from "effect/Predicate"
import type { Statement } from "./Statements.js"

/**
 * A batch waits only so long for locks. Then it answers whom it can without waiting. Its statements find few rows by their ids: a plan
 * that was made while the tables were small would go on reading all of them.
 */
export const batchSettings: Statement = {
  text: `SELECT set_config('lock_timeout', $1, true), set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_seqscan', 'off', true)`,
  params: ["250ms"]
}

/** Whether a statement failed because a row stayed locked. */
export const isLockTimeout = (error: unknown): boolean => {
  if (Predicate.hasProperty(error, "code") && error.code === "55P03") return true
  return Predicate.hasProperty(error, "cause") && isLockTimeout(error.cause)
}
