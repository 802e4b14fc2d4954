import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { missing, type Reference, repeated } from "../memory/constraints.js"
import { findOwned } from "../memory/findOwned.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice, type State } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import { memberOf, organizationOf } from "../organizations/OrganizationStoreMemory.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Workspace, WorkspaceRecord } from "./Workspace.js"
import type { WorkspaceMember, WorkspaceMemberRecord } from "./WorkspaceMember.js"
import { isWorkspaceId, type WorkspaceRef } from "./WorkspaceRef.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

interface Workspaces {
  readonly byId: HashMap.HashMap<WorkspaceId, WorkspaceRecord>
  readonly lists: HashMap.HashMap<OrganizationId, SortedIndex.SortedIndex<Workspace>>
  /** By organization and slug. */
  readonly slugs: HashMap.HashMap<string, WorkspaceId>
  readonly members: HashMap.HashMap<WorkspaceId, SortedIndex.SortedIndex<WorkspaceMember>>
  /** By workspace and user. */
  readonly users: HashSet.HashSet<string>
}

const slice = new Slice<Workspaces>("workspaces", {
  byId: HashMap.empty(),
  lists: HashMap.empty(),
  slugs: HashMap.empty(),
  members: HashMap.empty(),
  users: HashSet.empty()
})

const slugKey = (organizationId: OrganizationId, slug: string) => `${organizationId} ${slug}`

const find = ({ byId, slugs }: Workspaces, organizationId: OrganizationId, ref: WorkspaceRef) => {
  const id = isWorkspaceId(ref) ? Option.some(ref) : HashMap.get(slugs, slugKey(organizationId, ref))
  return Option.flatMap(id, (id) => findOwned(byId, organizationId, id))
}

const show: (record: WorkspaceRecord) => Workspace = Struct.omit("organization_id")
const showMember: (record: WorkspaceMemberRecord) => WorkspaceMember = Struct.omit("organization_id")

const insert = (all: Workspaces, record: WorkspaceRecord): Workspaces => {
  const { created_at, id, organization_id, slug } = record
  const sortKey = SortedIndex.newestFirst(created_at.epochMillis, id)
  return {
    ...all,
    byId: HashMap.set(all.byId, id, record),
    lists: SortedIndex.insertAt(all.lists, organization_id, sortKey, show(record)),
    slugs: HashMap.set(all.slugs, slugKey(organization_id, slug), id)
  }
}

const userKey = ({ user_id, workspace_id }: WorkspaceMemberRecord) => `${workspace_id} ${user_id}`

/** Whether the workspace exists and the user is not its member yet. */
const isNew = (all: Workspaces, record: WorkspaceMemberRecord) =>
  Option.isSome(find(all, record.organization_id, record.workspace_id)) && !HashSet.has(all.users, userKey(record))

const addMember = (all: Workspaces, record: WorkspaceMemberRecord): Workspaces => {
  const { created_at, id, workspace_id } = record
  if (!isNew(all, record)) return all
  const sortKey = SortedIndex.oldestFirst(created_at.epochMillis, id)
  return {
    ...all,
    members: SortedIndex.insertAt(all.members, workspace_id, sortKey, showMember(record)),
    users: HashSet.add(all.users, userKey(record))
  }
}

/** A workspace that a record references. */
export const workspaceOf = (
  state: State,
  record: { readonly organization_id: OrganizationId; readonly workspace_id: WorkspaceId }
): Reference => ["workspaces", Option.isSome(find(slice.read(state), record.organization_id, record.workspace_id))]

export const layer = Layer.effect(
  WorkspaceStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return WorkspaceStore.of({
      insert: (workspace) =>
        modify((all, state) => {
          if (HashMap.has(all.slugs, slugKey(workspace.organization_id, workspace.slug))) return [false, all]
          if (HashMap.has(all.byId, workspace.id)) return repeated("workspaces")
          return missing(state, organizationOf(state, workspace.organization_id)) ?? [true, insert(all, workspace)]
        }),
      find: (organizationId, ref) => read((all) => Option.map(find(all, organizationId, ref), show)),
      list: (organizationId, page) => read(({ lists }) => SortedIndex.pageAt(lists, organizationId, page)),
      addMembers: (records) =>
        modify((all, state) => {
          const added: Array<WorkspaceMember> = []
          const references = records.filter((record) => isNew(all, record)).map((record) => memberOf(state, record))
          const failure = missing(state, ...references)
          if (failure !== null) return failure
          const rest = records.reduce((before, record) => {
            const after = addMember(before, record)
            if (after !== before) added.push(showMember(record))
            return after
          }, all)
          return [added, rest]
        }),
      listMembers: (organizationId, ref, page) =>
        read((all) => Option.map(find(all, organizationId, ref), ({ id }) => SortedIndex.pageAt(all.members, id, page)))
    })
  })
)
