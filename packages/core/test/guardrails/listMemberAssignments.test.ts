import { describe, expect } from "@effect/vitest"
import {
  addOrganizationMember,
  assignMembers,
  createGuardrail,
  GuardrailNotFound,
  listAllMemberAssignments,
  listMemberAssignments,
  NewOrganizationMember,
  Page,
  unassignMembers
} from "@tollgate/core"
import { aGuardrail, members } from "@tollgate/testing/accounts"
import { DateTime, Effect, TestClock } from "effect"
import { inMemory, openAccount, read, uuid } from "../support/account.js"

const page = read(Page)

describe("listMemberAssignments", () => {
  inMemory("shows who is under the guardrail, since when and by whom, the newest first", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* openAccount()
      const { id } = yield* asManager(createGuardrail(aGuardrail()))
      for (const user_id of ["ada", "bob"]) {
        yield* asManager(addOrganizationMember(read(NewOrganizationMember)({ user_id })))
        yield* asManager(assignMembers(id, members(user_id)))
        yield* TestClock.adjust("1 minute")
      }
      const { data, total_count } = yield* asManager(listMemberAssignments(id, page({})))
      expect(total_count).toBe(2)
      expect(data.map(({ created_at, user_id }) => [user_id, DateTime.toEpochMillis(created_at)])).toEqual([
        ["bob", 60_000],
        ["ada", 0]
      ])
      const under = { organization_id: organization.id, guardrail_id: id, assigned_by: "Acme-owner" }
      expect(data[0]).toEqual({ id: uuid, user_id: "bob", ...under, created_at: DateTime.unsafeMake(60_000) })
      expect(yield* asManager(listMemberAssignments(id, page({ limit: 1, offset: 1 })))).toEqual({
        data: data.slice(1),
        total_count
      })
      expect(yield* asManager(listAllMemberAssignments(page({})))).toEqual({ data, total_count })
      yield* asManager(unassignMembers(id, members("bob")))
      expect(yield* asManager(listAllMemberAssignments(page({})))).toEqual({ data: data.slice(1), total_count: 1 })
      expect(yield* asManager(listMemberAssignments(id, page({})))).toEqual({ data: data.slice(1), total_count: 1 })
    })
  )

  inMemory("finds nothing of another organization", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const { id } = yield* asManager(createGuardrail(aGuardrail()))
      yield* asManager(assignMembers(id, members("Acme-owner")))
      const nothing = { data: [], total_count: 0 }
      expect(yield* stranger.asManager(listAllMemberAssignments(page({})))).toEqual(nothing)
      expect(yield* Effect.flip(stranger.asManager(listMemberAssignments(id, page({}))))).toEqual(
        GuardrailNotFound.of(id)
      )
    })
  )
})
