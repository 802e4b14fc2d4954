import * as Redacted from "effect/Redacted"

/** An address of a database, and how it is called where others may read it. */
export interface DatabaseUrl {
  readonly url: Redacted.Redacted
  /** Host, port and name of the database: all of the address that is no secret. */
  readonly name: string
}

/** Whether a text is meant as the address of a PostgreSQL database. */
export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:/i.test(text)

/**
 * Whether a text cannot be meant as the path of a file: an address of whatever kind, however it is misspelt or quoted, one that
 * SQLite would read as such, or its name for memory. An address is never shown, since it may hold a password. Nor is it a path
 * with space at an end: SQLite's driver would open the one without.
 */
export const isNoPath = (text: string): boolean =>
  text !== text.trim() || isPostgresUrl(text) || /\w\w:\/\/|^(file|sqlite3?):|^:memory:$/i.test(text)

const oneLine = /^[^\p{Cc}]+$/u

/** What an address may state after its `?`. Whatever else the driver reads there could name another server than the address shows. */
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

/** Modes that the driver takes for the strictest, with a warning in words of its own that another version will not. */
const strictest = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g

const isKnown = ([name, value]: readonly [string, string]) => parameters.get(name)?.test(value) === true

/**
 * Reads an address, or answers with null. It is stricter than PostgreSQL's own programs: where a character of the password that
 * should be escaped ends it early, the rest would stand where the host or the name is read, and would be shown.
 */
export const parseUrl = (text: Redacted.Redacted): DatabaseUrl | null => {
  const value = Redacted.value(text)
  if (!isPostgresUrl(value) || !URL.canParse(value)) return null
  const { hash, host, pathname, search, searchParams } = new URL(value)
  if (hash !== "" || value.endsWith("#") || /[@#]/.test(search) || !/^\/[^/@:]+$/.test(pathname)) return null
  if (![...searchParams].every(isKnown)) return null
  const isCompatible = searchParams.get("uselibpqcompat") === "true"
  const url = isCompatible ? text : Redacted.make(value.replace(strictest, "$1verify-full"))
  return { url, name: `${host === "" ? "localhost" : host}${pathname}` }
}
