import type { Scope, ScopeRef } from "@tollgate/core/storage"
import type { Statement } from "../rows/Statements.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { windowColumns } from "../rows/windowColumns.js"

const [limits, spent, held] = [windowColumns("limit"), windowColumns("own_spent"), windowColumns("own_held")]

/** What few scopes have anything in, in the order of `packedTally` and `packedWindows`. */
const rare = [
  ...["own_unknown", "byok_spent", "byok_held", "byok_unknown", "own_opening", "byok_opening"].flatMap(windowColumns),
  "opening_day"
]

/**
 * A scope that is found by its name, in 19 columns of 51: a driver takes as long for a row as for its columns. Null in `rare` says that there
 * is nothing in 25 of them.
 */
const columns = [
  ...["id", "version", "day", "ahead", "holds", "include_byok", ...limits, ...spent, ...held],
  `CASE WHEN ${rare.join(" | ")} THEN ${rare.join(" || ',' || ")} END AS rare`
].join(", ")

const isNamed = ScopeRows.ref.map((name) => `${name} = ?`).join(" AND ")
const select = (place: number) => `SELECT ${place} AS place, ${columns} FROM spending_scopes WHERE ${isNamed}`

/** A statement names at most this many, so that there are few texts. */
const MOST_NAMED = 5

const texts = Array.from({ length: MOST_NAMED }, (_, last) =>
  Array.from({ length: last + 1 }, (_, place) => select(place)).join("\nUNION ALL ")
)

/** A row says in `place` which of the scopes it is. */
const scopesNamed = (refs: ReadonlyArray<ScopeRef>): Statement => ({
  text: texts[refs.length - 1] ?? "",
  params: refs.flatMap(ScopeRows.refValues)
})

const zeros: ReadonlyArray<string> = []

const toScope = (row: ScopeRows.Row, ref: ScopeRef): Scope => {
  const values = row.rare === null ? zeros : String(row.rare).split(",")
  return {
    id: Number(row.id),
    ref,
    version: Number(row.version),
    day: Number(row.day),
    ahead: row.ahead === null ? null : Number(row.ahead),
    holds: Number(row.holds),
    limits: ScopeRows.limitsOf(row),
    include_byok: row.include_byok === 1n,
    own: {
      spent: ScopeRows.windows(row, spent),
      held: ScopeRows.windows(row, held),
      unknown: ScopeRows.packedWindows(values, 0)
    },
    byok: ScopeRows.packedTally(values, 4),
    opening: {
      day: Number(values[24] ?? 0),
      own: ScopeRows.packedWindows(values, 16),
      byok: ScopeRows.packedWindows(values, 20)
    }
  }
}

/** Reads scopes by their names. Those that do not exist are not in the answer. */
export const readScopes = (
  refs: ReadonlyArray<ScopeRef>,
  select: (statement: Statement) => ReadonlyArray<ScopeRows.Row>
): ReadonlyMap<ScopeRef, Scope> => {
  const read = new Map<ScopeRef, Scope>()
  for (let from = 0; from < refs.length; from += MOST_NAMED) {
    const named = refs.slice(from, from + MOST_NAMED)
    for (const row of select(scopesNamed(named))) {
      const ref = named[Number(row.place)]
      if (ref !== undefined) read.set(ref, toScope(row, ref))
    }
  }
  return read
}
