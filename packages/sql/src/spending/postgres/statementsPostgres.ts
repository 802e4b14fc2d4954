import type { ScopeRef } from "@tollgate/core/storage"
import * as HoldRows from "../rows/holdRows.js"
import { ledgerStatements, reviveName } from "../rows/ledgerStatements.js"
import { digestOf } from "../rows/Names.js"
import { firstLeases, isOfKey } from "../rows/openHolds.js"
import type { LockStatements, Locks, ScopeChange, SpendingStatements } from "../rows/Statements.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { windowColumns } from "../rows/windowColumns.js"
import { addedTo, differsElsewhere } from "../sqlite/writeScopes.js"

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
const arrayText = (values: ReadonlyArray<unknown>) => {
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

const lock: Readonly<Record<Locks, string>> = {
  none: "",
  wait: " FOR NO KEY UPDATE",
  skip: " FOR NO KEY UPDATE SKIP LOCKED"
}

const refColumns = `id, ${ScopeRows.ref.join(", ")}`
const holdColumns = HoldRows.columns(false)
const organization = "organization = (SELECT id FROM spending_names WHERE digest = $1)"
const apiKey = "api_key = (SELECT id FROM spending_names WHERE digest = $1)"
const isCharged = "(',' || scopes || ',') LIKE $2"

const updateHolds = update("spending_holds", HoldRows.changing, "id_of_hold")
const insertHolds = (rows: ReadonlyArray<ReadonlyArray<unknown>>, skips: boolean) =>
  rows.length === 0 ? [] : [{ text: skips ? skipping : failing, params: bound(newHold, rows) }]
const newHold = ["id_of_hold", ...HoldRows.all]
const failing = `INSERT INTO spending_holds (id, ${HoldRows.all.join(", ")})
SELECT v.* FROM unnest(${arrays(newHold)}) AS v (id, ${HoldRows.all.join(", ")})`
const skipping = `WITH stored AS (${failing}
ON CONFLICT (id) DO NOTHING RETURNING 1) SELECT count(*) AS stored FROM stored`
const updateScopes = update("spending_scopes", ScopeRows.charged, "id")
/** Adds amounts to four windows at once: most acts add the same to each. */
const four = (name: string, added: string) => windowColumns(name).map((column) => `${column} = t.${column} + ${added}`)
const addToScopes = `UPDATE spending_scopes AS t SET holds = t.holds + v.holds, ${four("own_spent", "v.spent").join(", ")},
${four("own_held", "v.held").join(", ")}
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS v (id, holds, spent, held) WHERE t.id = v.id`

/** What a change adds to the open holds and to each of four windows; null if it changes anything else. */
const addedBy = ({ after, before }: ScopeChange) => {
  if (differsElsewhere(before, after)) return null
  const spent = addedTo(before.own.spent, after.own.spent)
  const held = addedTo(before.own.held, after.own.held)
  return spent === null || held === null ? null : [after.id, after.holds - before.holds, spent, held]
}

const changeScopes = (changes: ReadonlyArray<ScopeChange>) => {
  const added = changes.map(addedBy)
  const even = added.filter((row) => row !== null)
  const rest = changes.filter((_, index) => added[index] === null)
  return [
    ...(even.length === 0 ? [] : [{ text: addToScopes, params: transposed(4, even).map(arrayText) }]),
    ...updateScopes(rest.map(({ after }) => [...ScopeRows.chargedValues(after), after.id]))
  ]
}

const fillScopes = update("spending_scopes", [...ScopeRows.charged, ...ScopeRows.terms], "id")

const reserve = `INSERT INTO spending_scopes (${ScopeRows.ref.join(", ")}, version, day, holds, include_byok)
SELECT v.*, 0, 0, 0, FALSE FROM unnest(${arrays(ScopeRows.ref)}) AS v
ON CONFLICT (${ScopeRows.ref.join(", ")}) DO NOTHING RETURNING ${refColumns}, extract(epoch FROM clock_timestamp()) AS locked_at`

const isNamed = ScopeRows.ref.map((name) => `s.${name} = v.${name}`).join(" AND ")

// Looked up one by one (`OFFSET 0`), however many scopes the planner expects.
const scopesNamed = `SELECT t.id, ${ScopeRows.packed("t")} FROM unnest(${arrays(ScopeRows.ref)}) AS v (${ScopeRows.ref.join(", ")})
CROSS JOIN LATERAL (SELECT * FROM spending_scopes AS s WHERE ${isNamed} OFFSET 0) AS t`

const scopeIds = `SELECT ${refColumns} FROM spending_scopes AS t JOIN unnest(${arrays(ScopeRows.ref)})
AS v (${ScopeRows.ref.join(", ")}) USING (${ScopeRows.ref.join(", ")})`

const seconds = "extract(epoch FROM clock_timestamp())"

const fieldsOfScope = ["id", ...ScopeRows.ref].map((name) => `'${name}', l.${name}`).join(", ")

// The scopes of a hold never change, so they may be read without a lock. The clock is read when all rows are there.
const lockScopes = (locks: Locks) => `SELECT string_agg(k.id::text, ',') FILTER (WHERE l.id IS NULL) AS absent,
json_agg(json_build_object(${fieldsOfScope}, 'stamp', l.stamp::text, 'packed', ${ScopeRows.packedNumbers("l")}))
  FILTER (WHERE l.id IS NOT NULL AND (l.stamp = k.stamp) IS NOT TRUE) AS changed,
pg_current_xact_id()::xid AS stamp, ${seconds} AS locked_at,
pg_postmaster_start_time()::text AS server, pg_postmaster_start_time()::text = $4 AS is_same_server
FROM (SELECT *, xmin AS stamp FROM spending_scopes WHERE id = ANY (ARRAY(
  SELECT unnest($1::bigint[])
  UNION SELECT unnest(string_to_array(scopes, ',')::bigint[]) FROM spending_holds WHERE id = ANY ($3::uuid[])
)) ORDER BY id${lock[locks]}) AS l FULL JOIN unnest($1::bigint[], $2::xid[]) AS k (id, stamp) ON k.id = l.id`

/**
 * A version of a row is known by the transaction that wrote it, its `xmin`. These numbers repeat after a failover or a restore, but
 * not while a server runs.
 */
export const lockPostgres: LockStatements = {
  holds: (ids, locks) => ({
    text: `SELECT id, xmin AS stamp FROM spending_holds WHERE id = ANY ($1::uuid[]) ORDER BY id${lock[locks]}`,
    params: [arrayText(ids)]
  }),
  scopes: (stamps, holds, locks, server) => ({
    text: lockedScopes[locks],
    params: [arrayText([...stamps.keys()]), arrayText([...stamps.values()]), arrayText(holds), server]
  })
}
const lockedScopes = { none: lockScopes("none"), wait: lockScopes("wait"), skip: lockScopes("skip") }

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
    {
      text: "SELECT id, name FROM spending_names WHERE digest = ANY ($1::bytea[]) AND unused_since IS NULL",
      params: [texts.map(digestOf)]
    }
  ],
  insertNames: (texts) => {
    const rows = texts.map((text) => ({ digest: digestOf(text), text }))
    const sorted = rows.sort((one, other) => byDigest(one.digest, other.digest))
    return [
      {
        text: `INSERT INTO spending_names (digest, name) SELECT * FROM unnest($1::bytea[], $2::text[])
${reviveName}`,
        params: [sorted.map(({ digest }) => digest), sorted.map(({ text }) => text)]
      }
    ]
  },
  scopeIds: (refs) => [{ text: scopeIds, params: refsInOrder(refs) }],
  scopesNamed: (refs) => [{ text: scopesNamed, params: refsInOrder(refs) }],
  reserve: (refs) => [{ text: reserve, params: refsInOrder(refs) }],
  // The clock is read after each lock, so the latest one is the time after all of them.
  scopes: (ids, locks) => [
    {
      text: `SELECT l.id, ${ScopeRows.packed("l")}, ${seconds} AS locked_at
FROM (SELECT * FROM spending_scopes WHERE id = ANY ($1::bigint[]) ORDER BY id${lock[locks]}) AS l`,
      params: [arrayText(ids)]
    }
  ],
  holds: (ids, locks) => [
    {
      text: `SELECT ${holdColumns} FROM spending_holds WHERE id = ANY ($1::uuid[]) ORDER BY id${lock[locks]}`,
      params: [arrayText(ids)]
    }
  ],
  insertHolds: (holds, skips) =>
    insertHolds(
      holds.map(({ hold, numbers }) => [hold.id, ...HoldRows.numbered(hold, numbers, true)]),
      skips
    ),
  updateHolds: (holds) =>
    updateHolds(holds.map(({ hold, numbers }) => [...HoldRows.changingNumbered(hold, numbers, true), hold.id])),
  updateScopes: changeScopes,
  fillScopes: (scopes) =>
    fillScopes(
      scopes.map((scope) => [...ScopeRows.chargedValues(scope), ...ScopeRows.termValues(scope, true), scope.id])
    ),
  deleteScopes: (ids) => [{ text: "DELETE FROM spending_scopes WHERE id = ANY ($1::bigint[])", params: [ids] }],
  ...ledgerStatements(true),
  holdsOf: ({ id, ref }) => [
    {
      text: `SELECT ${holdColumns} FROM spending_holds WHERE ${isOfKey(ref) ? apiKey : organization} AND state IN (0, 3, 4) AND ${isCharged}`,
      params: [digestOf(isOfKey(ref) ? ref.subject : ref.organization_id), `%,${id},%`]
    }
  ],
  leases: (scope, now) => [firstLeases(scope, now, true)]
}
