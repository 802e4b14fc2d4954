import type { Scope, ScopeRef } from "@tollgate/core/storage"
import * as Record from "effect/Record"
import { addsToRun, type Dialect, type Locks, type NumberedHold } from "../rows/Dialect.js"
import * as HoldRows from "../rows/holdRows.js"
import { digestOf, reviveName } from "../rows/Names.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { MAX_INT64 } from "../rows/sums.js"

/** Columns with a list as one text, without quotes and backslashes. */
const lists = ["parts", "scopes", "boosts", "thresholds"]

const flags = ["is_byok", "include_byok", "stopped"]

const typeOf = (name: string) => {
  if (name === "id_of_hold") return "uuid[]"
  if (lists.includes(name) || ScopeRows.ref.includes(name)) return "text[]"
  return flags.includes(name) ? "boolean[]" : "bigint[]"
}

/** The columns of rows, each as one array, so that a statement has the same text for any number of rows. */
const arrays = (columns: ReadonlyArray<string>, first = 1) =>
  columns.map((name, index) => `$${index + first}::${typeOf(name)}`).join(", ")

/** The text of an array, of values that need no quotes. The driver would look for quotes in each of them. */
export const arrayText = <A>(of: ReadonlyArray<A>, valueOf: (one: A) => unknown = (one) => one) => {
  let text = "{"
  let separator = ""
  for (const one of of) {
    text += `${separator}${valueOf(one) ?? "NULL"}`
    separator = ","
  }
  return `${text}}`
}

type Rows = ReadonlyArray<ReadonlyArray<unknown>>

/** The array of a column of rows. */
const toArray = (name: string, index: number): ((rows: Rows) => unknown) => {
  if (lists.includes(name)) {
    return (rows) => arrayText(rows, ({ [index]: list }) => (list === null ? null : `"${list}"`))
  }
  if (typeOf(name) === "text[]") return (rows) => rows.map((row) => row[index])
  return (rows) => arrayText(rows, (row) => row[index])
}

/** Binds the columns of rows. */
const binding = (columns: ReadonlyArray<string>) => {
  const arrays = columns.map(toArray)
  return (rows: Rows): ReadonlyArray<unknown> => arrays.map((toArray) => toArray(rows))
}

const update = (table: string, columns: ReadonlyArray<string>, id: string) => {
  const changes = columns.map((name) => `${name} = v.${name}`).join(", ")
  const text = `UPDATE ${table} AS t SET ${changes} FROM unnest(${arrays([...columns, id])}) AS v (${columns.join(", ")}, id)
WHERE t.id = v.id`
  const bound = binding(columns)
  return (ids: ReadonlyArray<unknown>, rows: Rows) =>
    ids.length === 0 ? [] : [{ text, params: [...bound(rows), arrayText(ids)] }]
}

const inOne = (text: string, values: ReadonlyArray<unknown>) =>
  values.length === 0 ? [] : [{ text, params: [values] }]

const values: Pick<
  Dialect,
  | "amount"
  | "boostIn"
  | "booleanOf"
  | "idOf"
  | "instant"
  | "isAmong"
  | "joinOne"
  | "limit"
  | "lock"
  | "numbered"
  | "packed"
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
  boostIn: (column, window, instant) => {
    const [kind, amount, until] = [1, 2, 3].map((at) => `split_part(boost, ':', ${at})`)
    return `(SELECT COALESCE(sum(CAST(${amount} AS BIGINT)), 0) FROM unnest(string_to_array(${column}, '/')) AS boost
  WHERE ${kind} = ${window} AND CAST(${until} AS BIGINT) > ${instant})`
  },
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

const updateHolds = Record.map(HoldRows.changing, (columns) => update("spending_holds", columns, "id_of_hold"))
const updateScopes = update("spending_scopes", ScopeRows.charged, "id")
const fillScopes = update("spending_scopes", [...ScopeRows.charged, ...ScopeRows.terms], "id")

const insertHolds = Record.map(HoldRows.all, (columns) => {
  const text = `INSERT INTO spending_holds (id, ${columns.join(", ")})
SELECT v.* FROM unnest(${arrays(["id_of_hold", ...columns])}) AS v (id, ${columns.join(", ")})`
  const skipping = `WITH stored AS (${text}
ON CONFLICT (id) DO NOTHING RETURNING 1) SELECT count(*) AS stored FROM stored`
  return { bound: binding(columns), text, skipping }
})

/** Adds amounts to four windows at once. */
const four = (name: string, added: string) =>
  ScopeRows.windowColumns(name).map((column) => `${column} = t.${column} + ${added}`)
