import { Day, type Scope } from "@tollgate/core/storage"
import { inLists } from "../../table/batches.js"
import type { ScopeChange, Statement } from "../rows/Statements.js"
import { windowColumns } from "../rows/windowColumns.js"

const columns = ["holds", ...windowColumns("own_spent"), ...windowColumns("own_held")]

const update = `UPDATE spending_scopes SET ${columns.map((name) => `${name} = ${name} + ?`).join(", ")} WHERE id IN`

/** Whether a change does not touch other columns than open holds, and what is spent and held through the gateway's own credentials. */
const isOtherwiseSame = (before: Scope, after: Scope) =>
  before.day === after.day &&
  before.ahead === after.ahead &&
  before.byok === after.byok &&
  before.opening === after.opening &&
  Day.kinds.every((kind) => before.own.unknown[kind] === after.own.unknown[kind])

/** What a change adds to the columns; null if it changes others, too. */
const deltasOf = ({ after, before }: ScopeChange): ReadonlyArray<number | bigint> | null =>
  isOtherwiseSame(before, after)
    ? [
        after.holds - before.holds,
        ...Day.kinds.map((kind) => after.own.spent[kind] - before.own.spent[kind]),
        ...Day.kinds.map((kind) => after.own.held[kind] - before.own.held[kind])
      ]
    : null

/**
 * Most acts add the same amounts to the same columns of all their scopes: one statement for all of them, and few values, costs a
 * fraction of whole rows. `others` writes the rest.
 */
export const updateByDeltas = (
  changes: ReadonlyArray<ScopeChange>,
  others: (changes: ReadonlyArray<ScopeChange>) => ReadonlyArray<Statement>
): ReadonlyArray<Statement> => {
  const rest: Array<ScopeChange> = []
  const groups: Array<{ readonly deltas: ReadonlyArray<number | bigint>; readonly ids: Array<number> }> = []
  for (const change of changes) {
    const deltas = deltasOf(change)
    if (deltas === null) {
      rest.push(change)
      continue
    }
    const group = groups.find((group) => group.deltas.every((delta, index) => delta === deltas[index]))
    if (group === undefined) groups.push({ deltas, ids: [change.after.id] })
    else group.ids.push(change.after.id)
  }
  const shared = groups.flatMap(({ deltas, ids }) =>
    inLists(ids).map((list) => ({
      text: `${update} (${list.map(() => "?").join(", ")})`,
      params: [...deltas, ...list]
    }))
  )
  return [...shared, ...others(rest)]
}
