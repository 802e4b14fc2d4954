import { expect } from "@effect/vitest"
import { Entropy, type MemberAssignment, Usd, type UserId } from "@tollgate/core"
import {
  type GuardrailRecord,
  GuardrailStore,
  guardrailRecords,
  type MemberAssignmentRecord,
  type OrganizationMemberRecord,
  OrganizationStore,
  WorkspaceStore
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { aGuardrailRecord, assignments } from "../guardrails.js"
import { after } from "../instant.js"
import { aHome, aMemberRecord } from "../organizations.js"
import { aWorkspaceRecord } from "../workspaces.js"
import { assignmentPromises } from "./assignmentPromises.js"
import { contract } from "./contract.js"
import { expectInPages, newestFirst } from "./inPages.js"
import { keyAssignmentPromises } from "./keyAssignmentPromises.js"
import { recordPromises } from "./recordPromises.js"

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
      max_in_flight: 1_000_000_000,
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

  const opened = assignmentPromises<OrganizationMemberRecord, MemberAssignmentRecord, MemberAssignment, UserId>(
    promise,
    {
      noun: "member",
      methodsOf: ({ assign, listMembers, ofMember, unassign }) => ({
        assign,
        list: listMembers,
        of: ofMember,
        unassign
      }),
      make: ({ organization_id }, count) =>
        Effect.replicateEffect(
          Effect.flatMap(Entropy.uuid, (user) => aMemberRecord(organization_id, user)),
          count
        ),
      store: (member) => Effect.flatMap(OrganizationStore, ({ addMember }) => addMember(member)),
      nameOf: ({ user_id }) => user_id,
      assignments: (guardrail, ...members) => assignments(guardrail, ...members.map(({ user_id }) => user_id)),
      show: ({ workspace_id: _, ...shown }) => shown
    }
  )

  promise("moves no member from a guardrail of another workspace", () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, home, organization, stored, unassign } = yield* opened
      const elsewhere = yield* aWorkspaceRecord({ organization_id: organization, slug: "elsewhere" })
      yield* Effect.flatMap(WorkspaceStore, ({ insert }) => insert(elsewhere))
      const far = yield* aGuardrailRecord({ ...home, workspace_id: elsewhere.id })
      yield* guardrails.insert(far)
      const members = yield* stored(1)
      yield* assign(far, ...members)
      expect(yield* assign(guardrail, ...members)).toBe(1)
      expect(yield* unassign(guardrail, ...members)).toBe(1)
      expect(yield* unassign(far, ...members)).toBe(1)
    })
  )

  promise(
    "lists the members of all guardrails newest first, and counts them whatever becomes of their guardrails",
    () =>
      Effect.gen(function* () {
        const { assign, guardrail, guardrails, organization, second, stored, unassign } = yield* opened
        const [ada, bob, cleo] = yield* stored(3)
        if (!ada || !bob || !cleo) return expect.fail("three members")
        const listed = (...all: ReadonlyArray<MemberAssignmentRecord>) =>
          expectInPages(
            (page) => guardrails.listAllMembers(organization, page),
            newestFirst<MemberAssignment>(({ id }) => id)(all.map(({ workspace_id: _, ...shown }) => shown))
          )
        const under = (to: GuardrailRecord, ...all: ReadonlyArray<OrganizationMemberRecord>) =>
          assignments(to, ...all.map(({ user_id }) => user_id))
        yield* assign(guardrail, ada, bob)
        yield* assign(second, bob, cleo)
        yield* listed(...under(guardrail, ada), ...under(second, bob, cleo))
        yield* unassign(second, cleo)
        yield* listed(...under(guardrail, ada), ...under(second, bob))
        yield* guardrails.delete(organization, guardrail.id)
        yield* listed(...under(second, bob))
        const other = (yield* aHome("Other")).organization_id
        const nothing = { data: [], total_count: 0 }
        expect(yield* guardrails.listAllMembers(other, { limit: 1, offset: 0 })).toEqual(nothing)
      })
  )

  promise("takes the guardrails of members in one workspace or in all, and leaves those of others", () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, home, list, organization, stored } = yield* opened
      const elsewhere = yield* aWorkspaceRecord({ organization_id: organization, slug: "elsewhere" })
      yield* Effect.flatMap(WorkspaceStore, ({ insert }) => insert(elsewhere))
      const far = yield* aGuardrailRecord({ ...home, workspace_id: elsewhere.id })
      yield* guardrails.insert(far)
      const all = yield* stored(2)
      for (const to of [guardrail, far]) yield* assign(to, ...all)
      const [ada, bob] = all.map(({ user_id }) => user_id)
      if (!ada || !bob) return expect.fail("two members")
      const sizes = Effect.forEach([guardrail, far], (one) =>
        Effect.map(list(one)({ limit: 1, offset: 0 }), ({ total_count }) => total_count)
      )
      const other = (yield* aHome("Other")).organization_id
      expect(yield* guardrails.releaseMembers(other, [ada], null)).toEqual([])
      const taken = yield* guardrails.releaseMembers(organization, [ada, ada], elsewhere.id)
      expect(taken).toEqual([{ user_id: ada, workspace_id: elsewhere.id }])
      expect(yield* sizes).toEqual([2, 1])
      expect((yield* guardrails.releaseMembers(organization, [bob], null)).length).toBe(2)
      expect(yield* sizes).toEqual([1, 0])
    })
  )

  keyAssignmentPromises(promise)
})
