import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import { findOwned } from "../memory/findOwned.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import type { Guardrail, GuardrailId } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import type { MemberAssignment } from "./MemberAssignment.js"

interface Guardrails {
  readonly byId: HashMap.HashMap<GuardrailId, Guardrail>
  /** By workspace and user, so that there is at most one of them. */
  readonly assignments: HashMap.HashMap<string, MemberAssignment>
  /** The keys of each guardrail's assignments. */
  readonly assigned: HashMap.HashMap<GuardrailId, HashSet.HashSet<string>>
}

const slice = new Slice<Guardrails>("guardrails", {
  byId: HashMap.empty(),
  assignments: HashMap.empty(),
  assigned: HashMap.empty()
})

const find = ({ byId }: Guardrails, organizationId: OrganizationId, id: GuardrailId) =>
  findOwned(byId, organizationId, id)

const assignedTo = ({ assigned }: Guardrails, id: GuardrailId) =>
  Option.getOrElse(HashMap.get(assigned, id), () => HashSet.empty<string>())

const keyOf = ({ user_id, workspace_id }: Pick<MemberAssignment, "user_id" | "workspace_id">) =>
  `${workspace_id} ${user_id}`

const withdraw = (all: Guardrails, { guardrail_id }: MemberAssignment, key: string): Guardrails => ({
  ...all,
  assignments: HashMap.remove(all.assignments, key),
  assigned: HashMap.set(all.assigned, guardrail_id, HashSet.remove(assignedTo(all, guardrail_id), key))
})

const assign = (all: Guardrails, assignment: MemberAssignment): Guardrails => {
  const key = keyOf(assignment)
  const { guardrail_id } = assignment
  const before = HashMap.get(all.assignments, key)
  if (Option.exists(before, (former) => former.guardrail_id === guardrail_id)) return all
  const free = Option.isSome(before) ? withdraw(all, before.value, key) : all
  return {
    ...free,
    assignments: HashMap.set(free.assignments, key, assignment),
    assigned: HashMap.set(free.assigned, guardrail_id, HashSet.add(assignedTo(free, guardrail_id), key))
  }
}

/** Applies changes in turn, and counts those that changed anything. */
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
        modify((all) => [undefined, { ...all, byId: HashMap.set(all.byId, guardrail.id, guardrail) }]),
      find: (organizationId, id) => read((all) => find(all, organizationId, id)),
      delete: (organizationId, id) =>
        modify((all) => {
          if (Option.isNone(find(all, organizationId, id))) return [Option.none(), all]
          const rest: Guardrails = {
            byId: HashMap.remove(all.byId, id),
            assignments: HashMap.removeMany(all.assignments, assignedTo(all, id)),
            assigned: HashMap.remove(all.assigned, id)
          }
          return [Option.some(id), rest]
        }),
      assign: (assignments) => modify((all) => counted(assignments, all, assign)),
      unassign: (organizationId, id, users) =>
        modify((all) => {
          const guardrail = find(all, organizationId, id)
          if (Option.isNone(guardrail)) return [Option.none(), all]
          const { workspace_id } = guardrail.value
          const [count, rest] = counted(users, all, (before, user_id) => {
            const key = keyOf({ workspace_id, user_id })
            const assignment = HashMap.get(before.assignments, key)
            const isOurs = Option.isSome(assignment) && assignment.value.guardrail_id === id
            return isOurs ? withdraw(before, assignment.value, key) : before
          })
          return [Option.some(count), rest]
        })
    })
  })
)
