import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import { MemoryState, type State } from "../memory/MemoryState.js"
import type { GuardrailId, MemberAssignment } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"

const find = (all: State, organizationId: OrganizationId, id: GuardrailId) =>
  Option.filter(HashMap.get(all.guardrails, id), (guardrail) => guardrail.organization_id === organizationId)

const usersOf = (all: State, id: GuardrailId) =>
  Option.getOrElse(HashMap.get(all.guardrailUsers, id), () => HashMap.empty<string, true>())

// An assignment is kept under the workspace and the user, so that there is at most one of them.
const place = ({ user_id, workspace_id }: MemberAssignment) => `${workspace_id} ${user_id}`

const withdraw = (all: State, { guardrail_id }: MemberAssignment, at: string): State => ({
  ...all,
  assignments: HashMap.remove(all.assignments, at),
  guardrailUsers: HashMap.set(all.guardrailUsers, guardrail_id, HashMap.remove(usersOf(all, guardrail_id), at))
})

const assign = (all: State, assignment: MemberAssignment): readonly [boolean, State] => {
  const at = place(assignment)
  const { guardrail_id } = assignment
  const before = HashMap.get(all.assignments, at)
  if (Option.isSome(before) && before.value.guardrail_id === guardrail_id) return [false, all]
  const free = Option.isSome(before) ? withdraw(all, before.value, at) : all
  return [
    true,
    {
      ...free,
      assignments: HashMap.set(free.assignments, at, assignment),
      guardrailUsers: HashMap.set(free.guardrailUsers, guardrail_id, HashMap.set(usersOf(free, guardrail_id), at, true))
    }
  ]
}

export const layer = Layer.effect(
  GuardrailStore,
  Effect.map(MemoryState, (state) =>
    GuardrailStore.of({
      insert: (guardrail) =>
        state.modify((all) => [
          undefined,
          { ...all, guardrails: HashMap.set(all.guardrails, guardrail.id, guardrail) }
        ]),
      find: (organizationId, id) => Effect.map(state.get, (all) => find(all, organizationId, id)),
      remove: (organizationId, id) =>
        state.modify((all) => {
          if (Option.isNone(find(all, organizationId, id))) return [false, all]
          const assignments = HashMap.removeMany(all.assignments, HashMap.keys(usersOf(all, id)))
          return [
            true,
            {
              ...all,
              assignments,
              guardrails: HashMap.remove(all.guardrails, id),
              guardrailUsers: HashMap.remove(all.guardrailUsers, id)
            }
          ]
        }),
      assign: (assignments) =>
        state.modify((all) => {
          let count = 0
          let next = all
          for (const assignment of assignments) {
            const [moved, after] = assign(next, assignment)
            if (moved) count++
            next = after
          }
          return [count, next]
        }),
      unassign: (organizationId, id, users) =>
        state.modify((all) => {
          const guardrail = find(all, organizationId, id)
          if (Option.isNone(guardrail)) return [Option.none(), all]
          let count = 0
          let next = all
          for (const user of users) {
            const at = `${guardrail.value.workspace_id} ${user}`
            const assignment = HashMap.get(next.assignments, at)
            if (Option.isNone(assignment) || assignment.value.guardrail_id !== id) continue
            next = withdraw(next, assignment.value, at)
            count++
          }
          return [Option.some(count), next]
        })
    })
  )
)
