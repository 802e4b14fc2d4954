import { expect } from "@effect/vitest"
import { createKey, createWorkspace, deleteWorkspace, UserId, type WorkspaceId, WorkspaceSlug } from "@tollgate/core"
import {
  OrganizationStore,
  Transaction,
  type WorkspaceMemberRecord,
  WorkspaceStore,
  workspaceRecords
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { after } from "../instant.js"
import { aKey } from "../keys.js"
import { aHome, aMemberRecord } from "../organizations.js"
import { make } from "../TestAccount.js"
import { aWorkspace, aWorkspaceMemberRecord, aWorkspaceRecord } from "../workspaces.js"
import { contract } from "./contract.js"
import { meeting } from "./meeting.js"
import { plain } from "./plain.js"
import { recordPromises } from "./recordPromises.js"

const shown = Struct.omit("organization_id")
/** A membership as lists show it, with the role in the organization. */
const listed = (member: WorkspaceMemberRecord) => ({ ...shown(member), role: "member" })
const everything = { limit: 100, offset: 0 }

const stored = Effect.gen(function* () {
  const workspaces = yield* WorkspaceStore
  const organizations = yield* OrganizationStore
  const home = yield* aHome()
  const workspace = yield* aWorkspaceRecord({ organization_id: home.organization_id, slug: "research" })
  yield* workspaces.insert(workspace)
  const join = (users: ReadonlyArray<string>) =>
    Effect.forEach(users, (user) => Effect.flatMap(aMemberRecord(home.organization_id, user), organizations.addMember))
  return { workspaces, home, workspace, organization: home.organization_id, join }
})

/** Promises of every `WorkspaceStore`. */
export const workspaceStoreContract = contract<WorkspaceStore>("WorkspaceStore", (promise) => {
  recordPromises(promise, workspaceRecords, {
    noun: "workspace",
    store: WorkspaceStore,
    make: ({ organization_id }, overrides) => aWorkspaceRecord({ ...overrides, organization_id }),
    refs: ({ id, slug }) => [id, slug],
    changes: {
      slug: WorkspaceSlug.make("changed"),
      name: "Changed",
      description: "Changed",
      max_in_flight: 1_000_000_000,
      updated_at: after(1)
    },
    listed: [0, 2, 1, 2, -1].map((seconds) => ({ created_at: after(seconds) }))
  })

  promise("finds the membership of a user in a workspace", () =>
    Effect.gen(function* () {
      const { join, organization, workspace, workspaces } = yield* stored
      yield* join(["ada", "bob"])
      const ada = yield* aWorkspaceMemberRecord(workspace, "ada")
      yield* workspaces.addMembers([ada])
      const other = (yield* aHome("Other")).organization_id
      const bob = UserId.make("bob")
      expect(plain(yield* workspaces.findMember(organization, workspace.id, ada.user_id))).toEqual(plain([shown(ada)]))
      expect(plain(yield* workspaces.findMember(organization, workspace.id, bob))).toEqual([])
      expect(plain(yield* workspaces.findMember(other, workspace.id, ada.user_id))).toEqual([])
    })
  )

  promise("does not show another organization's workspace or add users to it", () =>
    Effect.gen(function* () {
      const { organization, workspace, workspaces } = yield* stored
      const other = (yield* aHome("Other")).organization_id
      for (const reference of [workspace.id, workspace.slug]) {
        expect(plain(yield* workspaces.find(other, reference))).toEqual([])
        expect(plain(yield* workspaces.listMembers(other, reference, everything))).toEqual([])
      }
      const member = yield* aWorkspaceMemberRecord({ id: workspace.id, organization_id: other }, "owner")
      expect(yield* workspaces.addMembers([member])).toEqual([])
      expect(plain(yield* workspaces.listMembers(organization, workspace.id, everything))).toEqual([
        { data: [], total_count: 0 }
      ])
    })
  )

  promise("adds each user once, leaves members unchanged, and returns those that it added", () =>
    Effect.gen(function* () {
      const { join, organization, workspace, workspaces } = yield* stored
      yield* join(["ada", "bob"])
      const ada = yield* aWorkspaceMemberRecord(workspace, "ada")
      const admin = yield* aWorkspaceMemberRecord(workspace, "ada", { created_at: after(5) })
      const bob = yield* aWorkspaceMemberRecord(workspace, "bob", { created_at: after(5) })
      expect(plain(yield* workspaces.addMembers([ada]))).toEqual(plain([shown(ada)]))
      expect(plain(yield* workspaces.addMembers([admin, bob]))).toEqual(plain([shown(bob)]))
      expect(yield* workspaces.addMembers([])).toEqual([])
      expect(plain(yield* workspaces.listMembers(organization, workspace.slug, everything))).toEqual(
        plain([{ data: [listed(ada), listed(bob)], total_count: 2 }])
      )
    })
  )

  promise("adds a user once among concurrent additions", () =>
    Effect.gen(function* () {
      const { join, organization, workspace, workspaces } = yield* stored
      yield* join(["ada"])
      const rivals = yield* Effect.replicateEffect(aWorkspaceMemberRecord(workspace, "ada"), 20)
      const add = (member: (typeof rivals)[number]) => workspaces.addMembers([member])
      const added = (yield* Effect.forEach(rivals, add, { concurrency: "unbounded" })).flat()
      expect(added.length).toBe(1)
      expect(plain(yield* workspaces.listMembers(organization, workspace.id, everything))).toEqual(
        plain([{ data: added.map((one) => ({ ...one, role: "member" })), total_count: 1 }])
      )
    })
  )

  promise("lists members oldest first, then by id, in pages without gaps or repetitions", () =>
    Effect.gen(function* () {
      const { join, organization, workspace, workspaces } = yield* stored
      const users = Array.from({ length: 23 }, (_, index) => `user-${index}`)
      yield* join(users)
      // Three share each instant, and the order of addition is neither by time nor by id.
      const members = yield* Effect.forEach(users, (user, index) =>
        aWorkspaceMemberRecord(workspace, user, { created_at: after(((index * 7) % 23) / 3 - (index % 3)) })
      )
      yield* workspaces.addMembers(members)
      const rank = (member: (typeof members)[number]) =>
        `${String(member.created_at.epochMillis).padStart(16, "0")} ${member.id}`
      const sorted = members.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
      const pages = yield* Effect.forEach([0, 5, 10, 15, 20, 23, 10_000], (offset) =>
        Effect.flatten(workspaces.listMembers(organization, workspace.id, { limit: 5, offset }))
      )
      expect(pages.map(({ total_count }) => total_count)).toEqual(pages.map(() => 23))
      expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 5, 5, 3, 0, 0])
      expect(plain(pages.flatMap(({ data }) => data))).toEqual(plain(sorted.map((member) => listed(member))))
    })
  )

  promise("removes users from one workspace or from all, and shows the roles that they have in the organization", () =>
    Effect.gen(function* () {
      const { home, join, organization, workspace, workspaces } = yield* stored
      yield* join(["ada", "bob"])
      const places = [workspace, { ...home, id: home.workspace_id }]
      const added = yield* Effect.forEach(places, (place) =>
        Effect.forEach(["ada", "bob"], (user) => aWorkspaceMemberRecord(place, user))
      )
      yield* workspaces.addMembers(added.flat())
      const [ada, bob] = [UserId.make("ada"), UserId.make("bob")]
      yield* Effect.flatMap(OrganizationStore, (_) => _.updateMember(organization, ada, { role: "admin" }))
      const shownIn = (place: { readonly id: WorkspaceId }) =>
        Effect.map(
          Effect.flatten(workspaces.listMembers(organization, place.id, everything)),
          ({ data, total_count }) => [total_count, ...data.map(({ role, user_id }) => `${user_id} ${role}`).toSorted()]
        )
      const shownEverywhere = Effect.forEach(places, shownIn)
      const both = [2, "ada admin", "bob member"]
      expect(yield* shownEverywhere).toEqual([both, both])
      const other = (yield* aHome("Other")).organization_id
      expect(yield* workspaces.removeMembers(other, [ada], null)).toEqual([])
      const gone = yield* workspaces.removeMembers(organization, [bob, bob, UserId.make("cleo")], workspace.id)
      expect(gone).toEqual([{ user_id: bob, workspace_id: workspace.id }])
      expect(yield* workspaces.removeMembers(organization, [bob], workspace.id)).toEqual([])
      expect(yield* shownEverywhere).toEqual([[1, "ada admin"], both])
      expect((yield* workspaces.removeMembers(organization, [ada], null)).length).toBe(2)
      expect(yield* shownEverywhere).toEqual([[0], [1, "bob member"]])
    })
  )

  promise("finds a workspace to delete by its id or slug, and deletes it with its memberships", () =>
    Effect.gen(function* () {
      const { join, organization, workspace, workspaces } = yield* stored
      yield* join(["ada"])
      const ada = yield* aWorkspaceMemberRecord(workspace, "ada")
      const other = (yield* aHome("Other")).organization_id
      for (const ref of [workspace.id, workspace.slug]) {
        yield* workspaces.addMembers([ada])
        expect(plain(yield* workspaces.lockWorkspace(organization, ref))).toEqual(plain([shown(workspace)]))
        expect(plain(yield* workspaces.lockWorkspace(other, ref))).toEqual([])
        expect(plain(yield* workspaces.delete(other, ref))).toEqual([])
        expect(plain(yield* workspaces.findMember(organization, workspace.id, ada.user_id))).toEqual(
          plain([shown(ada)])
        )
        expect(plain(yield* workspaces.delete(organization, ref))).toEqual(plain([shown(workspace)]))
        expect(plain(yield* workspaces.findMember(organization, workspace.id, ada.user_id))).toEqual([])
        yield* workspaces.insert(workspace)
        const listed = yield* Effect.flatten(workspaces.listMembers(organization, workspace.id, everything))
        expect(listed).toEqual({ data: [], total_count: 0 })
      }
    })
  )

  promise("is deleted, or gets a key, if both are asked for at once, and neither fails otherwise", () =>
    Effect.gen(function* () {
      const { asManager } = yield* make()
      for (const turn of [0, 1, 2, 3]) {
        const { id } = yield* Effect.provide(createWorkspace(aWorkspace({ slug: `turn-${turn}` })), asManager)
        const { racing } = yield* meeting(2)
        const outcome = Effect.match({
          onFailure: ({ _tag }: { readonly _tag: string }) => _tag,
          onSuccess: () => "done"
        })
        const creation = outcome(createKey(aKey({ workspace_id: id })))
        const outcomes = yield* Effect.all([creation, outcome(deleteWorkspace(id))], { concurrency: "unbounded" }).pipe(
          Effect.provideService(Transaction, racing),
          Effect.provide(asManager)
        )
        const refused = outcomes.filter((tag) => tag !== "done")
        expect(refused.length).toBe(1)
        expect(["WorkspaceHasKeys", "WorkspaceNotFound"]).toContain(refused[0])
      }
    })
  )

  promise("distinguishes users by every character of their names", () =>
    Effect.gen(function* () {
      const { join, organization, workspace, workspaces } = yield* stored
      const users = ["ada", "Ada", "ada ", "a da", "ädä", "a\u0308da\u0308", "' OR 1=1 --", "%", "_", "𝕏", "a/b"]
      yield* join(users)
      const members = yield* Effect.forEach(users, (user) => aWorkspaceMemberRecord(workspace, user))
      expect((yield* workspaces.addMembers(members)).length).toBe(users.length)
      const listed = yield* Effect.flatten(workspaces.listMembers(organization, workspace.id, everything))
      const names = listed.data.map(({ user_id }): UserId => user_id)
      expect(names.toSorted()).toEqual(users.toSorted())
    })
  )
})
