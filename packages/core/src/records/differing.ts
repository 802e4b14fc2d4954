import * as Equal from "effect/Equal"
import * as Predicate from "effect/Predicate"

const isSame = (one: unknown, other: unknown): boolean =>
  Equal.equals(one, other) ||
  // Lists of names and JSON of the caller.
  (Predicate.isObject(one) && Predicate.isObject(other) && JSON.stringify(one) === JSON.stringify(other))

/** The fields of a patch, all of which are optional, whose values are not those of the record. */
export const differing = <Patch extends object>(record: object, patch: Patch): Patch =>
  // Without some of its optional fields, it is still a patch.
  Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => !isSame(value, Reflect.get(record, name)))
  ) as Patch
