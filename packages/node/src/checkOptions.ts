import { isNoPath } from "@tollgate/postgres/address"
import * as Predicate from "effect/Predicate"

const names = [
  "file",
  "postgres",
  "memory",
  "masterKey",
  "retentionDays",
  "auditRetentionDays",
  "metrics",
  "webhookPrivate",
  "deliverAlerts"
]

const places =
  'exactly one of { file: "./tollgate.db" }, { postgres: "postgres://…", masterKey: "…" } and { memory: true }'

const isDays = (value: unknown, least: number): boolean =>
  value === undefined || (Predicate.isNumber(value) && Number.isInteger(value) && value >= least && value <= 36_500)

const isText = (value: unknown): value is string => Predicate.isString(value) && value !== ""

/** What is wrong with the options, or null. The sentence repeats no value, because an address may contain a password. */
const findProblem = (options: unknown): string | null => {
  if (!Predicate.isRecord(options)) return `Tollgate.open takes ${places}.`
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) return `Tollgate.open has no option ${JSON.stringify(unknown)}. It takes ${places}.`
  const { auditRetentionDays, file, masterKey, memory, metrics, postgres, retentionDays, webhookPrivate } = options
  const { deliverAlerts } = options
  if ([file, postgres, memory].filter((place) => place !== undefined).length !== 1) {
    return `Tollgate.open takes ${places}.`
  }
  if (memory !== undefined && memory !== true) return `Tollgate.open takes ${places}.`
  if (memory !== undefined && masterKey !== undefined) {
    return "The options memory and masterKey exclude each other. Accounts in memory have a key of their own."
  }
  if (file !== undefined && !(isText(file) && !isNoPath(file))) {
    return "The option file must be the path of a file. Use postgres for PostgreSQL and { memory: true } for accounts in memory."
  }
  if (postgres !== undefined && !isText(postgres)) {
    return "The option postgres must be an address such as postgres://user:password@host:port/database."
  }
  if (postgres !== undefined && masterKey === undefined) {
    return "The option postgres needs masterKey: 32 bytes as 64 hex digits or in base64. PostgreSQL has no key file."
  }
  if (masterKey !== undefined && !Predicate.isString(masterKey)) {
    return "The option masterKey must be a string: 32 bytes as 64 hex digits or in base64."
  }
  if (metrics !== undefined && !Predicate.isBoolean(metrics)) return "The option metrics must be true or false."
  if (webhookPrivate !== undefined && !Predicate.isBoolean(webhookPrivate)) {
    return "The option webhookPrivate must be true or false."
  }
  if (deliverAlerts !== undefined && !Predicate.isBoolean(deliverAlerts)) {
    return "The option deliverAlerts must be true or false."
  }
  // As `--retention-days` of the command. At least a month and a day: windows of the present month are counted from the ledger again.
  if (!isDays(retentionDays, 32)) return "The option retentionDays must be a whole number from 32 to 36500."
  return isDays(auditRetentionDays, 1)
    ? null
    : "The option auditRetentionDays must be a whole number from 1 to 36500. Without it, all entries are kept."
}

/**
 * Rejects options that do not name exactly one store. A misspelled name would otherwise open accounts that end with the process.
 *
 * @throws {TypeError} with a message that repeats no value.
 */
export const checkOptions = (options: unknown): void => {
  const problem = findProblem(options)
  if (problem !== null) throw new TypeError(problem)
}
