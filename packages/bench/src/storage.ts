import * as Postgres from "@tollgate/postgres"
import * as Redacted from "effect/Redacted"
import { writeReadme } from "./harness/readme.js"
import { surroundings } from "./harness/surroundings.js"
import { onPostgres } from "./storage/onPostgres.js"
import { onSqlite } from "./storage/onSqlite.js"

const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const CONNECTIONS = 10

/** What storage costs beside hand-written code. Only a strict run fails where a bound is missed. */
export const report = async (options: { readonly strict: boolean; readonly write: boolean }): Promise<boolean> => {
  const before = surroundings()
  const sections = [
    ...(await onSqlite()),
    ...(await onPostgres((url, maxConnections) => Postgres.layer({ url, masterKey, maxConnections }), CONNECTIONS))
  ]
  const text = [before, ...sections.map(({ text }) => text)].join("\n")
  process.stdout.write(`${text}\n`)
  if (options.write) writeReadme("storage", text)
  return !options.strict || sections.every(({ held }) => held)
}
