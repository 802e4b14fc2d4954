import * as Postgres from "@tollgate/postgres"
import * as Redacted from "effect/Redacted"
import type { Section } from "./harness/Section.js"
import { onPostgres } from "./storage/onPostgres.js"
import { onSqlite } from "./storage/onSqlite.js"

const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const CONNECTIONS = 10

/** The cost of storage, compared with hand-written code. */
export const storage = async (): Promise<ReadonlyArray<Section>> => [
  ...(await onSqlite()),
  ...(await onPostgres((url, maxConnections) => Postgres.layer({ url, masterKey, maxConnections }), CONNECTIONS))
]
