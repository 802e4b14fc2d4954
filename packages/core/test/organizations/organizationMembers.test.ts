import { describe, expect } from "@effect/vitest"
import {
  addOrganizationMember,
  addWorkspaceMembers,
  assignMembers,
  authenticate,
  createGuardrail,
  createKey,
  createWorkspace,
  getKey,
  InvalidCredential,
  LastAdmin,
  listAllMemberAssignments,
  listOrganizationMembers,
  listWorkspaceMembers,
  MemberHasLastManagementKey,
  NewWorkspaceMembers,
  OrganizationMemberNotFound,
  OrganizationMemberPatch,
  Page,
  removeOrganizationMember,
  UserId,
  UserNotInOrganization,
  updateOrganizationMember
} from "@tollgate/core"
import { aGuardrail, aKey, aMember, aWorkspace, members } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(Page)({})
const owner = UserId.make("Acme-owner")
const ada = UserId.make("ada")
const unknown = new OrganizationMemberNotFound()
const people = read(NewWorkspaceMembers)
const role = (role: "admin" | "member") => read(OrganizationMemberPatch)({ role })

/** An account with a second member, ada, in a second workspace and under a guardrail there. */
const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const { asManager } = account
  const member = yield* asManager(addOrganizationMember(aMember("ada")))
  const workspace = yield* asManager(createWorkspace(aWorkspace()))
  yield* asManager(addWorkspaceMembers("research", people({ user_ids: ["ada"] })))
  const guardrail = yield* asManager(createGuardrail(aGuardrail({ workspace_id: workspace.id })))
  yield* asManager(assignMembers(guardrail.id, members("ada")))
  const keyFor = (input: Parameters<typeof aKey>[0] = {}) =>
    asManager(createKey(aKey({ creator_user_id: "ada", ...input })))
  return { ...account, keyFor, member, stranger: yield* openAccount("Stranger") }
})

describe("updateOrganizationMember", () => {
  inMemory("changes the role in every workspace at once", () =>
    Effect.gen(function* () {
      const { asManager, member } = yield* opened
      const admin = { ...member, role: "admin" }
      expect(yield* asManager(updateOrganizationMember("ada", role("admin")))).toEqual(admin)
      expect(yield* asManager(updateOrganizationMember("ada", {}))).toEqual(admin)
      for (const workspace of ["default", "research"]) {
        const { data } = yield* asManager(listWorkspaceMembers(workspace, page))
        expect(data.find(({ user_id }) => user_id === ada)?.role).toBe("admin")
      }
    })
  )

  inMemory("keeps the last admin, and knows no user of another organization", () =>
    Effect.gen(function* () {
      const { asManager, stranger } = yield* opened
      const demote = (user: string) => asManager(updateOrganizationMember(user, role("member")))
      expect(yield* Effect.flip(demote(owner))).toEqual(new LastAdmin({ user_id: owner, change: "demote" }))
      yield* asManager(updateOrganizationMember("ada", role("admin")))
      expect(yield* demote(owner)).toMatchObject({ role: "member" })
      expect(yield* Effect.flip(demote("ada"))).toEqual(new LastAdmin({ user_id: ada, change: "demote" }))
      expect(yield* Effect.flip(stranger.asManager(updateOrganizationMember("ada", role("admin"))))).toEqual(unknown)
      for (const user of ["nobody", "", "Ada", "a".repeat(256)])
        expect(yield* Effect.flip(demote(user))).toEqual(unknown)
    })
  )
})

describe("removeOrganizationMember", () => {
  inMemory("removes a user from all workspaces and guardrails, and disables the user's keys", () =>
    Effect.gen(function* () {
      const { asManager, keyFor, stranger } = yield* opened
      const keys = [yield* keyFor(), yield* keyFor({ management: true })]
      expect(yield* Effect.flip(stranger.asManager(removeOrganizationMember("ada")))).toEqual(unknown)
      expect(yield* asManager(removeOrganizationMember("ada"))).toEqual({ deleted: true, disabled_keys: 2 })
      for (const { data, key } of keys) {
        expect(yield* Effect.flip(authenticate(key))).toEqual(new InvalidCredential())
        expect((yield* asManager(getKey(data.hash))).disabled).toBe(true)
      }
      const nothing = { data: [], total_count: 0 }
      expect(yield* asManager(listWorkspaceMembers("research", page))).toEqual(nothing)
      expect(yield* asManager(listAllMemberAssignments(page))).toEqual(nothing)
      expect((yield* asManager(listOrganizationMembers(page))).total_count).toBe(1)
      expect((yield* asManager(listWorkspaceMembers("default", page))).total_count).toBe(1)
      expect(yield* Effect.flip(asManager(removeOrganizationMember("ada")))).toEqual(unknown)
      const refused = new UserNotInOrganization({ user_id: ada, field: "creator_user_id" })
      expect(yield* Effect.flip(keyFor())).toEqual(refused)
    })
  )

  inMemory("keeps the last admin", () =>
    Effect.gen(function* () {
      const { asHost, asManager, keyFor } = yield* opened
      yield* keyFor({ management: true })
      const removal = asManager(removeOrganizationMember(owner))
      expect(yield* Effect.flip(removal)).toEqual(new LastAdmin({ user_id: owner, change: "remove" }))
      yield* asManager(updateOrganizationMember("ada", role("admin")))
      expect(yield* removal).toEqual({ deleted: true, disabled_keys: 2 })
      expect((yield* Effect.provide(listOrganizationMembers(page), asHost)).total_count).toBe(1)
    })
  )

  inMemory("keeps the last enabled management key that does not expire, and then changes nothing", () =>
    Effect.gen(function* () {
      const { asManager, managementHash, ordinaryKey } = yield* opened
      yield* asManager(updateOrganizationMember("ada", role("admin")))
      const expiring = aKey({ management: true, creator_user_id: "ada", expires_at: "2999-01-01T00:00:00Z" })
      yield* asManager(createKey(expiring))
      const refused = new MemberHasLastManagementKey({ user_id: owner })
      expect(yield* Effect.flip(asManager(removeOrganizationMember(owner)))).toEqual(refused)
      expect((yield* asManager(getKey(managementHash))).disabled).toBe(false)
      yield* authenticate(ordinaryKey)
      expect((yield* asManager(listWorkspaceMembers("default", page))).total_count).toBe(2)
    })
  )

  inMemory("leaves no management key behind that its caller creates afterwards", () =>
    Effect.gen(function* () {
      const { asManager, keyFor } = yield* opened
      yield* keyFor({ management: true })
      yield* asManager(updateOrganizationMember("ada", role("admin")))
      yield* asManager(removeOrganizationMember(owner))
      const creation = asManager(createKey(aKey({ management: true })))
      const refused = new UserNotInOrganization({ user_id: owner, field: "creator_user_id" })
      expect(yield* Effect.flip(creation)).toEqual(refused)
    })
  )
})
