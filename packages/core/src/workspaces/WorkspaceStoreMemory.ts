import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { missing, type Reference } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import type { State } from "../memory/Slice.js"
import { organizationOf, roleOf } from "../organizations/OrganizationStoreMemory.js"
import { contextOf } from "../ports/contextOf.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { memoryRecords } from "../records/memoryRecords.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import { removeUsersIn } from "./removeUsersIn.js"
import { type Membership, WorkspaceStore } from "./WorkspaceStore.js"
import { workspaceMemberRecords, workspaceRecords } from "./workspaceRecords.js"

const workspaces = memoryRecords(workspaceRecords, {
  check: (state, { organization_id }) => missing(state, organizationOf(state, organization_id))
})
const members = memoryRecords(workspaceMemberRecords)

const workspacesOf = (state: State) => workspaces.slice.read(state)

/** A workspace that a record references. */
export const workspaceOf = (
  state: State,
  record: { readonly organization_id: OrganizationId; readonly workspace_id: WorkspaceId }
): Reference => ["workspaces", Option.isSome(workspacesOf(state).find(record.organization_id, record.workspace_id))]

const withRole = (state: State, organizationId: OrganizationId) => (member: Membership) =>
  Option.map(roleOf(state, organizationId, member.user_id), (role) => ({ ...member, role }))

export const make = contextOf(
  WorkspaceStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(members.slice)
    const own = workspaces.store(state)
    return WorkspaceStore.of({
      ...own,
      lockWorkspace: own.find,
      addMembers: (records) =>
        modify((before, state) => {
          const added: Array<Membership> = []
          let all = before
          for (const record of records) {
            if (Option.isNone(workspacesOf(state).find(record.organization_id, record.workspace_id))) continue
            const inserted = members.insert(all, state, record)
            if (inserted instanceof StorageFailure) return inserted
            const [isNew, after] = inserted
            if (isNew) added.push(members.show(record))
            all = after
          }
          return [added, all]
        }),
      findMember: (organization_id, workspace_id, user_id) =>
        read((all) => Option.map(members.holder(all, { organization_id, workspace_id, user_id }), members.show)),
      listMembers: (organizationId, ref, page) =>
        read((all, state) =>
          Option.map(workspaces.find(workspacesOf(state), organizationId, ref), ({ id }) => {
            const { data, total_count } = members.list(all, organizationId, page, { workspace_id: id })
            return { data: Arr.filterMap(data, withRole(state, organizationId)), total_count }
          })
        ),
      removeMembers: (...theirs) => modify((all) => removeUsersIn(all, ...theirs))
    })
  })
)
