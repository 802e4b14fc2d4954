import type { ScopeRef } from "@tollgate/core/storage"
import { inLists } from "../../table/batches.js"
import * as HoldRows from "../rows/holdRows.js"
import { ledgerStatements, reviveName } from "../rows/ledgerStatements.js"
import { digestOf } from "../rows/Names.js"
import { firstLeases, isOfKey } from "../rows/openHolds.js"
import type { SpendingStatements } from "../rows/Statements.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { updateByDeltas } from "./updateByDeltas.js"

const marks = (count: number) => Array.from({ length: count }, () => "?").join(", ")
const set = (columns: ReadonlyArray<string>) => columns.map((name) => `${name} = ?`).join(", ")
const refColumns = `id, ${ScopeRows.ref.join(", ")}`

const isNamed = ScopeRows.ref.map((name, index) => `t.${name} = json_extract(v.value, '$[${index}]')`).join(" AND ")

/** One text for any number of scopes. */
const scopesNamed = `SELECT t.id, ${ScopeRows.packed("t", false)}
FROM json_each(?) AS v CROSS JOIN spending_scopes AS t ON ${isNamed}`

/** `asText` if the driver rounds integers that a double cannot hold. */
export const statementsSqlite = (asText: boolean): SpendingStatements => {
  const [scopeColumns, holdColumns] = [ScopeRows.columns(asText), HoldRows.columns(asText)]
  const inList = (text: string, values: ReadonlyArray<unknown>, rest = "") =>
    inLists(values).map((list) => ({ text: `${text} IN (${marks(list.length)})${rest}`, params: list }))
  const holdWhere = `SELECT ${holdColumns} FROM spending_holds WHERE`
  const insertHold = `INSERT INTO spending_holds (id, ${HoldRows.all.join(", ")}) VALUES (${marks(HoldRows.all.length + 1)})`
  const updateHold = `UPDATE spending_holds SET ${set(HoldRows.changing)} WHERE id = ?`
  const updateScope = `UPDATE spending_scopes SET ${set(ScopeRows.charged)} WHERE id = ?`
  const fillScope = `UPDATE spending_scopes SET ${set([...ScopeRows.charged, ...ScopeRows.terms])} WHERE id = ?`
  const organization = "organization = (SELECT id FROM spending_names WHERE digest = ?)"
  const apiKey = "api_key = (SELECT id FROM spending_names WHERE digest = ?)"
  const isCharged = "(',' || scopes || ',') LIKE ?"
  return {
    skipsTaken: false,
    namesById: (ids) => inList("SELECT id, name FROM spending_names WHERE id", ids),
    namesByText: (texts) =>
      inList("SELECT id, name FROM spending_names WHERE digest", texts.map(digestOf), " AND unused_since IS NULL"),
    insertNames: (texts) =>
      texts.map((text) => ({
        text: `INSERT INTO spending_names (digest, name) VALUES (?, ?) ${reviveName}`,
        params: [digestOf(text), text]
      })),
    scopeIds: (refs) =>
      refs.map((ref) => ({
        text: `SELECT ${refColumns} FROM spending_scopes WHERE ${ScopeRows.ref.map((name) => `${name} = ?`).join(" AND ")}`,
        params: ScopeRows.refValues(ref)
      })),
    scopesNamed: (refs) => [{ text: scopesNamed, params: [JSON.stringify(refs.map(ScopeRows.refValues))] }],
    reserve: (refs: ReadonlyArray<ScopeRef>) =>
      refs.map((ref) => ({
        text: `INSERT INTO spending_scopes (${ScopeRows.ref.join(", ")}, version, day, holds, include_byok)
VALUES (${marks(4)}, 0, 0, 0, 0) ON CONFLICT (${ScopeRows.ref.join(", ")}) DO NOTHING RETURNING ${refColumns}`,
        params: ScopeRows.refValues(ref)
      })),
    scopes: (ids) => inList(`SELECT ${scopeColumns} FROM spending_scopes WHERE id`, ids),
    holds: (ids) => inList(`${holdWhere} id`, ids.map(HoldRows.idBytes)),
    insertHolds: (holds) =>
      holds.map(({ hold, numbers }) => ({
        text: insertHold,
        params: [HoldRows.idBytes(hold.id), ...HoldRows.numbered(hold, numbers, false)]
      })),
    updateHolds: (holds) =>
      holds.map(({ hold, numbers }) => ({
        text: updateHold,
        params: [...HoldRows.changingNumbered(hold, numbers, false), HoldRows.idBytes(hold.id)]
      })),
    updateScopes: (changes) =>
      updateByDeltas(changes, (rest) =>
        rest.map(({ after }) => ({ text: updateScope, params: [...ScopeRows.chargedValues(after), after.id] }))
      ),
    fillScopes: (scopes) =>
      scopes.map((scope) => ({
        text: fillScope,
        params: [...ScopeRows.chargedValues(scope), ...ScopeRows.termValues(scope, false), scope.id]
      })),
    deleteScopes: (ids) => inList("DELETE FROM spending_scopes WHERE id", ids),
    ...ledgerStatements(false),
    holdsOf: ({ id, ref }) => [
      {
        text: `${holdWhere} ${isOfKey(ref) ? apiKey : organization} AND state IN (0, 3, 4) AND ${isCharged}`,
        params: [digestOf(isOfKey(ref) ? ref.subject : ref.organization_id), `%,${id},%`]
      }
    ],
    leases: (scope, now) => [firstLeases(scope, now, false)]
  }
}
