import * as Redacted from "effect/Redacted"
import { reservedSetting } from "./sessionOptions.js"

/** The address of a database, and a name of it that can be shown. */
export interface DatabaseUrl {
  readonly url: Redacted.Redacted
  /** Host, port and name of the database, without user and password. */
  readonly name: string
  /** A setting in `options` that Tollgate sets itself, so that the address is refused; or null. */
  readonly reserved: string | null
}

/** Whether a text is the address of a PostgreSQL database, even an invalid one. */
export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:/i.test(text)

/**
 * Whether a text cannot be the path of a file: any address, even misspelled or quoted, a URI or memory name of
 * SQLite, or a path with space at an end, which SQLite's driver would trim. An address is never shown, because it can
 * contain a password.
 */
export const isNoPath = (text: string): boolean =>
  text !== text.trim() || isPostgresUrl(text) || /\w\w:\/\/|^(file|sqlite3?):|^:memory:$/i.test(text)

const oneLine = /^[^\p{Cc}]+$/u

/**
 * Query parameters that an address can have. The driver reads others, some of which would connect to another server
 * than the address shows.
 */
const parameters: ReadonlyMap<string, RegExp> = new Map([
  ["sslmode", /^(disable|prefer|require|verify-ca|verify-full|no-verify)$/],
  ["ssl", /^(true|false|1|0|no-verify)$/],
  ["sslnegotiation", /^(postgres|direct)$/],
  ["uselibpqcompat", /^(true|false)$/],
  ["sslcert", oneLine],
  ["sslkey", oneLine],
  ["sslrootcert", oneLine],
  ["application_name", oneLine],
  ["fallback_application_name", oneLine],
  ["options", oneLine]
])

/** Modes that the driver treats as the strictest, with a warning that the next major version will not. */
const strictest = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g

const isKnown = ([name, value]: readonly [string, string]) => parameters.get(name)?.test(value) === true

/**
 * Parses an address; null if it is invalid. Stricter than PostgreSQL's own programs: after an unescaped character in
 * the password, the rest of the password would be read as host or name, and shown.
 */
export const parseUrl = (text: Redacted.Redacted): DatabaseUrl | null => {
  const value = Redacted.value(text)
  if (!isPostgresUrl(value) || !URL.canParse(value)) return null
  const { hash, host, pathname, search, searchParams } = new URL(value)
  if (hash !== "" || value.endsWith("#") || /[@#]/.test(search) || !/^\/[^/@:]+$/.test(pathname)) return null
  if (![...searchParams].every(isKnown)) return null
  const isCompatible = searchParams.get("uselibpqcompat") === "true"
  const url = isCompatible ? text : Redacted.make(value.replace(strictest, "$1verify-full"))
  const reserved = reservedSetting(searchParams.getAll("options").join(" "))
  return { url, name: `${host === "" ? "localhost" : host}${pathname}`, reserved }
}
