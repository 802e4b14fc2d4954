import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { keyRecords } from "../keys/keyRecords.js"
import { missing } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import type { State } from "../memory/Slice.js"
import { contextOf } from "../ports/contextOf.js"
import { memoryRecords } from "../records/memoryRecords.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { UserId } from "../values/UserId.js"
import { removeUsersIn } from "../workspaces/removeUsersIn.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { keyAssignmentRecords, memberAssignmentRecords } from "./guardrailRecords.js"
import { type KeyAssignmentRecord, showKeyAssignment } from "./KeyAssignment.js"
import { guardrails, memoryAssignments } from "./memoryAssignments.js"

const keys = memoryRecords(keyRecords)
const keyOf = (state: State, { key_hash, organization_id }: KeyAssignmentRecord) =>
  keys.slice.read(state).find(organization_id, key_hash)

const members = memoryAssignments(memberAssignmentRecords, {
  of: ({ organization_id, workspace_id }, user_id: UserId) => ({ organization_id, workspace_id, user_id }),
  show: (_, assignment) => Option.some(assignment),
  under: (guardrail_id) => ({ guardrail_id })
})

const assignedKeys = memoryAssignments(keyAssignmentRecords, {
  of: ({ organization_id, workspace_id }, key_hash: KeyHash) => ({
    organization_id,
    workspace_id,
    key_hash
  }),
  show: (state, assignment) => Option.map(keyOf(state, assignment), (key) => showKeyAssignment(assignment, key)),
  under: (guardrail_id) => ({ guardrail_id }),
  check: (state, record) =>
    missing(state, [
      "api_keys",
      Option.exists(keyOf(state, record), ({ workspace_id }) => workspace_id === record.workspace_id)
    ])
})

export const make = contextOf(
  GuardrailStore,
  Effect.map(MemoryState, (state) => {
    const [ofMembers, ofKeys] = [members.store(state), assignedKeys.store(state)]
    return GuardrailStore.of({
      ...guardrails.store(state),
      assign: ofMembers.assign,
      listMembers: ofMembers.list,
      listAllMembers: ofMembers.listAll,
      ofMember: ofMembers.of,
      unassign: ofMembers.unassign,
      releaseMembers: (...theirs) => state.of(members.slice).modify((all) => removeUsersIn(all, ...theirs)),
      assignKeys: ofKeys.assign,
      listKeys: ofKeys.list,
      listAllKeys: ofKeys.listAll,
      ofKey: ofKeys.of,
      unassignKeys: ofKeys.unassign
    })
  })
)
