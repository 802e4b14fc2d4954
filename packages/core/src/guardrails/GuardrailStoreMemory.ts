import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as RedBlackTree from "effect/RedBlackTree"
import * as Struct from "effect/Struct"
import { missing, type Reference, repeated } from "../memory/constraints.js"
import { findOwned } from "../memory/findOwned.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import { missingReference } from "../records/RecordTable.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import { workspaceOf } from "../workspaces/WorkspaceStoreMemory.js"
import type { Guardrail, GuardrailId, GuardrailRecord } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import type { MemberAssignment, MemberAssignmentRecord } from "./MemberAssignment.js"

interface Guardrails {
  readonly byId: HashMap.HashMap<GuardrailId, GuardrailRecord>
  /** The guardrails of each organization and of each workspace. */
  readonly lists: HashMap.HashMap<string, SortedIndex.SortedIndex<GuardrailId>>
  /** By workspace and user, so that there is at most one of them. */
  readonly assignments: HashMap.HashMap<string, MemberAssignmentRecord>
  readonly members: HashMap.HashMap<GuardrailId, SortedIndex.SortedIndex<MemberAssignmentRecord>>
}

const slice = new Slice<Guardrails>("guardrails", {
  byId: HashMap.empty(),
  lists: HashMap.empty(),
  assignments: HashMap.empty(),
  members: HashMap.empty()
})

const show: (record: GuardrailRecord) => Guardrail = Struct.omit("organization_id")
const showMember: (record: MemberAssignmentRecord) => MemberAssignment = Struct.omit("workspace_id")

const find = ({ byId }: Guardrails, organizationId: OrganizationId, id: GuardrailId) =>
  findOwned(byId, organizationId, id)

const sortKeyOf = ({ created_at, id }: Pick<GuardrailRecord | MemberAssignmentRecord, "created_at" | "id">) =>
  SortedIndex.newestFirst(created_at.epochMillis, id)

const listName = (organizationId: OrganizationId, workspaceId: WorkspaceId | null) =>
  workspaceId === null ? organizationId : `${organizationId} ${workspaceId}`

/** The lists that contain a guardrail. */
const listsOf = ({ organization_id, workspace_id }: GuardrailRecord) => [
  listName(organization_id, null),
  listName(organization_id, workspace_id)
]

const keyOf = ({ user_id, workspace_id }: Pick<MemberAssignmentRecord, "user_id" | "workspace_id">) =>
  `${workspace_id} ${user_id}`

const withdraw = (all: Guardrails, assignment: MemberAssignmentRecord): Guardrails => ({
  ...all,
  assignments: HashMap.remove(all.assignments, keyOf(assignment)),
  members: SortedIndex.removeAt(all.members, assignment.guardrail_id, sortKeyOf(assignment))
})

const guardrailOf = ({ byId }: Guardrails, assignment: MemberAssignmentRecord): Reference => {
  const found = findOwned(byId, assignment.organization_id, assignment.guardrail_id)
  return ["guardrails", Option.exists(found, ({ workspace_id }) => workspace_id === assignment.workspace_id)]
}

/** Whether a user has the same guardrail already. */
const isAssigned = ({ assignments }: Guardrails, assignment: MemberAssignmentRecord) =>
  Option.exists(
    HashMap.get(assignments, keyOf(assignment)),
    (former) => former.guardrail_id === assignment.guardrail_id
  )

const assign = (all: Guardrails, assignment: MemberAssignmentRecord): Guardrails => {
  const { guardrail_id } = assignment
  if (isAssigned(all, assignment)) return all
  const before = HashMap.get(all.assignments, keyOf(assignment))
  const free = Option.isSome(before) ? withdraw(all, before.value) : all
  return {
    ...free,
    assignments: HashMap.set(free.assignments, keyOf(assignment), assignment),
    members: SortedIndex.insertAt(free.members, guardrail_id, sortKeyOf(assignment), assignment)
  }
}

const insert = (all: Guardrails, record: GuardrailRecord): Guardrails => ({
  ...all,
  byId: HashMap.set(all.byId, record.id, record),
  lists: listsOf(record).reduce(
    (lists, name) => SortedIndex.insertAt(lists, name, sortKeyOf(record), record.id),
    all.lists
  )
})

