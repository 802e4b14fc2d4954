import * as Predicate from "effect/Predicate"

/**
 * SQLite's lock is taken (SQLITE_BUSY), or PostgreSQL reports a serialization failure (40001) or a deadlock (40P01).
 */
const transient = /^(SQLITE_BUSY|40001$|40P01$)/

/** Whether an error means that nothing was stored and that a retry can succeed. */
export const isTransient = (error: unknown): boolean => {
  if (!Predicate.hasProperty(error, "code")) return Predicate.hasProperty(error, "cause") && isTransient(error.cause)
  return Predicate.isString(error.code) && transient.test(error.code)
}
