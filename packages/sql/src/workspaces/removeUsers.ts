import type { OrganizationId, UserId, WorkspaceId } from "@tollgate/core"
import { WorkspaceMemberRecord } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inLists } from "../table/batches.js"
import { rowReader } from "../table/rowReader.js"
import type { Database } from "../transaction/Database.js"

const Removed = WorkspaceMemberRecord.pick("user_id", "workspace_id")

/** Deletes the rows of users in a workspace, or in all if it is null. Returns the users and the workspaces of the rows. */
export const removeUsers = (
  { lock, sql, transact, write }: Context.Tag.Service<Database>,
  table: "guardrail_members" | "workspace_members"
) => {
  const removed = rowReader(sql, Removed)
  return (organization_id: OrganizationId, users: ReadonlyArray<UserId>, workspaceId: WorkspaceId | null) => {
    const remove = (list: ReadonlyArray<UserId>) => {
      const inOne = workspaceId === null ? sql`` : sql` AND workspace_id = ${workspaceId}`
      const theirs = sql`organization_id = ${organization_id} AND user_id IN ${sql.in(list)}${inOne}`
      return Effect.zipRight(
        // A DELETE locks rows in no certain order, so it takes its turn among the acts of the workspaces.
        lock(sql`SELECT id FROM workspaces WHERE organization_id = ${organization_id}
AND id IN (SELECT workspace_id FROM ${sql(table)} WHERE ${theirs}) ORDER BY id FOR NO KEY UPDATE`),
        removed.allWritten(write(sql`DELETE FROM ${sql(table)} WHERE ${theirs} RETURNING ${removed.columns}`))
      )
    }
    return Effect.map(transact(Effect.forEach(inLists(users), remove)), Array.flatten)
  }
}
