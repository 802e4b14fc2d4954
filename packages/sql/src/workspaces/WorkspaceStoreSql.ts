import type { OrganizationId, Paged } from "@tollgate/core"
import {
  isWorkspaceId,
  type Membership,
  organizationMemberRecords,
  WorkspaceMemberId,
  type WorkspaceMemberRecord,
  type WorkspaceRef,
  WorkspaceStore,
  workspaceMemberRecords,
  workspaceRecords
} from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { inChunks } from "../table/batches.js"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { removeUsers } from "./removeUsers.js"

const MemberId = Schema.Struct({ id: WorkspaceMemberId })

export const make = contextOf(
  WorkspaceStore,
  Effect.map(Database, (database) => {
    const { lock, snapshot, sql, transact, write } = database
    // Nothing that is stored with a workspace depends on its fields.
    const workspaces = records(database, workspaceRecords, { locksFound: false })
    const members = records(database, workspaceMemberRecords)
    const insertMembers = members.rows.insertAll(sql`ON CONFLICT (workspace_id, user_id) DO NOTHING RETURNING id`)
    const findMember = members.rows.pick(workspaceMemberRecords.view, "organization_id", "workspace_id", "user_id")
    const ids = rowReader(sql, MemberId)
    const rolesOf = records(database, organizationMemberRecords).rows.among(["user_id", "role"], "user_id")

    const withRoles =
      (organizationId: OrganizationId) =>
      ({ data, total_count }: Paged<Membership>) =>
        Effect.map(
          rolesOf(
            organizationId,
            data.map(({ user_id }) => user_id)
          ),
          (found) => {
            const roles = new Map(found.map(({ role, user_id }) => [user_id, role]))
            const shown = Array.filterMap(data, (member) =>
              Option.map(Option.fromNullable(roles.get(member.user_id)), (role) => ({ ...member, role }))
            )
            return { data: shown, total_count }
          }
        )

    const named = (organization_id: OrganizationId, ref: WorkspaceRef) =>
      isWorkspaceId(ref) ? { organization_id, id: ref } : { organization_id, slug: ref }

    /** Adds members to a workspace. Returns the ids of those added. */
    const addToOne = Effect.fnUntraced(function* (records: Array.NonEmptyReadonlyArray<WorkspaceMemberRecord>) {
      const { organization_id, workspace_id } = records[0]
      // Until the transaction ends, the workspace is not deleted.
      const [found] = yield* workspaces.store.findMany(organization_id, [workspace_id])
      if (found === undefined) return []
      const added = yield* Effect.forEach(inChunks(records), (chunk) => ids.allWritten(write(insertMembers(chunk))))
      return added.flat().map(({ id }) => id)
    })

    return WorkspaceStore.of({
      ...workspaces.store,
      // Whatever is stored in a workspace references its row, which it locks for that.
      lockWorkspace: (organization_id, ref) =>
        Effect.zipRight(
          lock(sql`SELECT 1 FROM workspaces WHERE ${workspaces.rows.where(named(organization_id, ref))} FOR UPDATE`),
          workspaces.store.find(organization_id, ref)
        ),
      delete: (organization_id, ref) => {
        const workspaceId = sql`SELECT id FROM workspaces WHERE ${workspaces.rows.where(named(organization_id, ref))}`
        const leave = write(sql`DELETE FROM workspace_members
WHERE organization_id = ${organization_id} AND workspace_id = (${workspaceId})`)
        return transact(Effect.zipRight(leave, workspaces.store.delete(organization_id, ref)))
      },
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
      findMember: (organization_id, workspace_id, user_id) => findMember({ organization_id, workspace_id, user_id }),
      listMembers: (organizationId, ref, page) =>
        snapshot(
          Effect.flatMap(
            workspaces.store.find(organizationId, ref),
            Effect.transposeMapOption(({ id }) =>
              Effect.flatMap(members.store.list(organizationId, page, { workspace_id: id }), withRoles(organizationId))
            )
          )
        ),
      removeMembers: removeUsers(database, "workspace_members")
    })
  })
)
