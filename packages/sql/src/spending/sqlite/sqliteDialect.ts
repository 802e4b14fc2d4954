import * as Record from "effect/Record"
import { inLists } from "../../table/batches.js"
import { type AddedToScope, addsToRun, type Dialect, type WatchedScope } from "../rows/Dialect.js"
import * as HoldRows from "../rows/holdRows.js"
import { digestOf, reviveName } from "../rows/Names.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { MAX_INT64 } from "../rows/sums.js"

const marks = (count: number) => Array.from({ length: count }, () => "?").join(", ")
const set = (columns: ReadonlyArray<string>) => columns.map((name) => `${name} = ?`).join(", ")
const inList = (text: string, values: ReadonlyArray<unknown>, rest = "") =>
  values.length === 0
    ? []
    : inLists(values).map((list) => ({ text: `${text} IN (${marks(list.length)})${rest}`, params: list }))

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
  numbered: (text) => text,
  idOf: HoldRows.idBytes,
  booleanOf: Number,
  amount: (column) => `CAST(${column} AS TEXT) AS ${column}`,
  instant: "?",
  limit: (rows) => ["?", [rows]],
  lock: { none: "", wait: "", skip: "" },
  isAmong: (column, _, values) => inList(column, values).map(({ params, text }) => [text, params] as const),
  boostIn: (column, window, instant) => {
    const [kind, amount, until] = [0, 1, 2].map((at) => `json_extract(boost.value, '$[${at}]')`)
    return `(SELECT coalesce(sum(CAST(${amount} AS INTEGER)), 0)
  FROM json_each('[["' || replace(replace(${column}, '/', '"],["'), ':', '","') || '"]]') AS boost
  WHERE ${kind} = ${window} AND CAST(${until} AS INTEGER) > ${instant})`
  },
  joinOne: (_, table, where) => `CROSS JOIN ${table} WHERE ${where}`,
  packed: ScopeRows.packedJson
}

const refColumns = `id, ${ScopeRows.ref.join(", ")}`
const isSameRef = ScopeRows.ref.map((name, index) => `t.${name} = json_extract(v.value, '$[${index}]')`).join(" AND ")
const scopeColumns = ScopeRows.columns(values, "t")
const texts = {
  /** One text for any number of scopes. */
  scopesNamed: `SELECT ${scopeColumns} FROM json_each(?) AS v CROSS JOIN spending_scopes AS t ON ${isSameRef}`,
  scopes: `SELECT ${scopeColumns} FROM spending_scopes AS t WHERE id`,
  scopeId: `SELECT ${refColumns} FROM spending_scopes WHERE ${ScopeRows.isRef}`,
  reserve: `INSERT INTO spending_scopes (${ScopeRows.ref.join(", ")}, version, day, holds, include_byok)
VALUES (${marks(4)}, 0, 0, 0, 0) ON CONFLICT (${ScopeRows.ref.join(", ")}) DO NOTHING RETURNING ${refColumns}`,
  updateScope: `UPDATE spending_scopes SET ${set(ScopeRows.charged)} WHERE id = ?`,
  fillScope: `UPDATE spending_scopes SET ${set([...ScopeRows.charged, ...ScopeRows.terms])} WHERE id = ?`,
  holds: `SELECT ${HoldRows.columns(values)} FROM spending_holds WHERE id`,
  insertHold: Record.map(
    HoldRows.all,
    (columns) => `INSERT INTO spending_holds (id, ${columns.join(", ")}) VALUES (${marks(columns.length + 1)})`
  ),
  updateHold: Record.map(HoldRows.changing, (columns) => `UPDATE spending_holds SET ${set(columns)} WHERE id = ?`),
  insertName: `INSERT INTO spending_names (digest, name) VALUES (?, ?) ${reviveName}`
}

/** Adds to the columns of this many scopes. Each text is made once: statements are found by their texts, and a new one takes as long as a write. */
const adding = (columns: ReadonlyArray<string>, others: ReadonlyArray<string> = []) => {
  const changes = [...columns.map((name) => `${name} = ${name} + ?`), ...others]
  const update = `UPDATE spending_scopes SET ${changes.join(", ")} WHERE id IN`
  const known = new Map<number, string>()
  return (count: number): string => {
    const text = known.get(count) ?? `${update} (${marks(count)})`
    known.set(count, text)
    return text
  }
}
const held = ["holds", ...ScopeRows.windowColumns("own_held")]
const own = [...held, ...ScopeRows.windowColumns("own_spent")]
/** Nothing is added to the entries of a scope that is not an organization. */
const ofOrganization = ["entries = entries + iif(kind = 'organization', ?, 0)"]
/** The requests of a scope that is not a run are null, and stay so. */
const ofRun = ["requests = requests + ?", "charged_at = iif(requests IS NULL, NULL, coalesce(?, charged_at))"]
/** Each scope has values of its own: an object by its id. */
const ofWatched = ["checked", "level"].map((name) => `${name} = coalesce(json_extract(?, '$."' || id || '"'), ${name})`)
const [addHeld, addHeldInRun] = [adding(held), adding(held, ofRun)]
const [addOwn, addOwnInRun] = [adding(own, ofOrganization), adding(own, [...ofOrganization, ...ofRun])]
const addWatched = adding(own, [...ofOrganization, ...ofRun, ...ofWatched])

/** Scopes of one act follow each other, so the same is found among the last groups, if anywhere. */
const RECENT_GROUPS = 4

