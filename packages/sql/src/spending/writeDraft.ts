import type { Scope } from "@tollgate/core/storage"
import type { Act, Script } from "./Act.js"
import type { Draft } from "./Draft.js"
import { namesOf } from "./holdRows.js"

/** Reads or inserts the names that new rows refer to. */
function* nameAll(act: Act, texts: ReadonlyArray<string>): Script<void> {
  const unknown = () => [...new Set(texts)].filter((name) => act.names.idOf(name) === undefined)
  if (unknown().length > 0) yield* act.readNames(act.statements.namesByText(unknown()))
  if (unknown().length > 0) yield* act.readNames(act.statements.insertNames(unknown()))
  // Another transaction has inserted these since.
  if (unknown().length > 0) yield* act.readNames(act.statements.namesByText(unknown()))
}

const storedOf = (scope: Scope | null | undefined): Scope => {
  if (scope === null || scope === undefined) throw new Error("A scope was changed that is not stored.")
  return scope
}

/** Writes the changes of a draft. Returns how many of its new holds another transaction has stored meanwhile. */
export function* writeDraft(act: Act, draft: Draft): Script<number> {
  const { learned, names, read, statements } = act
  const [added, changed] = [[...draft.newHolds.values()], [...draft.changedHolds.values()]]
  yield* nameAll(act, [
    ...added.flatMap((hold) => namesOf(hold, true)),
    ...changed.flatMap((hold) => namesOf(hold, false))
  ])
  const unused = [...read.reserved.values()].filter((id) => !draft.newScopes.has(id))
  for (const [name, id] of read.reserved) if (draft.newScopes.has(id)) learned.scopes.set(name, id)
  const inserts = statements.insertHolds(added, names)
  const all = [
    ...inserts,
    ...(changed.length > 0 ? statements.updateHolds(changed, names) : []),
    ...statements.updateScopes(
      [...draft.changedScopes.values()].map((after) => ({ before: storedOf(read.scopes.get(after.id)), after }))
    ),
    ...statements.fillScopes([...draft.newScopes.values()]),
    ...(unused.length > 0 ? statements.deleteScopes(unused) : [])
  ]
  if (all.length === 0) return 0
  const rows = yield all
  return statements.skipsTaken ? added.length - rows.slice(0, inserts.length).flat().length : 0
}
