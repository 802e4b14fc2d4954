import { describe, expect } from "@effect/vitest"
import {
  addOrganizationMember,
  assignMembers,
  createGuardrail,
  createWorkspace,
  deleteGuardrail,
  GuardrailId,
  GuardrailNotFound,
  IntervalRequired,
  MemberIds,
  NewGuardrail,
  NewOrganizationMember,
  NewWorkspace,
  unassignMembers,
  WorkspaceNotFound
} from "@tollgate/core"
import { DateTime, Effect, Either, Option, Schema } from "effect"
import { inMemory, openAccount, read, uuid } from "../support/account.js"

const guardrail = (rest: Partial<typeof NewGuardrail.Encoded> = {}) =>
  read(NewGuardrail)({ name: "A guardrail", ...rest })
const ids = (...member_user_ids: ReadonlyArray<string>) => read(MemberIds)({ member_user_ids })

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  for (const user_id of ["ada", "bob", "carl"]) {
    yield* account.asManager(addOrganizationMember(read(NewOrganizationMember)({ user_id })))
  }
  const created = yield* account.asManager(createGuardrail(guardrail()))
  const assign = (id: string, ...users: ReadonlyArray<string>) =>
    Effect.map(account.asManager(assignMembers(id, ids(...users))), (_) => _.assigned_count)
  const unassign = (id: string, ...users: ReadonlyArray<string>) =>
    Effect.map(account.asManager(unassignMembers(id, ids(...users))), (_) => _.unassigned_count)
  return { ...account, guardrail: created, assign, unassign }
})

describe("createGuardrail", () => {
  inMemory("creates a guardrail in the caller's workspace, with or without a budget", () =>
    Effect.gen(function* () {
      const { asManager, workspace } = yield* openAccount()
      const created = yield* asManager(createGuardrail(guardrail({ limit_usd: 0, reset_interval: "daily" })))
      expect(created).toEqual({
        id: uuid,
        workspace_id: workspace.id,
        name: "A guardrail",
        description: null,
        limit_usd: 0n,
        reset_interval: "daily",
        max_in_flight: null,
        allowed_models: null,
        ignored_models: null,
        allowed_providers: null,
        ignored_providers: null,
        enforce_zdr: null,
        include_byok_in_budgets: false,
        created_at: yield* DateTime.now,
        updated_at: null
      })
    })
  )

  inMemory("refuses a budget that never starts again, and another organization's workspace", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const endless = createGuardrail(guardrail({ limit_usd: 5 }))
      expect(yield* Effect.flip(asManager(endless))).toEqual(new IntervalRequired())
      const foreign = createGuardrail(guardrail({ workspace_id: stranger.workspace.id }))
      expect(yield* Effect.flip(asManager(foreign))).toEqual(WorkspaceNotFound.of(stranger.workspace.id))
    })
  )
})

describe("assignMembers and unassignMembers", () => {
  inMemory("count each user once, skip strangers, and count only what this call changed", () =>
    Effect.gen(function* () {
      const { assign, guardrail, unassign } = yield* opened
      expect(yield* assign(guardrail.id, "ada", "ada", "bob", "nobody")).toBe(2)
      expect(yield* assign(guardrail.id, "ada", "carl")).toBe(1)
      expect(yield* unassign(guardrail.id, "ada", "ada", "nobody", "Acme-owner")).toBe(1)
      expect(yield* unassign(guardrail.id, "ada")).toBe(0)
      expect(yield* unassign(guardrail.id.toUpperCase(), "ada", "bob", "carl")).toBe(2)
    })
  )

  inMemory("keep a member under one guardrail of a workspace, and under one of each workspace", () =>
    Effect.gen(function* () {
      const { asManager, assign, guardrail: first, unassign } = yield* opened
      const elsewhere = yield* asManager(createWorkspace(read(NewWorkspace)({ slug: "elsewhere", name: "Elsewhere" })))
      const second = yield* asManager(createGuardrail(guardrail()))
      const far = yield* asManager(createGuardrail(guardrail({ workspace_id: elsewhere.id })))
      yield* assign(first.id, "ada", "bob")
      expect(yield* assign(second.id, "ada")).toBe(1)
      expect(yield* assign(far.id, "ada")).toBe(1)
      expect(yield* unassign(first.id, "ada", "bob")).toBe(1)
      expect([yield* unassign(second.id, "ada"), yield* unassign(far.id, "ada")]).toEqual([1, 1])
    })
  )

  inMemory("take from one guardrail nothing that is under another", () =>
    Effect.gen(function* () {
      const { asManager, assign, guardrail: first, unassign } = yield* opened
      const second = yield* asManager(createGuardrail(guardrail()))
      yield* assign(first.id, "ada")
      expect(yield* unassign(second.id, "ada")).toBe(0)
      expect(yield* unassign(first.id, "ada")).toBe(1)
    })
  )

  inMemory("take 1 to 1,000 ids", () =>
    Effect.sync(() => {
      const decode = Schema.decodeUnknownEither(MemberIds)
      const of = (count: number) => decode({ member_user_ids: Array.from({ length: count }, (_, n) => `u${n}`) })
      expect([0, 1, 1000, 1001].map((count) => Either.isRight(of(count)))).toEqual([false, true, true, false])
    })
  )
})

describe("deleteGuardrail", () => {
  inMemory("deletes a guardrail with its assignments, and finds nothing the second time", () =>
    Effect.gen(function* () {
      const { asManager, assign, guardrail: first, unassign } = yield* opened
      yield* assign(first.id, "ada", "bob")
      expect(yield* asManager(deleteGuardrail(first.id))).toEqual({ deleted: true })
      const gone = GuardrailNotFound.of(first.id)
      expect(yield* Effect.flip(asManager(deleteGuardrail(first.id)))).toEqual(gone)
      expect(yield* Effect.flip(unassign(first.id, "ada"))).toEqual(gone)
      const second = yield* asManager(createGuardrail(guardrail()))
      expect(yield* assign(second.id, "ada", "bob")).toBe(2)
    })
  )

  inMemory("deletes once for many at the same moment", () =>
    Effect.gen(function* () {
      const { asManager, guardrail } = yield* opened
      const outcomes = yield* Effect.replicateEffect(Effect.either(asManager(deleteGuardrail(guardrail.id))), 50, {
        concurrency: "unbounded"
      })
      expect(outcomes.filter(Either.isRight).length).toBe(1)
    })
  )
})

describe("guardrails", () => {
  inMemory("of another organization, absent or malformed, are not found and stay as they are", () =>
    Effect.gen(function* () {
      const { assign, guardrail, unassign } = yield* opened
      yield* assign(guardrail.id, "ada")
      const { asManager } = yield* openAccount("Stranger")
      for (const name of [guardrail.id, "01234567-89ab-4cde-8f01-23456789abcd", "nonsense", ""]) {
        const id = Option.getOrNull(Schema.decodeOption(GuardrailId)(name))
        const refusals = [
          yield* Effect.flip(asManager(assignMembers(name, ids("ada")))),
          yield* Effect.flip(asManager(unassignMembers(name, ids("ada")))),
          yield* Effect.flip(asManager(deleteGuardrail(name)))
        ]
        expect(refusals).toEqual(refusals.map(() => GuardrailNotFound.of(id)))
      }
      expect(yield* unassign(guardrail.id, "ada")).toBe(1)
    })
  )
})
