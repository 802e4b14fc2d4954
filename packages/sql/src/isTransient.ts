import * as Predicate from "effect/Predicate"

/** SQLite's lock is held elsewhere; PostgreSQL could not keep a transaction apart from others' (40001), or broke a deadlock (40P01). */
const transient = /^(SQLITE_BUSY|40001$|40P01$)/

/** Whether what was asked has certainly not been done, not even in part, and may go well when it is asked again. */
export const isTransient = (error: unknown): boolean => {
  if (!Predicate.hasProperty(error, "code")) return Predicate.hasProperty(error, "cause") && isTransient(error.cause)
  return Predicate.isString(error.code) && transient.test(error.code)
}
