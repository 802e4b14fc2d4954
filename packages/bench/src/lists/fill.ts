import { randomUUID } from "node:crypto"
import { openByHand } from "../storage/openByHand.js"
import { type Filled, sqlite, statementsOf } from "./statements.js"

/** Where rows go: half of them to another workspace, those of assignments under a guardrail of the first. */
export interface Place {
  readonly workspace: string
  readonly other?: string
  readonly guardrail?: string
}

const statements = statementsOf(sqlite)

/** Adds so many rows to tables, by hand: one by one, a million would take minutes. Triggers keep the sizes of the lists. */
export const fill = (file: string, place: Place, count: number, ...tables: ReadonlyArray<Filled>): void => {
  const db = openByHand(file)
  db.function("uuid", { deterministic: false }, () => randomUUID())
  const values = { ...place, count, now: Date.now() }
  db.transaction(() => {
    for (const table of tables) for (const statement of statements[table]) db.prepare(statement).run(values)
  })()
  db.close()
}
