import { type OrganizationId, Workspace, WorkspaceMember } from "@tollgate/core"
import {
  isWorkspaceId,
  WorkspaceMemberId,
  WorkspaceMemberRecord,
  WorkspaceRecord,
  type WorkspaceRef,
  WorkspaceStore
} from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { inChunks } from "../table/batches.js"
import { countedPage } from "../table/countedPage.js"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { Database } from "../transaction/Database.js"

export const layer = Layer.effect(
  WorkspaceStore,
  Effect.map(Database, (database) => {
    const { snapshot, sql, transact, write } = database
    const workspaces = table(database, "workspaces", WorkspaceRecord)
    const paged = countedPage(database)
    const members = table(database, "workspace_members", WorkspaceMemberRecord)
    const fields = Struct.keys(Workspace.fields)
    const byId = workspaces.pick(fields, "organization_id", "id")
    const bySlug = workspaces.pick(fields, "organization_id", "slug")
    const pages = workspaces.pages(fields, "created_at DESC, id")
    const memberPages = members.pages(Struct.keys(WorkspaceMember.fields), "created_at, id")
    const insertMembers = members.insertAll(sql`ON CONFLICT (workspace_id, user_id) DO NOTHING RETURNING id`)
    const ids = rowReader(sql, Schema.Struct({ id: WorkspaceMemberId }))
    const find = (organization_id: OrganizationId, ref: WorkspaceRef) =>
      isWorkspaceId(ref) ? byId({ organization_id, id: ref }) : bySlug({ organization_id, slug: ref })

    /** Adds members to a workspace. Returns the ids of those added. */
    const addToOne = Effect.fnUntraced(function* (records: Array.NonEmptyReadonlyArray<WorkspaceMemberRecord>) {
      const { organization_id, workspace_id } = records[0]
      if (Option.isNone(yield* find(organization_id, workspace_id))) return []
      const added = yield* Effect.forEach(inChunks(records), (chunk) => ids.allWritten(write(insertMembers(chunk))))
      return added.flat().map(({ id }) => id)
    })

    return WorkspaceStore.of({
      insert: workspaces.insertUnlessTaken("organization_id", "slug"),
      find,
      list: (organization_id, page) => paged(organization_id, "workspaces", page, pages({ organization_id }, page)),
      addMembers: (records) => {
        const groups = Object.values(
          Array.groupBy(records, ({ organization_id, workspace_id }) => `${organization_id} ${workspace_id}`)
        )
        if (groups.length === 0) return Effect.succeed([])
        return Effect.map(transact(Effect.forEach(groups, addToOne)), (added) => {
          const ids = new Set(added.flat())
          return records.filter(({ id }) => ids.has(id)).map(({ organization_id: _, ...member }) => member)
        })
      },
      listMembers: (organization_id, ref, page) =>
        snapshot(
          Effect.flatMap(find(organization_id, ref), (found) => {
            if (Option.isNone(found)) return Effect.succeedNone
            const { id: workspace_id } = found.value
            const rows = memberPages({ organization_id, workspace_id }, page)
            return Effect.asSome(paged(organization_id, `workspace members of ${workspace_id}`, page, rows))
          })
        )
    })
  })
)
