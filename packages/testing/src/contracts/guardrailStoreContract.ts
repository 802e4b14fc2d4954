import { expect } from "@effect/vitest"
import { type GuardrailId, type Page, Usd, UserId } from "@tollgate/core"
import {
  type GuardrailRecord,
  GuardrailStore,
  guardrailRecords,
  type MemberAssignmentRecord,
  OrganizationStore,
  WorkspaceStore
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { aGuardrailRecord, assignments } from "../guardrails.js"
import { after } from "../instant.js"
import { aHome, aMemberRecord } from "../organizations.js"
import { aWorkspaceRecord } from "../workspaces.js"
import { contract } from "./contract.js"
import { expectInPages, newestFirst } from "./inPages.js"
import { keyAssignmentPromises } from "./keyAssignmentPromises.js"
import { plain } from "./plain.js"
import { recordPromises } from "./recordPromises.js"

const shown = Struct.omit("organization_id")
const shownMember = Struct.omit("workspace_id")
const users = ["ada", "bob", "carl", "dora"]
const ids = (...names: ReadonlyArray<string>) => names.map((name) => UserId.make(name))
const stored = Effect.gen(function* () {
  const guardrails = yield* GuardrailStore
  const organizations = yield* OrganizationStore
  const home = yield* aHome()
  const organization = home.organization_id
  yield* Effect.forEach(users, (user) => Effect.flatMap(aMemberRecord(organization, user), organizations.addMember))
  const guardrail = yield* aGuardrailRecord(home)
  yield* guardrails.insert(guardrail)
  const assign = (to: GuardrailRecord, ...names: ReadonlyArray<string>) => guardrails.assign(assignments(to, ...names))
  const unassign = (from: GuardrailRecord, ...names: ReadonlyArray<string>) =>
    Effect.flatten(guardrails.unassign(organization, from.id, ids(...names)))
  return { guardrails, home, guardrail, organization, assign, unassign }
})

/** Promises of every `GuardrailStore`. */
export const guardrailStoreContract = contract<GuardrailStore>("GuardrailStore", (promise) => {
  recordPromises(promise, guardrailRecords, {
    noun: "guardrail",
    store: GuardrailStore,
    make: aGuardrailRecord,
    refs: ({ id }) => [id],
    changes: {
      name: "Changed",
      description: "Changed",
      limit_usd: Usd.Usd.make(10n ** 18n),
      reset_interval: "monthly",
      allowed_models: ["acme/a", "acme/b"],
      ignored_models: [],
      allowed_providers: ["openai"],
      ignored_providers: ["azure"],
      enforce_zdr: false,
      include_byok_in_budgets: true,
      updated_at: after(1)
    },
    listed: [0, 2, 1, 2, 0, -1, 2].map((seconds) => ({ created_at: after(seconds) }))
  })

  promise("lists the members under a guardrail newest first, including those that were moved", () =>
    Effect.gen(function* () {
      const { guardrail, guardrails, home, organization, unassign } = yield* stored
      const second = yield* aGuardrailRecord(home)
      yield* guardrails.insert(second)
      const at = (to: GuardrailRecord, seconds: number, ...names: ReadonlyArray<string>) =>
        assignments(to, ...names).map((one) => ({ ...one, created_at: after(seconds) }))
      const [ada, bob, carl, dora] = [
        ...at(second, 0, "ada"),
        ...at(guardrail, 1, "bob", "carl"),
        ...at(guardrail, 2, "dora")
      ]
      if (!ada || !bob || !carl || !dora) return expect.fail("four assignments")
      const moved = at(guardrail, 3, "ada")
      yield* guardrails.assign([ada, bob, carl, dora])
      yield* guardrails.assign(moved)
      const list =
        (id: GuardrailId, asker = organization) =>
        (page: Page) =>
          Effect.map(guardrails.listMembers(asker, id, page), Option.getOrThrow)
      const sorted = newestFirst<MemberAssignmentRecord>(({ id }) => id)([bob, carl, dora, ...moved])
      yield* expectInPages(
        list(guardrail.id),
        sorted.map((one) => shownMember(one))
      )
      yield* expectInPages(list(second.id), [])
      yield* unassign(guardrail, "ada", "bob", "carl")
      yield* expectInPages(list(guardrail.id), [shownMember(dora)])
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* guardrails.listMembers(other, guardrail.id, { limit: 1, offset: 0 }))).toEqual([])
      yield* guardrails.delete(organization, guardrail.id)
      expect(plain(yield* guardrails.listMembers(organization, guardrail.id, { limit: 1, offset: 0 }))).toEqual([])
    })
  )

  promise("counts only members that were not under the guardrail before, duplicates once", () =>
    Effect.gen(function* () {
      const { assign, guardrail } = yield* stored
      expect(yield* assign(guardrail)).toBe(0)
      expect(yield* assign(guardrail, "ada", "bob", "ada")).toBe(2)
      expect(yield* assign(guardrail, "ada", "bob")).toBe(0)
      expect(yield* assign(guardrail, "bob", "carl")).toBe(1)
    })
  )

  promise("counts only members that it removes, duplicates once", () =>
    Effect.gen(function* () {
      const { assign, guardrail, unassign } = yield* stored
      yield* assign(guardrail, "ada", "bob", "carl")
      expect(yield* unassign(guardrail, "ada", "ada", "dora", "unknown")).toBe(1)
      expect(yield* unassign(guardrail, "ada")).toBe(0)
      expect(yield* unassign(guardrail, ...users)).toBe(2)
      expect(yield* unassign(guardrail)).toBe(0)
    })
  )

  promise("removes a thousand members in one call", () =>
    Effect.gen(function* () {
      const { assign, guardrail, organization, unassign } = yield* stored
      const organizations = yield* OrganizationStore
      const crowd = Array.from({ length: 1000 }, (_, index) => `user-${index}`)
      const join = (user: string) => Effect.flatMap(aMemberRecord(organization, user), organizations.addMember)
      yield* Effect.forEach(crowd, join, { concurrency: 64 })
      expect(yield* assign(guardrail, ...crowd)).toBe(1000)
      expect(yield* unassign(guardrail, ...crowd)).toBe(1000)
    })
  )

  promise("moves a member from another guardrail of the workspace, and not from one of another workspace", () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, home, organization, unassign } = yield* stored
      const workspaces = yield* WorkspaceStore
      const second = yield* aGuardrailRecord(home)
      const elsewhere = yield* aWorkspaceRecord({ organization_id: organization, slug: "elsewhere" })
      yield* workspaces.insert(elsewhere)
      const far = yield* aGuardrailRecord({ ...home, workspace_id: elsewhere.id })
      yield* Effect.forEach([second, far], guardrails.insert)
      yield* assign(guardrail, "ada", "bob")
      yield* assign(far, "ada")
      expect(yield* assign(second, "ada")).toBe(1)
      expect(yield* unassign(guardrail, "ada", "bob")).toBe(1)
      expect(yield* unassign(second, "ada")).toBe(1)
      expect(yield* unassign(far, "ada")).toBe(1)
    })
  )

  promise("removes a guardrail with its assignments, once, and leaves the others'", () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, home, organization, unassign } = yield* stored
      const second = yield* aGuardrailRecord(home)
      yield* guardrails.insert(second)
      yield* assign(guardrail, "ada", "bob")
      yield* assign(second, "carl")
      expect(plain(yield* guardrails.delete(organization, guardrail.id))).toEqual(plain([shown(guardrail)]))
      expect(plain(yield* guardrails.delete(organization, guardrail.id))).toEqual([])
      expect(plain(yield* guardrails.find(organization, guardrail.id))).toEqual([])
      expect(plain(yield* guardrails.unassign(organization, guardrail.id, ids("ada")))).toEqual([])
      yield* guardrails.insert(guardrail)
      expect(yield* unassign(guardrail, "ada", "bob")).toBe(0)
      expect(yield* unassign(second, "carl")).toBe(1)
    })
  )

  promise(
    "finds the guardrail of a member, and does not show, remove or unassign anything of another organization",
    () =>
      Effect.gen(function* () {
        const { assign, guardrail, guardrails, organization, unassign } = yield* stored
        yield* assign(guardrail, "ada")
        const other = (yield* aHome("Other")).organization_id
        expect(plain(yield* guardrails.find(other, guardrail.id))).toEqual([])
        expect(plain(yield* guardrails.ofMember(other, guardrail.workspace_id, UserId.make("ada")))).toEqual([])
        const ofMember = (user: string) => guardrails.ofMember(organization, guardrail.workspace_id, UserId.make(user))
        expect(plain([yield* ofMember("ada"), yield* ofMember("bob")])).toEqual(plain([[shown(guardrail)], []]))
        expect(plain(yield* guardrails.unassign(other, guardrail.id, ids("ada")))).toEqual([])
        expect(plain(yield* guardrails.delete(other, guardrail.id))).toEqual([])
        expect(plain(yield* guardrails.find(organization, guardrail.id))).toEqual(plain([shown(guardrail)]))
        expect(yield* unassign(guardrail, "ada")).toBe(1)
      })
  )

  promise("counts a member once among concurrent removals", () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, organization, unassign } = yield* stored
      yield* assign(guardrail, "ada", "bob")
      const counts = yield* Effect.replicateEffect(unassign(guardrail, "ada", "bob"), 20, { concurrency: "unbounded" })
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
      const remove = guardrails.delete(organization, guardrail.id)
      const removed = yield* Effect.replicateEffect(remove, 20, { concurrency: "unbounded" })
      expect(removed.filter(Option.isSome).length).toBe(1)
    })
  )

  keyAssignmentPromises(promise, ({ assignKeys, listAllKeys, listKeys, ofKey, unassignKeys }) => ({
    assignKeys,
    listAllKeys,
    listKeys,
    ofKey,
    unassignKeys
  }))
})
