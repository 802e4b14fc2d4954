import { describe, expect, it } from "@effect/vitest"
import {
  addOrganizationMember,
  addWorkspaceMembers,
  createWorkspace,
  listWorkspaceMembers,
  NewOrganizationMember,
  NewWorkspace,
  NewWorkspaceMembers,
  Page,
  SlugTaken,
  WorkspaceId,
  WorkspaceNotFound,
  WorkspaceSlug
} from "@tollgate/core"
import { Effect, Either, Option, Schema, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = (rest: typeof Page.Encoded = {}) => read(Page)(rest)
const workspace = (slug: string) => read(NewWorkspace)({ slug, name: "A workspace" })
const people = (...user_ids: ReadonlyArray<string>) => read(NewWorkspaceMembers)({ user_ids })

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const join = (user_id: string, role: "admin" | "member" = "member") =>
    account.asManager(addOrganizationMember(read(NewOrganizationMember)({ user_id, role })))
  const research = yield* account.asManager(createWorkspace(workspace("research")))
  const list = (name: string, rest: typeof Page.Encoded = {}) =>
    account.asManager(listWorkspaceMembers(name, page(rest)))
  return { ...account, join, research, list }
})

describe("createWorkspace", () => {
  inMemory("creates a workspace of the organization, in the caller's name, without members", () =>
    Effect.gen(function* () {
      const { list, research } = yield* opened
      expect(research).toEqual({
        id: research.id,
        slug: "research",
        name: "A workspace",
        description: null,
        max_in_flight: null,
        created_at: research.created_at,
        updated_at: null,
        created_by: "Acme-owner"
      })
      expect(yield* list("research")).toEqual({ data: [], total_count: 0 })
    })
  )

  inMemory("gives a slug once in an organization, also at the same moment, and again in another", () =>
    Effect.gen(function* () {
      const { asManager } = yield* opened
      for (const slug of ["research", "default"]) {
        expect(yield* Effect.flip(asManager(createWorkspace(workspace(slug))))).toEqual(
          new SlugTaken({ resource: "workspace", slug })
        )
      }
      const rivals = yield* Effect.replicateEffect(Effect.either(asManager(createWorkspace(workspace("new")))), 50, {
        concurrency: "unbounded"
      })
      expect(rivals.filter(Either.isRight).length).toBe(1)
      const stranger = yield* openAccount("Stranger")
      expect((yield* stranger.asManager(createWorkspace(workspace("research")))).slug).toBe("research")
    })
  )

  it("takes slugs of letters, digits and single hyphens that are no UUID", () => {
    const good = ["a", "default", "a-b-c", "0", "a".repeat(50), "01234567-89ab-4cde-8f01-23456789abc"]
    const bad = ["", "A", "a--b", "-a", "a-", "a b", "a".repeat(51), "01234567-89ab-4cde-8f01-23456789abcd", "ä"]
    expect(good.filter((slug) => !Schema.is(WorkspaceSlug)(slug))).toEqual([])
    expect(bad.filter((slug) => Schema.is(WorkspaceSlug)(slug))).toEqual([])
  })
})

describe("addWorkspaceMembers", () => {
  inMemory("adds the organization's users in their roles, once, and skips everybody else", () =>
    Effect.gen(function* () {
      const { asManager, join, list, research } = yield* opened
      yield* join("ada", "admin")
      yield* join("bob")
      const add = (...users: ReadonlyArray<string>) => asManager(addWorkspaceMembers("research", people(...users)))
      const first = yield* add("ada", "ada", "nobody")
      expect([first.added_count, first.data.map(({ role, user_id }) => [user_id, role])]).toEqual([
        1,
        [["ada", "admin"]]
      ])
      expect((yield* add("ada", "bob")).added_count).toBe(1)
      expect(yield* add("ada", "bob")).toEqual({ added_count: 0, data: [] })
      const { data, total_count } = yield* list("research")
      expect([total_count, data.every(({ workspace_id }) => workspace_id === research.id)]).toEqual([2, true])
    })
  )
})

describe("listWorkspaceMembers", () => {
  inMemory("lists the same rows by the workspace's UUID in any letter case and by its slug", () =>
    Effect.gen(function* () {
      const { join, list, workspace } = yield* opened
      // Members that were added at the same time are in the order of their random ids.
      yield* TestClock.adjust("1 millis")
      yield* join("ada")
      const members = yield* list("default")
      expect(members.data.map(({ user_id, workspace_id }) => [user_id, workspace_id])).toEqual([
        ["Acme-owner", workspace.id],
        ["ada", workspace.id]
      ])
      expect(yield* list(workspace.id)).toEqual(members)
      expect(yield* list(workspace.id.toUpperCase())).toEqual(members)
    })
  )

  inMemory("lists the oldest first, and the whole in pages that say how many there are in all", () =>
    Effect.gen(function* () {
      const { join, list } = yield* opened
      const users = ["zoe", "ada", "mia", "bob", "eve", "tom"]
      for (const user of users) {
        yield* TestClock.adjust("1 millis")
        yield* join(user)
      }
      const pages = yield* Effect.forEach([0, 3, 6, 7, 9_000_000], (offset) => list("default", { limit: 3, offset }))
      expect(pages.map(({ total_count }) => total_count)).toEqual([7, 7, 7, 7, 7])
      expect(pages.map(({ data }) => data.map(({ user_id }) => user_id))).toEqual([
        ["Acme-owner", "zoe", "ada"],
        ["mia", "bob", "eve"],
        ["tom"],
        [],
        []
      ])
    })
  )

  inMemory("shows 50 members where no limit is stated, and those of the same instant by id", () =>
    Effect.gen(function* () {
      const { join, list } = yield* opened
      yield* Effect.forEach(
        Array.from({ length: 60 }, (_, n) => `user-${n}`),
        (user) => join(user)
      )
      const { data, total_count } = yield* list("default")
      const ids = data.map(({ id }) => id)
      expect([ids.length, total_count]).toEqual([50, 61])
      expect(ids).toEqual(ids.toSorted())
    })
  )
})

describe("workspaces", () => {
  inMemory("of another organization, absent or malformed, are not found", () =>
    Effect.gen(function* () {
      const { join, research } = yield* opened
      yield* join("ada")
      const { asManager } = yield* openAccount("Stranger")
      for (const name of [
        research.id,
        "research",
        "absent",
        "01234567-89ab-4cde-8f01-23456789abcd",
        "",
        "No Slug!",
        "%"
      ]) {
        const id = Option.getOrNull(Schema.decodeOption(WorkspaceId)(name))
        const refusals = [
          yield* Effect.flip(asManager(listWorkspaceMembers(name, page()))),
          yield* Effect.flip(asManager(addWorkspaceMembers(name, people("ada"))))
        ]
        expect(refusals).toEqual(refusals.map(() => WorkspaceNotFound.of(id)))
      }
    })
  )

  it("are listed in pages of 1 to 100 whole records from 0 on", () => {
    const decode = Schema.decodeUnknownEither(Page)
    expect(decode({})).toEqual(Either.right({ limit: 50, offset: 0 }))
    const bad = [
      { limit: 0 },
      { limit: 101 },
      { limit: 1.5 },
      { offset: -1 },
      { offset: 2 ** 53 },
      { limit: "5" },
      { page: 1 }
    ]
    expect(bad.filter((input) => Either.isRight(decode(input)))).toEqual([])
  })
})
