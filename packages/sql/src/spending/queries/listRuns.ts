import type { RunList, RunState, ScopeRef, SpendingStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import type { Database } from "../../transaction/Database.js"
import { allOf, type Dialect, type Part } from "../rows/Dialect.js"
import { rowsOf } from "../rows/Script.js"
import * as ScopeRows from "../rows/scopeRows.js"
import type { Reads } from "./reads.js"

const isRun = (ref: ScopeRef): Part => [ScopeRows.isRef, ScopeRows.refValues(ref)]

const isBelow = (parent: ScopeRef | "top"): Part =>
  parent === "top"
    ? ["parent IS NULL", []]
    : [`parent = (SELECT id FROM spending_scopes WHERE ${ScopeRows.isRef})`, ScopeRows.refValues(parent)]

/** The subject of a run begins with the id of its workspace. The index of lists is read whatever the workspace, because it has their order. */
const isIn = (workspace: string): Part => [`substr(subject, 1, ${workspace.length}) = ?`, [workspace]]

const isInState = (state: RunState, now: number): Part => {
  if (state === "stopped") return ["stopped = TRUE", []]
  return state === "ended"
    ? ["stopped = FALSE AND ends_at <= ?", [now]]
    : ["stopped = FALSE AND (ends_at IS NULL OR ends_at > ?)", [now]]
}

/** The condition that a scope is a run of a list. */
const isListed = ({ organization_id, parent, run, state, workspace_id }: RunList, now: number): Part =>
  allOf([
    ["organization_id = ? AND listed_at IS NOT NULL", [organization_id]],
    ...(run === null ? [] : [isRun(run)]),
    ...(parent === null ? [] : [isBelow(parent)]),
    ...(workspace_id === null ? [] : [isIn(workspace_id)]),
    ...(state === null ? [] : [isInState(state, now)])
  ])

const newestFirst = "listed_at DESC, COALESCE(charged_at, created_at) DESC, id DESC"

/** Lists runs with the numbers of those directly below them. */
export const listRuns =
  (
    { snapshot }: Context.Tag.Service<Database>,
    dialect: Dialect,
    { run }: Reads
  ): Context.Tag.Service<SpendingStore>["runs"] =>
  (list, { limit, offset }, now) => {
    const [where, params] = isListed(list, now)
    const count = { text: dialect.numbered(`SELECT count(*) AS size FROM spending_scopes WHERE ${where}`), params }
    const page = {
      text: dialect.numbered(`SELECT ${ScopeRows.columns(dialect, "t")},
(SELECT count(*) FROM spending_scopes AS c WHERE c.parent = t.id) AS children
FROM spending_scopes AS t WHERE id IN (SELECT id FROM spending_scopes WHERE ${where} ORDER BY ${newestFirst} LIMIT ? OFFSET ?)
ORDER BY ${newestFirst}`),
      params: [...params, limit, offset]
    }
    return snapshot(
      run(function* () {
        const [size] = yield* rowsOf([count])
        const rows = yield* rowsOf([page])
        return {
          data: rows.map((row) => ({ scope: ScopeRows.toScope(row), children: Number(row["children"]) })),
          total_count: Number(size?.["size"])
        }
      })
    )
  }
