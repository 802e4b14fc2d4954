import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as RedBlackTree from "effect/RedBlackTree"
import type { OrganizationId } from "../Id.js"
import { MemoryState, type State } from "../memory/MemoryState.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import type { Workspace } from "./Workspace.js"
import type { WorkspaceMember } from "./WorkspaceMember.js"
import { type WorkspaceRef, WorkspaceStore } from "./WorkspaceStore.js"

const find = (all: State, organizationId: OrganizationId, reference: WorkspaceRef): Option.Option<Workspace> => {
  const id =
    "id" in reference
      ? Option.some(reference.id)
      : HashMap.get(all.workspaceSlugs, `${organizationId} ${reference.slug}`)
  return Option.flatMap(id, (id) => HashMap.get(all.workspaces, id)).pipe(
    Option.filter((workspace) => workspace.organization_id === organizationId)
  )
}

const membersOf = (all: State, { id }: Pick<Workspace, "id">) =>
  Option.getOrElse(HashMap.get(all.workspaceMembers, id), () => SortedIndex.empty<WorkspaceMember>())

const addMember = (all: State, member: WorkspaceMember): State => {
  const { created_at, id, user_id, workspace_id } = member
  const place = SortedIndex.oldestFirst(created_at.epochMillis, id)
  const members = RedBlackTree.insert(membersOf(all, { id: workspace_id }), place, member)
  return {
    ...all,
    workspaceMembers: HashMap.set(all.workspaceMembers, workspace_id, members),
    workspaceUsers: HashMap.set(all.workspaceUsers, `${workspace_id} ${user_id}`, member)
  }
}

export const layer = Layer.effect(
  WorkspaceStore,
  Effect.map(MemoryState, (state) =>
    WorkspaceStore.of({
      insert: (workspace) =>
        state.modify((all) => {
          const slug = `${workspace.organization_id} ${workspace.slug}`
          if (HashMap.has(all.workspaceSlugs, slug)) return [false, all]
          const workspaces = HashMap.set(all.workspaces, workspace.id, workspace)
          return [true, { ...all, workspaces, workspaceSlugs: HashMap.set(all.workspaceSlugs, slug, workspace.id) }]
        }),
      find: (organizationId, reference) => Effect.map(state.get, (all) => find(all, organizationId, reference)),
      addMembers: (organizationId, members) =>
        state.modify((all) => {
          const added: Array<WorkspaceMember> = []
          let next = all
          for (const member of members) {
            if (Option.isNone(find(next, organizationId, { id: member.workspace_id }))) continue
            if (HashMap.has(next.workspaceUsers, `${member.workspace_id} ${member.user_id}`)) continue
            next = addMember(next, member)
            added.push(member)
          }
          return [added, next]
        }),
      listMembers: (organizationId, reference, page) =>
        Effect.map(state.get, (all) =>
          Option.map(find(all, organizationId, reference), (workspace) =>
            SortedIndex.page(membersOf(all, workspace), page)
          )
        )
    })
  )
)
