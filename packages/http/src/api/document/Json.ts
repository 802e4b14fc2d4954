import * as Predicate from "effect/Predicate"

/** An untyped JSON object. */
export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json => Predicate.isRecord(value)

/** The object at a path; an empty one if there is none. */
export const child = (parent: unknown, ...names: ReadonlyArray<string>): Json => {
  const found = names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), parent)
  return isObject(found) ? found : {}
}

/** The list under a name; an empty one if there is none. */
export const listOf = (parent: Json, name: string): ReadonlyArray<unknown> => {
  const found = parent[name]
  return Array.isArray(found) ? found : []
}

export const mapValues = (object: Json, f: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, f(value, name)]))
