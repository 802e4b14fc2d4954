import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { missing } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { memoryRecords } from "../records/memoryRecords.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { guardrailRecords, memberAssignmentRecords } from "./guardrailRecords.js"

const guardrails = memoryRecords(guardrailRecords)
const assignments = memoryRecords(memberAssignmentRecords, (state, { guardrail_id, organization_id, workspace_id }) => {
  const guardrail = guardrails.slice.read(state).find(organization_id, guardrail_id)
  return missing(state, ["guardrails", Option.exists(guardrail, (one) => one.workspace_id === workspace_id)])
})

export const layer = Layer.effect(
  GuardrailStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(assignments.slice)
    const store = guardrails.store(state)
    return GuardrailStore.of({
      ...store,
      delete: (organizationId, id) =>
        state.change((before) => {
          const all = assignments.slice.read(before)
          const rest = assignments.filtered(all, organizationId, { guardrail_id: id }).reduce(assignments.remove, all)
          return guardrails.deleteFrom(assignments.slice.write(before, rest), organizationId, id)
        }),
      assign: (records) =>
        modify((before, state) => {
          let [count, all] = [0, before]
          for (const record of records) {
            const former = assignments.holder(all, record)
            if (Option.exists(former, ({ guardrail_id }) => guardrail_id === record.guardrail_id)) continue
            const free = Option.isSome(former) ? assignments.remove(all, former.value) : all
            const inserted = assignments.insert(free, state, record)
            if (inserted instanceof StorageFailure) return inserted
            ;[count, all] = [count + 1, inserted[1]]
          }
          return [count, all]
        }),
      listMembers: (organizationId, id, page) =>
        read((all, state) =>
          Option.map(guardrails.slice.read(state).find(organizationId, id), () =>
            assignments.list(all, organizationId, page, { guardrail_id: id })
          )
        ),
      ofMember: (organization_id, workspace_id, user_id) =>
        read((all, state) =>
          assignments.holder(all, { organization_id, workspace_id, user_id }).pipe(
            Option.flatMap(({ guardrail_id }) => guardrails.slice.read(state).find(organization_id, guardrail_id)),
            Option.map(guardrails.show)
          )
        ),
      unassign: (organization_id, id, users) =>
        modify((all, state) => {
          const guardrail = guardrails.slice.read(state).find(organization_id, id)
          if (Option.isNone(guardrail)) return [Option.none(), all]
          const { workspace_id } = guardrail.value
          const removed = [...new Set(users)]
            .flatMap((user_id) => Option.toArray(assignments.holder(all, { organization_id, workspace_id, user_id })))
            .filter(({ guardrail_id }) => guardrail_id === id)
          return [Option.some(removed.length), removed.reduce(assignments.remove, all)]
        })
    })
  })
)
