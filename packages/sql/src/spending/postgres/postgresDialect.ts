import type { ScopeRef } from "@tollgate/core/storage"
import type { Dialect, Locks } from "../rows/Dialect.js"
import * as HoldRows from "../rows/holdRows.js"
import { digestOf, reviveName } from "../rows/Names.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { MAX_INT64 } from "../rows/sums.js"

/** Columns with a list of numbers as one text. */
const numberLists = ["parts", "scopes"]

const typeOf = (name: string) => {
  if (name === "id_of_hold") return "uuid[]"
  if (numberLists.includes(name) || ScopeRows.ref.includes(name)) return "text[]"
  return name === "is_byok" || name === "include_byok" ? "boolean[]" : "bigint[]"
}

/** The columns of rows, each as one array, so that a statement has the same text for any number of rows. */
const arrays = (columns: ReadonlyArray<string>) =>
  columns.map((name, index) => `$${index + 1}::${typeOf(name)}`).join(", ")

const transposed = (count: number, rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
  Array.from({ length: count }, (_, index) => rows.map((row) => row[index]))

/** The text of an array, of values that need no quotes. The driver would look for quotes in each of them. */
export const arrayText = (values: ReadonlyArray<unknown>) => {
  let text = ""
  for (const value of values) text += text === "" ? (value ?? "NULL") : `,${value ?? "NULL"}`
  return `{${text}}`
}

/** The same for texts with commas and without quotes. */
const quotedText = (values: ReadonlyArray<unknown>) =>
  arrayText(values.map((value) => (value === null ? null : `"${value}"`)))

const bound = (columns: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
  transposed(columns.length, rows).map((values, index) => {
    const column = columns[index] ?? ""
    if (numberLists.includes(column)) return quotedText(values)
    return typeOf(column) === "text[]" ? values : arrayText(values)
  })

const update = (table: string, columns: ReadonlyArray<string>, id: string) => {
  const changes = columns.map((name) => `${name} = v.${name}`).join(", ")
  const text = `UPDATE ${table} AS t SET ${changes} FROM unnest(${arrays([...columns, id])}) AS v (${columns.join(", ")}, id)
WHERE t.id = v.id`
  return (rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
    rows.length === 0 ? [] : [{ text, params: bound([...columns, id], rows) }]
}

const inOne = (text: string, values: ReadonlyArray<unknown>) =>
  values.length === 0 ? [] : [{ text, params: [values] }]

const values: Pick<
  Dialect,
  "amount" | "booleanOf" | "idOf" | "instant" | "isAmong" | "joinOne" | "limit" | "lock" | "numbered" | "packed"
> = {
  numbered: (text) => {
    let count = 0
    return text.replaceAll("?", () => `$${++count}`)
  },
  idOf: (id) => id,
  booleanOf: (value) => value,
  amount: (column) => column,
  instant: "?::bigint",
  limit: (rows) => [String(rows), []],
  lock: { none: "", wait: " FOR NO KEY UPDATE", skip: " FOR NO KEY UPDATE SKIP LOCKED" },
  isAmong: (column, type, values) => (values.length === 0 ? [] : [[`${column} = ANY (?::${type}[])`, [values]]]),
  joinOne: (columns, table, where) =>
    `CROSS JOIN LATERAL (SELECT ${columns} FROM ${table} WHERE ${where} LIMIT 1) AS one`,
  packed: ScopeRows.packedRow
}

/** A text for each way of locking rows. */
export const eachLock = (textOf: (lock: string) => string): Readonly<Record<Locks, string>> => ({
  none: textOf(values.lock.none),
  wait: textOf(values.lock.wait),
  skip: textOf(values.lock.skip)
})

const refColumns = `id, ${ScopeRows.ref.join(", ")}`
const seconds = "extract(epoch FROM clock_timestamp())"

const updateHolds = update("spending_holds", HoldRows.changing, "id_of_hold")
const updateScopes = update("spending_scopes", ScopeRows.charged, "id")
const fillScopes = update("spending_scopes", [...ScopeRows.charged, ...ScopeRows.terms], "id")

const newHold = ["id_of_hold", ...HoldRows.all]
const insertHolds = `INSERT INTO spending_holds (id, ${HoldRows.all.join(", ")})
SELECT v.* FROM unnest(${arrays(newHold)}) AS v (id, ${HoldRows.all.join(", ")})`
const insertFreeHolds = `WITH stored AS (${insertHolds}
ON CONFLICT (id) DO NOTHING RETURNING 1) SELECT count(*) AS stored FROM stored`

/** Adds amounts to four windows at once. */
const four = (name: string, added: string) =>
  ScopeRows.windowColumns(name).map((column) => `${column} = t.${column} + ${added}`)
const addToScopes = `UPDATE spending_scopes AS t SET holds = t.holds + v.holds, ${four("own_spent", "v.spent").join(", ")},
${four("own_held", "v.held").join(", ")}
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS v (id, holds, spent, held) WHERE t.id = v.id`

const reserve = `INSERT INTO spending_scopes (${ScopeRows.ref.join(", ")}, version, day, holds, include_byok)
SELECT v.*, 0, 0, 0, FALSE FROM unnest(${arrays(ScopeRows.ref)}) AS v
ON CONFLICT (${ScopeRows.ref.join(", ")}) DO NOTHING RETURNING ${refColumns}, ${seconds} AS locked_at`

const isSameRef = ScopeRows.ref.map((name) => `s.${name} = v.${name}`).join(" AND ")

// Looked up one by one (`OFFSET 0`), however many scopes the planner expects.
const scopesNamed = `SELECT ${ScopeRows.columns(values, "t")} FROM unnest(${arrays(ScopeRows.ref)}) AS v (${ScopeRows.ref.join(", ")})
CROSS JOIN LATERAL (SELECT * FROM spending_scopes AS s WHERE ${isSameRef} OFFSET 0) AS t`

const scopeIds = `SELECT ${refColumns} FROM spending_scopes AS t JOIN unnest(${arrays(ScopeRows.ref)})
AS v (${ScopeRows.ref.join(", ")}) USING (${ScopeRows.ref.join(", ")})`

// The clock is read after each lock, so the latest one is the time after all of them.
const scopes = eachLock(
  (lock) => `SELECT ${ScopeRows.columns(values, "l")}, ${seconds} AS locked_at
FROM (SELECT * FROM spending_scopes WHERE id = ANY ($1::bigint[]) ORDER BY id${lock}) AS l`
)
const holds = eachLock(
  (lock) => `SELECT ${HoldRows.columns(values)} FROM spending_holds WHERE id = ANY ($1::uuid[]) ORDER BY id${lock}`
)

const byDigest = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other)

/** In one order, so that two transactions that insert the same rows do not wait for each other. */
const refsInOrder = (refs: ReadonlyArray<ScopeRef>) =>
  transposed(
    4,
    refs.map(ScopeRows.refValues).sort((one, other) => (one.join(" ") < other.join(" ") ? -1 : 1))
  )

export const postgresDialect: Dialect = {
  ...values,
  locksRows: true,
  skipsTaken: true,
  sum: (amount) => `SUM(${amount})::bigint`,
  saturatedSum: (amount) => `LEAST(SUM(${amount}), ${MAX_INT64})::bigint`,
  namesById: (ids) => inOne("SELECT id, name FROM spending_names WHERE id = ANY ($1::bigint[])", ids),
  namesByText: (names) =>
    inOne(
      "SELECT id, name FROM spending_names WHERE digest = ANY ($1::bytea[]) AND unused_since IS NULL",
      names.map(digestOf)
    ),
  insertNames: (names) => {
    const rows = names.map((name) => ({ digest: digestOf(name), name }))
    const sorted = rows.sort((one, other) => byDigest(one.digest, other.digest))
    return [
      {
        text: `INSERT INTO spending_names (digest, name) SELECT * FROM unnest($1::bytea[], $2::text[])
${reviveName}`,
        params: [sorted.map(({ digest }) => digest), sorted.map(({ name }) => name)]
      }
    ]
  },
  scopeIds: (refs) => [{ text: scopeIds, params: refsInOrder(refs) }],
  scopesNamed: (refs) => [{ text: scopesNamed, params: refsInOrder(refs) }],
  reserve: (refs) => [{ text: reserve, params: refsInOrder(refs) }],
  scopes: (ids, locks) => [{ text: scopes[locks], params: [arrayText(ids)] }],
  holds: (ids, locks) => [{ text: holds[locks], params: [arrayText(ids)] }],
  insertHolds: (holds, skips) => {
    if (holds.length === 0) return []
    const rows = holds.map((of) => [of.hold.id, ...HoldRows.allValues(of, values)])
    return [{ text: skips ? insertFreeHolds : insertHolds, params: bound(newHold, rows) }]
  },
  updateHolds: (holds) => updateHolds(holds.map((of) => [...HoldRows.changingValues(of, values), of.hold.id])),
  addToScopes: (added) => {
    if (added.length === 0) return []
    const rows = added.map(({ held, holds, id, spent }) => [id, holds, spent, held])
    return [{ text: addToScopes, params: transposed(4, rows).map(arrayText) }]
  },
  updateScopes: (scopes) => updateScopes(scopes.map((scope) => [...ScopeRows.chargedValues(scope), scope.id])),
  fillScopes: (scopes) =>
    fillScopes(
      scopes.map((scope) => [...ScopeRows.chargedValues(scope), ...ScopeRows.termValues(scope, values), scope.id])
    ),
  deleteScopes: (ids) => inOne("DELETE FROM spending_scopes WHERE id = ANY ($1::bigint[])", ids)
}
