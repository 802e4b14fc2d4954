import { type CorrectionRecord, Entries, type HoldRecord, type SpendingStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import type { Database } from "../../transaction/Database.js"
import { type Dialect, isNamed, type Statement } from "../rows/Dialect.js"
import * as HoldRows from "../rows/holdRows.js"
import { rowsOf } from "../rows/Script.js"
import type { Row } from "../rows/scopeRows.js"
import { correctionColumns, toCorrection } from "./readCorrections.js"
import type { Reads } from "./reads.js"

type Entry = Context.Tag.Service<SpendingStore>["entries"]
type List = Parameters<Entry>[0]
type HoldId = HoldRecord["id"]

const columns = ["entry", "unknown_entry"] as const

/** How many rows of each kind are read for a page: one of few numbers, because a statement is prepared for each. */
const readFor = (limit: number): number => [100, 1_000].find((most) => limit <= most) ?? limit

/** Finds the holds of the next entries of one kind, by the index of their positions. */
export const nextHolds = (
  column: (typeof columns)[number],
  { after, limit, organization_id }: List,
  dialect: Dialect
): Statement => {
  const [most, mosts] = dialect.limit(readFor(limit))
  const [isOrganization, organization] = isNamed("organization", organization_id)[0] ?? ["TRUE", []]
  const text = `SELECT ${HoldRows.columns(dialect)} FROM spending_holds WHERE ${isOrganization} AND ${column} > ? ORDER BY ${column} LIMIT ${most}`
  return { text: dialect.numbered(text), params: [...organization, after, ...mosts] }
}

/** Finds the holds of the next corrections. */
export const nextCorrections = ({ after, limit, organization_id }: List, dialect: Dialect): Statement => {
  const [most, mosts] = dialect.limit(readFor(limit))
  const text = `SELECT hold FROM spending_corrections WHERE organization_id = ? AND entry > ? ORDER BY entry LIMIT ${most}`
  return { text: dialect.numbered(text), params: [organization_id, after, ...mosts] }
}

/** Reads every correction of some holds, in any order. */
const correctionsOf = (ids: ReadonlyArray<HoldId>, { organization_id }: List, dialect: Dialect) =>
  dialect.isAmong("hold", "uuid", ids.map(dialect.idOf)).map(([isAmong, params]) => ({
    text: dialect.numbered(
      `SELECT id, ${correctionColumns} FROM spending_corrections WHERE organization_id = ? AND ${isAmong}`
    ),
    params: [organization_id, ...params]
  }))

const inOrder = (one: Row, other: Row) => Number(one.id) - Number(other.id)

/** The corrections of each hold, oldest first. */
const byHold = (rows: ReadonlyArray<Row>): ReadonlyMap<string, ReadonlyArray<CorrectionRecord>> => {
  const found = new Map<string, Array<CorrectionRecord>>()
  for (const row of [...rows].sort(inOrder)) {
    const id = HoldRows.toId(row["hold"])
    const of = found.get(id) ?? []
    of.push(toCorrection(row, of.length + 1))
    found.set(id, of)
  }
  return found
}

/**
 * Reads the next entries of an organization, all as they are at one instant: the holds that have the next ones of each kind, and of all
 * entries of those holds the first. So it reads about as many rows as entries are asked for, however many there are.
 */
export const listEntries =
  ({ snapshot }: Context.Tag.Service<Database>, { run }: Reads, dialect: Dialect): Entry =>
  (list) =>
    snapshot(
      run(function* (names) {
        const rows = yield* rowsOf(columns.map((column) => nextHolds(column, list, dialect)))
        const holds = new Map((yield* names.toHolds(rows)).map((hold) => [hold.id, hold]))
        const corrected = yield* rowsOf([nextCorrections(list, dialect)])
        // The ids of stored holds.
        const ids = [...new Set(corrected.map(({ hold }) => HoldRows.toId(hold) as HoldId))]
        const missing = ids.filter((id) => !holds.has(id))
        const others = missing.length === 0 ? [] : yield* rowsOf(dialect.holds(missing, "none"))
        for (const hold of yield* names.toHolds(others)) holds.set(hold.id, hold)
        const found = [...holds.values()]
        const withCorrections = found.filter(({ corrections }) => corrections > 0).map(({ id }) => id)
        const corrections = byHold(yield* rowsOf(correctionsOf(withCorrections, list, dialect)))
        return found
          .flatMap((hold) => Entries.entriesOf(hold, corrections.get(hold.id) ?? []))
          .filter(({ position }) => position > list.after)
          .sort((one, other) => one.position - other.position)
          .slice(0, list.limit)
      })
    )