const remove = (all: Guardrails, record: GuardrailRecord): Guardrails => {
  const members = Option.getOrElse(HashMap.get(all.members, record.id), SortedIndex.empty<MemberAssignmentRecord>)
  return {
    byId: HashMap.remove(all.byId, record.id),
    lists: listsOf(record).reduce((lists, name) => SortedIndex.removeAt(lists, name, sortKeyOf(record)), all.lists),
    assignments: HashMap.removeMany(all.assignments, Array.fromIterable(RedBlackTree.values(members)).map(keyOf)),
    members: HashMap.remove(all.members, record.id)
  }
}

/** Applies changes one after another, and counts those that changed something. */
const counted = <A>(
  items: ReadonlyArray<A>,
  all: Guardrails,
  change: (all: Guardrails, item: A) => Guardrails
): readonly [number, Guardrails] =>
  items.reduce<readonly [number, Guardrails]>(
    ([count, before], item) => {
      const after = change(before, item)
      return [after === before ? count : count + 1, after]
    },
    [0, all]
  )

export const layer = Layer.effect(
  GuardrailStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return GuardrailStore.of({
      insert: (guardrail) =>
        modify((all, state) => {
          if (HashMap.has(all.byId, guardrail.id)) return repeated("guardrails")
          return missing(state, workspaceOf(state, guardrail)) ?? [undefined, insert(all, guardrail)]
        }),
      find: (organizationId, id) => read((all) => Option.map(find(all, organizationId, id), show)),
      list: (organizationId, workspaceId, page) =>
        read(({ byId, lists }) => {
          const { data, total_count } = SortedIndex.pageAt(lists, listName(organizationId, workspaceId), page)
          return { data: Array.filterMap(data, (id) => Option.map(HashMap.get(byId, id), show)), total_count }
        }),
      update: (organizationId, id, patch, updated_at) =>
        modify((all) => {
          const next = Option.map(find(all, organizationId, id), (before) => ({ ...before, ...patch, updated_at }))
          const after = Option.isNone(next) ? all : { ...all, byId: HashMap.set(all.byId, id, next.value) }
          return [Option.map(next, show), after]
        }),
      delete: (organizationId, id) =>
        modify((all) =>
          Option.match(find(all, organizationId, id), {
            onNone: () => [Option.none(), all],
            onSome: (found) => [Option.some(id), remove(all, found)]
          })
        ),
      assign: (assignments) =>
        modify((all, state) => {
          for (const one of assignments.filter((one) => !isAssigned(all, one))) {
            const failure =
              missing(state, guardrailOf(all, one)) ??
              missingReference(state, one.organization_id, [["organization_members", one.user_id]])
            if (failure !== null) return failure
          }
          return counted(assignments, all, assign)
        }),
      listMembers: (organizationId, id, page) =>
        read((all) =>
          Option.map(find(all, organizationId, id), () => {
            const { data, total_count } = SortedIndex.pageAt(all.members, id, page)
            return { data: data.map(showMember), total_count }
          })
        ),
      ofMember: (organizationId, workspace_id, user_id) =>
        read((all) =>
          HashMap.get(all.assignments, keyOf({ workspace_id, user_id })).pipe(
            Option.flatMap(({ guardrail_id }) => find(all, organizationId, guardrail_id)),
            Option.map(show)
          )
        ),
      unassign: (organizationId, id, users) =>
        modify((all) => {
          const guardrail = find(all, organizationId, id)
          if (Option.isNone(guardrail)) return [Option.none(), all]
          const { workspace_id } = guardrail.value
          const [count, rest] = counted(users, all, (before, user_id) => {
            const assignment = HashMap.get(before.assignments, keyOf({ workspace_id, user_id }))
            const isOurs = Option.isSome(assignment) && assignment.value.guardrail_id === id
            return isOurs ? withdraw(before, assignment.value) : before
          })
          return [Option.some(count), rest]
        })
    })
  })
)
