import { describe, expect } from "@effect/vitest"
import {
  AlreadyMember,
  addOrganizationMember,
  authenticate,
  createOrganization,
  createWorkspace,
  hostCaller,
  listWorkspaceMembers,
  ManagementCaller,
  Memory,
  NewOrganization,
  NewOrganizationMember,
  NewWorkspace,
  OrganizationId,
  OrganizationNotFound,
  Page,
  requireManagement,
  UserId
} from "@tollgate/core"
import { KeyStore, WorkspaceStore } from "@tollgate/core/storage"
import { DateTime, Effect, Option, Schema } from "effect"
import { inMemory, openAccount, read, uuid } from "../support/account.js"

const everything = read(Page)({ limit: 100 })
const user = (user_id: string, role: "admin" | "member" = "member") => read(NewOrganizationMember)({ user_id, role })
const acme = read(NewOrganization)({ name: "Acme", owner_user_id: "owner" })

describe("createOrganization", () => {
  inMemory("creates what an organization cannot be without: a workspace, its owner, a management key", () =>
    Effect.gen(function* () {
      const { data, key, organization, workspace } = yield* createOrganization(acme)
      expect(organization).toMatchObject({ name: "Acme", owner_user_id: "owner", default_workspace_id: workspace.id })
      expect(workspace).toMatchObject({ slug: "default", created_by: "owner" })
      expect(data).toMatchObject({ disabled: false, limit: null, expires_at: null, workspace_id: workspace.id })
      const caller = yield* Effect.flatMap(authenticate(key), requireManagement)
      expect(caller).toMatchObject({ kind: "management", keyHash: data.hash, userId: "owner" })
      const members = yield* Effect.provideService(
        listWorkspaceMembers("default", everything),
        ManagementCaller,
        caller
      )
      expect(members).toMatchObject({ data: [{ user_id: "owner", role: "admin" }], total_count: 1 })
    })
  )

  inMemory("creates all of it or nothing", () =>
    Effect.gen(function* () {
      const nothing = yield* Memory.snapshot
      const keys = yield* KeyStore
      const full = KeyStore.of({ ...keys, insert: () => Effect.die("no room") })
      yield* Effect.exit(Effect.provideService(createOrganization(acme), KeyStore, full))
      expect(yield* Memory.snapshot).toEqual(nothing)
    })
  )
})

describe("addOrganizationMember", () => {
  inMemory("adds a user to the organization and so to its default workspace, in the same role", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const added = yield* asManager(addOrganizationMember(user("ada", "admin")))
      expect(added).toEqual({ id: uuid, user_id: "ada", role: "admin", created_at: yield* DateTime.now })
      const { data } = yield* asManager(listWorkspaceMembers("default", everything))
      expect(data.map(({ role, user_id }) => `${user_id} ${role}`).toSorted()).toEqual([
        "Acme-owner admin",
        "ada admin"
      ])
    })
  )

  inMemory("refuses a user who is a member, and leaves the role as it is", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* asManager(addOrganizationMember(user("ada")))
      const again = asManager(addOrganizationMember(user("ada", "admin")))
      expect(yield* Effect.flip(again)).toEqual(new AlreadyMember({ user_id: UserId.make("ada") }))
      const { data } = yield* asManager(listWorkspaceMembers("default", everything))
      expect(data.filter(({ user_id }) => user_id === "ada").map(({ role }) => role)).toEqual(["member"])
    })
  )
})

describe("hostCaller", () => {
  inMemory("acts for an organization in its owner's name, by its UUID in any letter case", () =>
    Effect.gen(function* () {
      const { organization, workspace } = yield* openAccount()
      const host = yield* hostCaller(organization.id.toUpperCase())
      expect(host).toEqual({
        kind: "host",
        organizationId: organization.id,
        workspaceId: workspace.id,
        userId: "Acme-owner",
        keyHash: null,
        isReadOnly: false
      })
      const create = createWorkspace(read(NewWorkspace)({ slug: "new", name: "New" }))
      const made = yield* Effect.provideService(create, ManagementCaller, host)
      const workspaces = yield* WorkspaceStore
      expect(yield* workspaces.find(organization.id, made.id)).toEqual(Option.some(made))
    })
  )

  inMemory("finds no organization that there is not, nor one by what is no UUID", () =>
    Effect.gen(function* () {
      for (const name of ["01234567-89ab-4cde-8f01-23456789abcd", "nonsense", ""]) {
        const id = Option.getOrNull(Schema.decodeOption(OrganizationId)(name))
        expect(yield* Effect.flip(hostCaller(name))).toEqual(OrganizationNotFound.of(id))
      }
    })
  )
})
