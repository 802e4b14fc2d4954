import { type ChangedScopes, Day, type ScopeTerms, type SpendingStore, unlimited } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import type { Dialect } from "../rows/Dialect.js"
import { levelOf } from "../rows/levelOf.js"
import * as ScopeRows from "../rows/scopeRows.js"

// A scope that was created for its lock becomes a run by its terms.
const setExcluded = [
  ...ScopeRows.terms.map((name) => `${name} = excluded.${name}`),
  ...ScopeRows.ofNewRun.map((name) => `${name} = COALESCE(spending_scopes.${name}, excluded.${name})`)
].join(", ")
/** The level that follows from the changed limits, which are the columns of `terms`. */
const setLevel = (scope: string, terms: string, { locksRows }: Dialect) => {
  const limitIn = (window: Day.Kind) => `${terms}${ScopeRows.windowColumn("limit", window)}`
  return `level = ${levelOf({ scope, limitIn, includesByok: `${terms}include_byok`, isPostgres: locksRows })}`
}
const setTerms = ScopeRows.terms.map((name) => `${name} = ?`).join(", ")
const refColumns = ScopeRows.ref.join(", ")
const columns = ScopeRows.created

/** Changes the terms of scopes, in the transaction that is open: those of one scope by one statement. */
export const changeTerms = (
  { lock, transact, write }: Context.Tag.Service<Database>,
  dialect: Dialect
): Context.Tag.Service<SpendingStore>["setTerms"] => {
  const text = dialect.numbered
  const marks = columns.map(() => "?").join(", ")
  const insert = `INSERT INTO spending_scopes (${columns.join(", ")}, version) VALUES (${marks}, 1)
ON CONFLICT (${refColumns}) DO UPDATE SET version = spending_scopes.version + 1`
  const isGuardrails = "organization_id = ? AND guardrail_id = ? AND guardrail_id <> ''"
  // In ascending order of the ids, as the other acts lock scopes.
  const lockAll = `SELECT id FROM spending_scopes WHERE (${isGuardrails}) OR (${ScopeRows.isRef}) ORDER BY id FOR NO KEY UPDATE`
  const create = `INSERT INTO spending_scopes (${columns.join(", ")}, version) VALUES (${marks}, 0) ON CONFLICT DO NOTHING`
  const texts = {
    set: text(`${insert}, ${setExcluded}, ${setLevel("spending_scopes.", "excluded.", dialect)}`),
    raise: text(insert),
    setAll: text(`UPDATE spending_scopes SET version = version + 1, ${setTerms} WHERE ${isGuardrails}`),
    levelAll: text(`UPDATE spending_scopes SET ${setLevel("", "", dialect)} WHERE ${isGuardrails}`),
    raiseAll: text(`UPDATE spending_scopes SET version = version + 1 WHERE ${isGuardrails}`),
    create: text(create),
    lockAll: text(lockAll)
  }
  const statement = (text: string, params: ReadonlyArray<unknown>) => ({ compile: () => [text, params] as const })
  const run = (text: string, params: ReadonlyArray<unknown>) => Effect.asVoid(write(statement(text, params)))
  return (changed: ChangedScopes, terms: ScopeTerms | null, now: number) => {
    if ("ref" in changed) {
      const params = ScopeRows.createdValues(changed.ref, terms ?? unlimited, Day.of(now), dialect)
      return run(terms === null ? texts.raise : texts.set, params)
    }
    const of = [changed.organization_id, changed.guardrail_id]
    const guard = ScopeRows.refValues(changed.guard)
    const created = ScopeRows.createdValues(changed.guard, unlimited, Day.of(now), dialect)
    return transact(
      Effect.gen(function* () {
        // Before anything is locked, because a row that another transaction creates is waited for.
        if (dialect.locksRows) yield* run(texts.create, created)
        yield* lock(statement(texts.lockAll, [...of, ...guard]))
        yield* terms === null
          ? run(texts.raiseAll, of)
          : run(texts.setAll, [...ScopeRows.termValues(terms, dialect), ...of])
        if (terms !== null) yield* run(texts.levelAll, of)
        yield* run(texts.raise, created)
      })
    )
  }
}
