import { type ChangedScopes, Day, type ScopeTerms, type SpendingStore, unlimited } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../transaction/Database.js"
import { numbered } from "./openHolds.js"
import * as ScopeRows from "./scopeRows.js"

const isSet = ScopeRows.terms.map((name) => `${name} = excluded.${name}`).join(", ")
const isGiven = ScopeRows.terms.map((name) => `${name} = ?`).join(", ")
const refColumns = ScopeRows.ref.join(", ")
const columns = [...ScopeRows.ref, "day", ...ScopeRows.terms]

/** Changes the terms of scopes by one statement, in the transaction that is open. */
export const changeTerms = ({
  sql,
  write
}: Context.Tag.Service<Database>): Context.Tag.Service<SpendingStore>["setTerms"] => {
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const text = (text: string) => numbered(text, isPostgres)
  const marks = columns.map(() => "?").join(", ")
  const insert = `INSERT INTO spending_scopes (${columns.join(", ")}, version, holds) VALUES (${marks}, 1, 0)
ON CONFLICT (${refColumns}) DO UPDATE SET version = spending_scopes.version + 1`
  // In ascending order of the ids, as the other acts lock scopes.
  const ofGuardrail = "FROM spending_scopes WHERE organization_id = ? AND guardrail_id = ? AND guardrail_id <> ''"
  const those = isPostgres ? `SELECT id ${ofGuardrail} ORDER BY id FOR NO KEY UPDATE` : `SELECT id ${ofGuardrail}`
  const raise = `WHERE id IN (${those})`
  const texts = {
    set: text(`${insert}, ${isSet}`),
    raise: text(insert),
    setAll: text(`UPDATE spending_scopes SET version = version + 1, ${isGiven} ${raise}`),
    raiseAll: text(`UPDATE spending_scopes SET version = version + 1 ${raise}`)
  }
  const run = (text: string, params: ReadonlyArray<unknown>) => Effect.asVoid(write({ compile: () => [text, params] }))
  return (changed: ChangedScopes, terms: ScopeTerms | null, now: number) => {
    const values = ScopeRows.termValues(terms ?? unlimited, isPostgres)
    if ("ref" in changed) {
      const params = [...ScopeRows.refValues(changed.ref), Day.of(now), ...values]
      return run(terms === null ? texts.raise : texts.set, params)
    }
    const of = [changed.organization_id, changed.guardrail_id]
    return terms === null ? run(texts.raiseAll, of) : run(texts.setAll, [...values, ...of])
  }
}
