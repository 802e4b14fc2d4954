import { isNoPath } from "@tollgate/postgres/address"
import * as Predicate from "effect/Predicate"

const names = ["file", "postgres", "memory", "masterKey"]

const places =
  'exactly one of { file: "./tollgate.db" }, { postgres: "postgres://…", masterKey: "…" } and { memory: true }'

const isText = (value: unknown): value is string => Predicate.isString(value) && value !== ""

/** What is wrong with the options, in a sentence that repeats no value, since an address may hold a password; else null. */
const findProblem = (options: unknown): string | null => {
  if (!Predicate.isRecord(options)) return `Tollgate.open takes ${places}.`
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) return `Tollgate.open knows no option ${JSON.stringify(unknown)}: it takes ${places}.`
  const { file, masterKey, memory, postgres } = options
  if ([file, postgres, memory].filter((place) => place !== undefined).length !== 1) {
    return `Tollgate.open takes ${places}.`
  }
  if (memory !== undefined && memory !== true) return `Tollgate.open takes ${places}.`
  if (memory !== undefined && masterKey !== undefined) {
    return "The option memory goes without masterKey: what is kept in memory is sealed by a key that ends with it."
  }
  if (file !== undefined && !(isText(file) && !isNoPath(file))) {
    return "The option file must be the path of a file. For PostgreSQL there is postgres, and for memory { memory: true }."
  }
  if (postgres !== undefined && !isText(postgres)) {
    return "The option postgres must be an address: postgres://user:password@host:port/database."
  }
  if (postgres !== undefined && masterKey === undefined) {
    return "The option postgres needs masterKey, 32 bytes as 64 hex digits or in base64: there is no key file."
  }
  return masterKey === undefined || Predicate.isString(masterKey)
    ? null
    : "The option masterKey must be a text: 32 bytes as 64 hex digits or in base64."
}

/**
 * Refuses options that do not say in one way where the accounts are: a misspelt name would otherwise open accounts that end with
 * the process. Throws a `TypeError`.
 */
export const checkOptions = (options: unknown): void => {
  const problem = findProblem(options)
  if (problem !== null) throw new TypeError(problem)
}
