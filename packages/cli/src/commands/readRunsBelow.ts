import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { type AnyAccount, callMethod } from "../account/AnyAccount.js"
import { isPage } from "../account/Page.js"
import type { Row } from "../output/valueText.js"

/** Runs below one, and how many more there are below those. */
export interface RunsBelow {
  readonly rows: ReadonlyArray<Row>
  readonly more: number
}

/** How many of the runs directly below one are read. */
const PAGE = 100

/** After so many, no more are read. */
const MAX_ROWS = 500

/** Reads the runs below a run, level by level, as far as a reader can use them. */
export const readRunsBelow = Effect.fnUntraced(function* (account: AnyAccount, run: unknown, organization_id: unknown) {
  const rows: Array<Row> = []
  const all = [run].filter(Predicate.isRecord)
  let children = 0
  for (const { children: directly, path: parent, workspace_id } of all) {
    children += Number(directly)
    if (directly === 0 || rows.length >= MAX_ROWS) continue
    const place = { workspace_id, ...(organization_id === undefined ? {} : { organization_id }) }
    const page = yield* callMethod(account, list, [{ parent, ...place, limit: PAGE }])
    const found = isPage(page) ? page.data.filter(Predicate.isRecord) : []
    rows.push(...found)
    // Those below them are read in turn.
    all.push(...found)
  }
  return { rows, more: Math.max(0, children - rows.length) } satisfies RunsBelow
})

const list = { resource: "runs", method: "list" }