const adding = (columns: ReadonlyArray<string>, others = "") =>
  `UPDATE spending_scopes AS t SET holds = t.holds + v.holds, entries = t.entries + v.entries, ${four("own_spent", "v.spent").join(", ")},
${four("own_held", "v.held").join(", ")}${others}
FROM unnest(${arrays(columns)}) AS v (${columns.join(", ")}) WHERE t.id = v.id`
const addToScopes = adding(["id", "holds", "entries", "spent", "held"])
const ofRuns = ", requests = t.requests + v.requests, charged_at = COALESCE(v.charged_at, t.charged_at)"
const addToRuns = adding(["id", "holds", "entries", "spent", "held", "requests", "charged_at"], ofRuns)
const addToWatched = adding(
  ["id", "holds", "entries", "spent", "held", "requests", "charged_at", "checked", "level"],
  `${ofRuns}, checked = COALESCE(v.checked, t.checked), level = COALESCE(v.level, t.level)`
)

const reserve = `INSERT INTO spending_scopes (${ScopeRows.ref.join(", ")}, version, day, holds, include_byok)
SELECT v.*, 0, 0, 0, FALSE FROM unnest(${arrays(ScopeRows.ref)}) AS v
ON CONFLICT (${ScopeRows.ref.join(", ")}) DO NOTHING RETURNING ${refColumns}, ${seconds} AS locked_at`

const isSameRef = ScopeRows.ref.map((name) => `s.${name} = v.${name}`).join(" AND ")

// Looked up one by one (`OFFSET 0`), however many scopes the planner expects.
const scopesNamed = `SELECT ${ScopeRows.columns(values, "t")} FROM unnest(${arrays(ScopeRows.ref)}) AS v (${ScopeRows.ref.join(", ")})
CROSS JOIN LATERAL (SELECT * FROM spending_scopes AS s WHERE ${isSameRef} OFFSET 0) AS t`

/** Finds the ids of scopes by their names, which are the parameters from one on. */
export const idsNamed = (first: number): string =>
  `SELECT found.id FROM unnest(${arrays(ScopeRows.ref, first)}) AS v (${ScopeRows.ref.join(", ")})
CROSS JOIN LATERAL (SELECT s.id FROM spending_scopes AS s WHERE ${isSameRef} OFFSET 0) AS found`

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

const idOfHold = ({ hold }: NumberedHold) => hold.id
const idOfScope = ({ id }: Pick<Scope, "id">) => id

const bindRefs = binding(ScopeRows.ref)

/** In one order, so that two transactions that insert the same rows do not wait for each other. */
export const refsInOrder = (refs: ReadonlyArray<ScopeRef>) =>
  bindRefs(refs.map(ScopeRows.refValues).sort((one, other) => (one.join(" ") < other.join(" ") ? -1 : 1)))

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
    const form = HoldRows.formOfAll(holds)
    const { bound, skipping, text } = insertHolds[form]
    const columns = bound(holds.map((of) => HoldRows.allValues(of, form, values)))
    return [{ text: skips ? skipping : text, params: [arrayText(holds, idOfHold), ...columns] }]
  },
  updateHolds: (holds) => {
    const form = HoldRows.formOfAll(holds)
    return updateHolds[form](
      holds.map(idOfHold),
      holds.map((of) => HoldRows.changingValues(of, form, values))
    )
  },
  addToScopes: (added) => {
    if (added.length === 0) return []
    const params = [
      arrayText(added, idOfScope),
      arrayText(added, ({ holds }) => holds),
      arrayText(added, ({ entries }) => entries ?? 0),
      arrayText(added, ({ spent }) => spent),
      arrayText(added, ({ held }) => held)
    ]
    const isWatched = added.some(({ watched }) => watched !== null)
    if (!isWatched && !added.some(addsToRun)) return [{ text: addToScopes, params }]
    const ofRuns = [
      arrayText(added, ({ run }) => run?.requests ?? null),
      arrayText(added, ({ run }) => run?.charged_at ?? null)
    ]
    if (!isWatched) return [{ text: addToRuns, params: [...params, ...ofRuns] }]
    const ofWatched = [
      arrayText(added, ({ watched }) => watched?.checked ?? null),
      arrayText(added, ({ watched }) => watched?.level ?? null)
    ]
    return [{ text: addToWatched, params: [...params, ...ofRuns, ...ofWatched] }]
  },
  updateScopes: (scopes) => updateScopes(scopes.map(idOfScope), scopes.map(ScopeRows.chargedValues)),
  fillScopes: (scopes) =>
    fillScopes(
      scopes.map(idOfScope),
      scopes.map((scope) => [...ScopeRows.chargedValues(scope), ...ScopeRows.termValues(scope, values)])
    ),
  deleteScopes: (ids) => inOne("DELETE FROM spending_scopes WHERE id = ANY ($1::bigint[])", ids)
}
