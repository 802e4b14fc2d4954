import { describe, expect } from "@effect/vitest"
import {
  addWorkspaceMembers,
  assignMembers,
  createGuardrail,
  createKey,
  createWorkspace,
  DefaultWorkspaceFixed,
  KeyRefused,
  listMemberAssignments,
  listWorkspaceMembers,
  Page,
  removeWorkspaceMembers,
  WorkspaceNotFound,
  WorkspaceUsers
} from "@tollgate/core"
import { aGuardrail, aKey, aWorkspace, members } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { openSpender } from "../spending/support/spender.js"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(Page)({})
const users = (...user_ids: ReadonlyArray<string>) => read(WorkspaceUsers)({ user_ids })
const nothing = { data: [], total_count: 0 }
const owner = "Acme-owner"

describe("removeWorkspaceMembers", () => {
  inMemory("takes the guardrail there, and no key there spends until the user is back", () =>
    Effect.gen(function* () {
      const { asManager, hold } = yield* openSpender
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      const { key } = yield* asManager(createKey(aKey({ workspace_id })))
      const guardrail = yield* asManager(createGuardrail(aGuardrail({ workspace_id })))
      const elsewhere = yield* asManager(createGuardrail(aGuardrail()))
      const join = asManager(addWorkspaceMembers("research", users(owner)))
      yield* join
      for (const { id } of [guardrail, elsewhere]) yield* asManager(assignMembers(id, members(owner)))
      yield* hold(key)
      const remove = asManager(removeWorkspaceMembers("research", users(owner, owner, "nobody")))
      expect(yield* remove).toEqual({ removed_count: 1 })
      expect(yield* remove).toEqual({ removed_count: 0 })
      expect(yield* Effect.flip(hold(key))).toEqual(new KeyRefused({ key_state: "creator_left" }))
      expect(yield* asManager(listWorkspaceMembers("research", page))).toEqual(nothing)
      expect(yield* asManager(listMemberAssignments(guardrail.id, page))).toEqual(nothing)
      expect((yield* asManager(listMemberAssignments(elsewhere.id, page))).total_count).toBe(1)
      yield* join
      yield* hold(key)
    })
  )

  inMemory("removes nobody from the default workspace, and finds none of another organization's", () =>
    Effect.gen(function* () {
      const { asManager, workspace } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      for (const id of ["default", workspace.id]) {
        const removal = asManager(removeWorkspaceMembers(id, users(owner)))
        expect(yield* Effect.flip(removal)).toEqual(new DefaultWorkspaceFixed())
      }
      const theirs = stranger.asManager(removeWorkspaceMembers(workspace.id, users(owner)))
      expect(yield* Effect.flip(theirs)).toEqual(WorkspaceNotFound.of(workspace.id))
      expect((yield* asManager(listWorkspaceMembers("default", page))).total_count).toBe(1)
    })
  )
})
