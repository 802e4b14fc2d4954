import type { Page } from "@tollgate/core"
import type { HoldList } from "@tollgate/core/storage"
import * as HoldRows from "./holdRows.js"
import { type Condition, isNamed, numbered } from "./openHolds.js"
import type { Statement } from "./Statements.js"

/** The statements that count a list and read a page of it. */
export const listHolds = (
  { instance, key_hash, organization_id, state, workspace_id }: HoldList,
  { limit, offset }: Page,
  isPostgres: boolean
): { readonly count: Statement; readonly page: Statement } => {
  const conditions: ReadonlyArray<Condition> = [
    ...isNamed("api_key", key_hash),
    ...isNamed("organization", organization_id),
    ...isNamed("workspace", workspace_id),
    ...isNamed("instance", instance),
    ...(state === null ? [] : [["state = ?", HoldRows.stateNumber(state)] as const])
  ]
  const where = conditions.length === 0 ? "TRUE" : conditions.map(([text]) => text).join(" AND ")
  const params = conditions.map(([, value]) => value)
  return {
    count: { text: numbered(`SELECT count(*) AS size FROM spending_holds WHERE ${where}`, isPostgres), params },
    page: {
      text: numbered(
        `SELECT ${HoldRows.columns(!isPostgres)} FROM spending_holds WHERE ${where}
ORDER BY opened_at DESC, id LIMIT ? OFFSET ?`,
        isPostgres
      ),
      params: [...params, limit, offset]
    }
  }
}
