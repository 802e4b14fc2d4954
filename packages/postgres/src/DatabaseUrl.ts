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
 * Reads an address, or answers with null. It is stricter than PostgreSQL's own programs: where a character of the password that
 * should be escaped ends it early, the rest would stand where the host or the name is read, and would be shown.
 */
export const parseUrl = (text: Redacted.Redacted): DatabaseUrl | null => {
  const value = Redacted.value(text)
  if (!isPostgresUrl(value) || !URL.canParse(value)) return null
  const { hash, host, pathname, search } = new URL(value)
  if (hash !== "" || value.endsWith("#") || /[@#]/.test(search) || !/^\/[^/@:]+$/.test(pathname)) return null
  return { url: text, name: `${host === "" ? "localhost" : host}${pathname}` }
}
