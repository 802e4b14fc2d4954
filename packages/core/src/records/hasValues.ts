import * as Equal from "effect/Equal"
import * as Predicate from "effect/Predicate"

const isSame = (one: unknown, other: unknown): boolean => {
  if (Equal.equals(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]))
  }
  if (!Predicate.isRecord(one) || !Predicate.isRecord(other)) return false
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]))
}

/**
 * Whether a record has every value that a patch states, so that the patch changes nothing. A patch that changes one field is stored whole:
 * another change may come between this look and the storing, and the answer shows what was stated.
 */
export const hasValues = (record: object, patch: object): boolean =>
  Object.entries(patch).every(([name, value]) => isSame(value, Reflect.get(record, name)))