type Group = Omit<AddedToScope, "entries" | "id" | "run" | "watched"> & {
  readonly ids: Array<number>
  entries: AddedToScope["entries"]
  run: AddedToScope["run"]
  readonly watched: Array<WatchedScope & Pick<AddedToScope, "id">>
}

/**
 * What is added to the runs or the organizations among scopes is not added to the others. Where they differ in `watched`, they are still
 * written by one statement.
 */
const isSame = (one: AddedToScope, { entries, held, holds, run, spent }: Group) =>
  one.holds === holds &&
  one.held === held &&
  one.spent === spent &&
  (one.entries === null || entries === null || one.entries === entries) &&
  (one.run === null || run === null || (one.run.requests === run.requests && one.run.charged_at === run.charged_at))

/** Scopes to which the same is added: one statement for them costs a fraction of one for each. */
const grouped = (added: ReadonlyArray<AddedToScope>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  for (const one of added) {
    let at = groups.length - 1
    const last = Math.max(0, groups.length - RECENT_GROUPS)
    let group = groups[at]
    while (at >= last && group !== undefined && !isSame(one, group)) group = groups[--at]
    const { id, watched } = one
    const its = watched === null ? [] : [{ ...watched, id }]
    if (at >= last && group !== undefined) {
      group.ids.push(id)
      group.watched.push(...its)
      group.entries ??= one.entries
      group.run ??= one.run
    } else groups.push({ ...one, ids: [id], watched: its })
  }
  return groups
}

/** The statement that adds to a group, without the ids: as few columns as there is something to add to. */
const addingTo = ({ entries, held, holds, run, spent, watched }: Group) => {
  const inRun = addsToRun({ run }) && run !== null ? [run.requests, run.charged_at] : []
  const [heldValues, spentValues] = [
    [holds, held, held, held, held],
    [spent, spent, spent, spent, entries ?? 0]
  ]
  if (watched.length > 0) {
    const byId = (name: keyof WatchedScope) =>
      JSON.stringify(Object.fromEntries(watched.map((one) => [one.id, one[name]])))
    const values = inRun.length === 0 ? [0, null] : inRun
    return { textOf: addWatched, params: [...heldValues, ...spentValues, ...values, byId("checked"), byId("level")] }
  }
  const isHeldAlone = spent === 0n && !entries
  const [plain, inRuns] = isHeldAlone ? [addHeld, addHeldInRun] : [addOwn, addOwnInRun]
  const params = [...heldValues, ...(isHeldAlone ? [] : spentValues), ...inRun]
  return { textOf: inRun.length === 0 ? plain : inRuns, params }
}

export const sqliteDialect: Dialect = {
  ...values,
  locksRows: false,
  skipsTaken: false,
  sum: (amount) => `SUM(${amount})`,
  // In two halves, because a sum beyond 64 bits fails.
  saturatedSum: (amount) => {
    const [high, low] = [`SUM((${amount}) / 1000000000)`, `SUM((${amount}) % 1000000000)`]
    return `CASE WHEN ${high} + ${low} / 1000000000 >= 9223372036 THEN ${MAX_INT64} ELSE ${high} * 1000000000 + ${low} END`
  },
  namesById: (ids) => inList("SELECT id, name FROM spending_names WHERE id", ids),
  namesByText: (names) =>
    inList("SELECT id, name FROM spending_names WHERE digest", names.map(digestOf), " AND unused_since IS NULL"),
  insertNames: (names) => names.map((name) => ({ text: texts.insertName, params: [digestOf(name), name] })),
  scopeIds: (refs) => refs.map((ref) => ({ text: texts.scopeId, params: ScopeRows.refValues(ref) })),
  scopesNamed: (refs) => [{ text: texts.scopesNamed, params: [JSON.stringify(refs.map(ScopeRows.refValues))] }],
  reserve: (refs) => refs.map((ref) => ({ text: texts.reserve, params: ScopeRows.refValues(ref) })),
  scopes: (ids) => inList(texts.scopes, ids),
  holds: (ids) => inList(texts.holds, ids.map(HoldRows.idBytes)),
  insertHolds: (holds) =>
    holds.map((of) => {
      const form = HoldRows.formOf(of)
      const params = [HoldRows.idBytes(of.hold.id), ...HoldRows.allValues(of, form, values)]
      return { text: texts.insertHold[form], params }
    }),
  updateHolds: (holds) =>
    holds.map((of) => {
      const form = HoldRows.formOf(of)
      const params = [...HoldRows.changingValues(of, form, values), HoldRows.idBytes(of.hold.id)]
      return { text: texts.updateHold[form], params }
    }),
  addToScopes: (added) =>
    grouped(added).flatMap((group) => {
      const { params, textOf } = addingTo(group)
      return inLists(group.ids).map((list) => ({ text: textOf(list.length), params: [...params, ...list] }))
    }),
  updateScopes: (scopes) =>
    scopes.map((scope) => ({ text: texts.updateScope, params: [...ScopeRows.chargedValues(scope), scope.id] })),
  fillScopes: (scopes) =>
    scopes.map((scope) => ({
      text: texts.fillScope,
      params: [...ScopeRows.chargedValues(scope), ...ScopeRows.termValues(scope, values), scope.id]
    })),
  deleteScopes: (ids) => inList("DELETE FROM spending_scopes WHERE id", ids)
}
