import { randomUUID } from "node:crypto"
import { openByHand } from "../openByHand.js"
import { type Filled, sqlite, statementsOf } from "./statements.js"

/** The parents of new rows. Half of the rows go to the other workspace; assignments go to a guardrail of the first. */
export interface Place {
  readonly workspace: string
  readonly other?: string
  readonly guardrail?: string
}

const statements = statementsOf(sqlite)

/** Adds this many rows to tables in bulk, because a million single inserts take minutes. Triggers maintain the list sizes. */
export const fill = (file: string, place: Place, count: number, ...tables: ReadonlyArray<Filled>): void => {
  const db = openByHand(file)
  db.function("uuid", { deterministic: false }, () => randomUUID())
  const values = { ...place, count, now: Date.now() }
  db.transaction(() => {
    for (const table of tables) for (const statement of statements[table]) db.prepare(statement).run(values)
  })()
  db.close()
}
