import type { Day, Scope, ScopeId } from "@tollgate/core/storage"
import { inLists } from "../../table/batches.js"
import type { Query } from "../../transaction/Executor.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { windowColumns } from "../rows/windowColumns.js"
import type { MirroredTable } from "./MirroredTable.js"

const updateCharged = `UPDATE spending_scopes SET ${ScopeRows.charged.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`

/** Adds to the columns of this many scopes. Each text is made once: statements are found by their texts, and a new one takes as long as a write. */
const add = (columns: ReadonlyArray<string>) => {
  const update = `UPDATE spending_scopes SET ${columns.map((name) => `${name} = ${name} + ?`).join(", ")} WHERE id IN`
  const texts = new Map<number, string>()
  return (count: number): string => {
    const known = texts.get(count)
    if (known !== undefined) return known
    const text = `${update} (${Array.from({ length: count }, () => "?").join(", ")})`
    texts.set(count, text)
    return text
  }
}
const addHeld = add(["holds", ...windowColumns("own_held")])
const addOwn = add(["holds", ...windowColumns("own_held"), ...windowColumns("own_spent")])

/** Whether columns differ other than those that acts usually change. */
export const differsElsewhere = (before: Scope, after: Scope) =>
  before.day !== after.day ||
  before.ahead !== after.ahead ||
  before.byok !== after.byok ||
  before.opening !== after.opening ||
  before.own.unknown !== after.own.unknown

/** Whether the amount is the same in all windows. */
const isOne = ({ daily, monthly, lifetime, weekly }: Day.Windows<bigint>) =>
  daily === lifetime && weekly === lifetime && monthly === lifetime

/** What is added to a window, which is the same for all of them; null if it is not. */
export const addedTo = (before: Day.Windows<bigint>, after: Day.Windows<bigint>): bigint | null => {
  if (before === after) return 0n
  const added = after.lifetime - before.lifetime
  if (isOne(before) && isOne(after)) return added
  const isSame =
    after.daily - before.daily === added &&
    after.weekly - before.weekly === added &&
    after.monthly - before.monthly === added
  return isSame ? added : null
}

/** Scopes to which the same is added in all windows. */
interface Group {
  readonly holds: number
  readonly held: bigint
  readonly spent: bigint
  readonly ids: Array<ScopeId>
}

/** Scopes of one act follow each other, so the same is found among the last groups, if anywhere. */
const LAST = 4

const groupOf = (groups: Array<Group>, holds: number, held: bigint, spent: bigint): Group => {
  for (let at = groups.length - 1; at >= 0 && at >= groups.length - LAST; at--) {
    const group = groups[at]
    if (group?.holds === holds && group.held === held && group.spent === spent) return group
  }
  const group = { holds, held, spent, ids: [] }
  groups.push(group)
  return group
}

/** Writes scopes. Most acts add the same amounts to all their scopes: one statement for them costs a fraction of one for each. */
export const writeScopes = (query: Query, scopes: MirroredTable<ScopeId, Scope>): void => {
  const groups: Array<Group> = []
  scopes.forEachChanged((after, before) => {
    const isOwn = before !== null && !differsElsewhere(before, after)
    const held = isOwn ? addedTo(before.own.held, after.own.held) : null
    const spent = isOwn ? addedTo(before.own.spent, after.own.spent) : null
    if (!isOwn || held === null || spent === null) {
      query(updateCharged, [...ScopeRows.chargedValues(after), after.id])
    } else groupOf(groups, after.holds - before.holds, held, spent).ids.push(after.id)
  })
  for (const { held, holds, ids, spent } of groups) {
    if (holds === 0 && held === 0n && spent === 0n) continue
    const [text, amounts] =
      spent === 0n
        ? [addHeld, [held, held, held, held]]
        : [addOwn, [held, held, held, held, spent, spent, spent, spent]]
    for (const list of inLists(ids)) query(text(list.length), [holds, ...amounts, ...list])
  }
}
