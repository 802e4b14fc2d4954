import type { ScopeRef } from "@tollgate/core/storage"
import * as HoldRows from "./holdRows.js"
import { ledgerStatements } from "./ledgerStatements.js"
import { digestOf } from "./Names.js"
import { openInOrder } from "./openHolds.js"
import type { Locks, SpendingStatements } from "./Statements.js"
import * as ScopeRows from "./scopeRows.js"

const typeOf = (name: string) => {
  if (name === "id_of_hold") return "uuid[]"
  if (name === "parts" || name === "scopes" || ScopeRows.ref.includes(name)) return "text[]"
  return name === "is_byok" || name === "include_byok" ? "boolean[]" : "bigint[]"
}

/** The columns of rows, each as one array, so that a statement has the same text for any number of rows. */
const arrays = (columns: ReadonlyArray<string>) =>
  columns.map((name, index) => `$${index + 1}::${typeOf(name)}`).join(", ")

const transposed = (count: number, rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
  Array.from({ length: count }, (_, index) => rows.map((row) => row[index]))

const update = (table: string, columns: ReadonlyArray<string>, id: string) => {
  const changes = columns.map((name) => `${name} = v.${name}`).join(", ")
  const text = `UPDATE ${table} AS t SET ${changes} FROM unnest(${arrays([...columns, id])}) AS v (${columns.join(", ")}, id)
WHERE t.id = v.id`
  return (rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
    rows.length === 0 ? [] : [{ text, params: transposed(columns.length + 1, rows) }]
}

const insert = (table: string, columns: ReadonlyArray<string>, rest: string, types = columns) => {
  const text = `INSERT INTO ${table} (${columns.join(", ")}) SELECT * FROM unnest(${arrays(types)}) ${rest}`
  return (rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
    rows.length === 0 ? [] : [{ text, params: transposed(columns.length, rows) }]
}

const lock: Readonly<Record<Locks, string>> = {
  none: "",
  wait: " FOR NO KEY UPDATE",
  skip: " FOR NO KEY UPDATE SKIP LOCKED"
}

const refColumns = `id, ${ScopeRows.ref.join(", ")}`
const [scopeColumns, holdColumns] = [ScopeRows.columns(false), HoldRows.columns(false)]
const organization = "organization = (SELECT id FROM spending_names WHERE digest = $1)"
const isCharged = "(',' || scopes || ',') LIKE $2"

const updateHolds = update("spending_holds", HoldRows.changing, "id_of_hold")
const insertHolds = insert("spending_holds", ["id", ...HoldRows.all], "ON CONFLICT (id) DO NOTHING RETURNING id", [
  "id_of_hold",
  ...HoldRows.all
])
const updateScopes = update("spending_scopes", ScopeRows.charged, "id")
const fillScopes = update("spending_scopes", [...ScopeRows.charged, ...ScopeRows.terms], "id")

const reserve = `INSERT INTO spending_scopes (${ScopeRows.ref.join(", ")}, version, day, holds, include_byok)
SELECT v.*, 0, 0, 0, FALSE FROM unnest(${arrays(ScopeRows.ref)}) AS v
ON CONFLICT (${ScopeRows.ref.join(", ")}) DO NOTHING RETURNING ${refColumns}, extract(epoch FROM clock_timestamp()) AS locked_at`

const scopeIds = `SELECT ${refColumns} FROM spending_scopes AS t JOIN unnest(${arrays(ScopeRows.ref)})
AS v (${ScopeRows.ref.join(", ")}) USING (${ScopeRows.ref.join(", ")})`

const byDigest = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other)

/** In one order, so that two transactions that insert the same rows do not wait for each other. */
const refsInOrder = (refs: ReadonlyArray<ScopeRef>) =>
  transposed(
    4,
    refs.map(ScopeRows.refValues).sort((one, other) => (one.join(" ") < other.join(" ") ? -1 : 1))
  )

export const statementsPostgres: SpendingStatements = {
  skipsTaken: true,
  namesById: (ids) => [{ text: "SELECT id, name FROM spending_names WHERE id = ANY ($1::bigint[])", params: [ids] }],
  namesByText: (texts) => [
    { text: "SELECT id, name FROM spending_names WHERE digest = ANY ($1::bytea[])", params: [texts.map(digestOf)] }
  ],
  insertNames: (texts) => {
    const rows = texts.map((text) => ({ digest: digestOf(text), text }))
    const sorted = rows.sort((one, other) => byDigest(one.digest, other.digest))
    return [
      {
        text: `INSERT INTO spending_names (digest, name) SELECT * FROM unnest($1::bytea[], $2::text[])
ON CONFLICT (digest) DO NOTHING RETURNING id, name`,
        params: [sorted.map(({ digest }) => digest), sorted.map(({ text }) => text)]
      }
    ]
  },
  scopeIds: (refs) => [{ text: scopeIds, params: refsInOrder(refs) }],
  reserve: (refs) => [{ text: reserve, params: refsInOrder(refs) }],
  // The clock is read after each lock, so the latest one is the time after all of them.
  scopes: (ids, locks) => [
    {
      text: `SELECT l.*, extract(epoch FROM clock_timestamp()) AS locked_at
FROM (SELECT ${scopeColumns} FROM spending_scopes WHERE id = ANY ($1::bigint[]) ORDER BY id${lock[locks]}) AS l`,
      params: [ids]
    }
  ],
  holds: (ids, locks) => [
    {
      text: `SELECT ${holdColumns} FROM spending_holds WHERE id = ANY ($1::uuid[]) ORDER BY id${lock[locks]}`,
      params: [ids]
    }
  ],
  insertHolds: (holds, names) => insertHolds(holds.map((hold) => [hold.id, ...HoldRows.values(hold, names, true)])),
  updateHolds: (holds, names) =>
    updateHolds(holds.map((hold) => [...HoldRows.changingValues(hold, names, true), hold.id])),
  updateScopes: (changes) => updateScopes(changes.map(({ after }) => [...ScopeRows.chargedValues(after), after.id])),
  fillScopes: (scopes) =>
    fillScopes(
      scopes.map((scope) => [...ScopeRows.chargedValues(scope), ...ScopeRows.termValues(scope, true), scope.id])
    ),
  deleteScopes: (ids) => [{ text: "DELETE FROM spending_scopes WHERE id = ANY ($1::bigint[])", params: [ids] }],
  ...ledgerStatements(true),
  holdsOf: ({ id, ref }) => [
    {
      text: `SELECT ${holdColumns} FROM spending_holds WHERE ${organization} AND state IN (0, 3, 4) AND ${isCharged}`,
      params: [digestOf(ref.organization_id), `%,${id},%`]
    }
  ],
  leases: ({ id, ref }, count) => [
    {
      text: `SELECT ${holdColumns} FROM spending_holds WHERE ${openInOrder} AND +${organization} AND ${isCharged}
ORDER BY lease_ends_at LIMIT $3`,
      params: [digestOf(ref.organization_id), `%,${id},%`, count]
    }
  ]
}
