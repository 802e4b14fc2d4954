import { type OrganizationId, Workspace, WorkspaceMember, type WorkspaceRef, WorkspaceStore } from "@tollgate/core"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "../Database.js"
import { inChunks } from "../lists.js"
import { columnList, Integer, readAll, readOne, Time } from "../rows.js"

const WorkspaceRow = Schema.Struct({ ...Workspace.fields, created_at: Time, updated_at: Schema.NullOr(Time) })
const SizeRow = Schema.Struct({ id: Workspace.fields.id, member_count: Integer })
const MemberRow = Schema.Struct({ ...WorkspaceMember.fields, created_at: Time })
const AddedRow = Schema.Struct({ id: WorkspaceMember.fields.id })

const readWorkspace = readOne(WorkspaceRow)
const readSize = readOne(SizeRow)
const readMembers = readAll(MemberRow)
const readAdded = readAll(AddedRow)

export const layer = Layer.effect(
  WorkspaceStore,
  Effect.map(Database, ({ atomically, query, snapshot, sql }) => {
    const columns = columnList(sql, Object.keys(WorkspaceRow.fields))
    const memberColumns = columnList(sql, Object.keys(MemberRow.fields))

    const called = (reference: WorkspaceRef) =>
      "id" in reference ? sql`id = ${reference.id}` : sql`slug = ${reference.slug}`

    const size = (organizationId: OrganizationId, reference: WorkspaceRef) =>
      readSize(
        query(sql`SELECT id, member_count FROM workspaces
WHERE organization_id = ${organizationId} AND ${called(reference)}`)
      )

    const insertMembers = (organization_id: OrganizationId, members: ReadonlyArray<WorkspaceMember>) => {
      const rows = members.map(({ created_at, id, role, user_id, workspace_id }) => ({
        organization_id,
        workspace_id,
        user_id,
        id,
        role,
        created_at: created_at.epochMillis
      }))
      return readAdded(
        query(sql`INSERT INTO workspace_members ${sql.insert(rows)}
ON CONFLICT (workspace_id, user_id) DO NOTHING RETURNING id`)
      )
    }

    const addToOne = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      members: Array.NonEmptyReadonlyArray<WorkspaceMember>
    ) {
      const { workspace_id } = members[0]
      if (Option.isNone(yield* size(organizationId, { id: workspace_id }))) return []
      const added = yield* Effect.forEach(inChunks(members), (chunk) => insertMembers(organizationId, chunk))
      const ids = added.flat().map(({ id }) => id)
      yield* query(sql`UPDATE workspaces SET member_count = member_count + ${ids.length}
WHERE organization_id = ${organizationId} AND id = ${workspace_id}`)
      return ids
    })

    return WorkspaceStore.of({
      insert: (workspace) => {
        const row = {
          id: workspace.id,
          organization_id: workspace.organization_id,
          slug: workspace.slug,
          name: workspace.name,
          description: workspace.description,
          created_at: workspace.created_at.epochMillis,
          updated_at: workspace.updated_at?.epochMillis ?? null,
          created_by: workspace.created_by
        }
        const inserted = query(sql`INSERT INTO workspaces ${sql.insert(row)}
ON CONFLICT (organization_id, slug) DO NOTHING RETURNING id`)
        return Effect.map(inserted, (rows) => rows.length > 0)
      },
      find: (organizationId, reference) =>
        readWorkspace(
          query(sql`SELECT ${columns} FROM workspaces
WHERE organization_id = ${organizationId} AND ${called(reference)}`)
        ),
      addMembers: (organizationId, members) => {
        if (members.length === 0) return Effect.succeed([])
        const workspaces = Object.values(Array.groupBy(members, ({ workspace_id }) => workspace_id))
        const act = Effect.forEach(workspaces, (group) => addToOne(organizationId, group))
        return Effect.map(atomically(act), (added) => {
          const ids = new Set(added.flat())
          return members.filter(({ id }) => ids.has(id))
        })
      },
      listMembers: (organizationId, reference, { limit, offset }) =>
        snapshot(
          Effect.gen(function* () {
            const found = yield* size(organizationId, reference)
            if (Option.isNone(found)) return Option.none()
            const { id, member_count: total_count } = found.value
            if (offset >= total_count) return Option.some({ data: [], total_count })
            const data = yield* readMembers(
              query(sql`SELECT ${memberColumns} FROM workspace_members
WHERE organization_id = ${organizationId} AND workspace_id = ${id}
ORDER BY created_at, id LIMIT ${limit} OFFSET ${offset}`)
            )
            return Option.some({ data, total_count })
          })
        )
    })
  })
)
