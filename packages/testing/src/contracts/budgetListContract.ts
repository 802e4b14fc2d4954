import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { type BudgetPage, ByokId, RunPath } from "@tollgate/core/models"
import { holdIdAt, runPath, SpendingStore, type Stores, shareOf } from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type * as Layer from "effect/Layer"
import { aGuardrail, aGuardrailPatch, keyHashes, members } from "../guardrails.js"
import { aKey, aKeyPatch } from "../keys.js"
import { aMember } from "../organizations.js"
import { aHold } from "../spending.js"
import * as TestAccount from "../TestAccount.js"
import { aPooledBudget, aWorkspace } from "../workspaces.js"
import { budgetLaw } from "./budgetLaw.js"
import { contract } from "./contract.js"
import type { ModelOptions } from "./findDifference.js"

const usd = Core.Usd.fromNumber
const DAY = 86_400_000
const AMPLE = { limit: 100, offset: 0 }

let requests = 0

/** An account with acts on its budgets. */
const opened = Effect.gen(function* () {
  const { asManager, organization, workspace } = yield* TestAccount.make()
  const store = yield* SpendingStore
  const managing = Effect.provide(asManager)
  const gateway = Effect.provideService(Core.GatewayCaller, { organizationId: organization.id })
  /** Counts a cost that was charged to a key without an admission, so that it may exceed budgets. */
  const spend = (hash: Core.KeyHash, cost: number, more: { readonly run?: string; readonly isByok?: boolean } = {}) =>
    Effect.gen(function* () {
      const number = ++requests
      const id = holdIdAt(yield* Clock.currentTimeMillis, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, number >> 8, number, 0))
      const run = more.run === undefined ? {} : { run: more.run.split("/").map((id) => ({ id })) }
      const credential_id = more.isByok === true ? ByokId.make("33333333-3333-4333-8333-333333333333") : null
      yield* gateway(Core.recordRequest({ id, key_hash: hash, cost: usd(cost), credential_id, ...run }))
    })
  /** The budgets of a list: each as its scope, its window and its share. */
  const listed = (list: Partial<BudgetPage> & { readonly after?: number } = {}) =>
    Effect.gen(function* () {
      const { above, after = 0, scope, workspace_id } = list
      const now = (yield* Clock.currentTimeMillis) + after
      const { data } = yield* store.budgets(
        {
          organization_id: organization.id,
          kind: scope ?? null,
          workspace_id: workspace_id ?? null,
          above: above ?? null
        },
        AMPLE,
        now
      )
      return data.map(({ name, scope, window }) => `${scope.ref.kind} ${name} ${window}`)
    })
  const key = (input: Parameters<typeof aKey>[0]) =>
    Effect.map(managing(Core.createKey(aKey(input))), ({ data, key }) => ({ ...data, secret: key }))
  return { gateway, key, listed, managing, organization, spend, store, workspace }
})

/** One change of an account, which its `_tag` names, of something that a number names. */
const step = FastCheck.record({
  act: FastCheck.oneof(
    { weight: 6, arbitrary: FastCheck.constant("spend" as const) },
    { weight: 2, arbitrary: FastCheck.constant("unknown" as const) },
    {
      weight: 5,
      arbitrary: FastCheck.constantFrom(
        ...(["key", "guardrail", "assign", "unassign", "member", "pool", "run", "stop", "delete", "disable"] as const)
      )
    }
  ),
  number: FastCheck.nat(5),
  cents: FastCheck.constantFrom(0, 1, 5, 10, 25, 80, 100, 150),
  window: FastCheck.constantFrom(null, "daily" as const, "weekly" as const, "monthly" as const),
  flag: FastCheck.boolean()
})
type Step = typeof step extends FastCheck.Arbitrary<infer A> ? A : never

const aboves = [null, 0, 0.05, 0.1, 0.3, 0.5, 0.8, 1, 1.25]
const times = [0, DAY, 2 * DAY, 8 * DAY, 40 * DAY]

/** An account in which every kind of budget exists, and the acts of a history on it. */
const played = Effect.gen(function* () {
  const account = yield* opened
  const { gateway, key, managing, organization, spend, store, workspace } = account
  yield* managing(Core.addOrganizationMember(aMember("bea")))
  const keys = yield* Effect.forEach([1, 2, 3, 4, 5, 6], (number) =>
    key({ name: `Key ${number}`, limit: number === 1 ? null : number - 2, limit_reset: number === 4 ? "daily" : null })
  )
  const guardrails = yield* Effect.forEach([1, 2, 3], (number) =>
    managing(
      Core.createGuardrail(
        aGuardrail({ name: `Guardrail ${number}`, limit_usd: number - 1, reset_interval: "monthly" })
      )
    )
  )
  const keyOf = (number: number) => keys[number] ?? expect.fail("There is no such key.")
  const guardrailOf = (number: number) => guardrails[number % 3] ?? expect.fail("There is no such guardrail.")
  const runOf = (number: number) => ["job", "job/inner", "other"][number % 3] ?? "job"
  const poolOf = (number: number) => ["daily", "weekly", "monthly", "lifetime"][number % 4] ?? "daily"

  yield* managing(Core.assignKeys(guardrailOf(2).id, keyHashes(...keys.map(({ hash }) => hash))))
  yield* managing(Core.assignMembers(guardrailOf(1).id, members(organization.owner_user_id)))
  yield* managing(Core.openRun("job", { limit_usd: usd(2) }))
  yield* managing(Core.setWorkspaceBudget(workspace.id, "monthly", aPooledBudget({ limit_usd: 3 })))
  yield* managing(Core.setWorkspaceBudget(workspace.id, "daily", aPooledBudget({ limit_usd: 2 })))

  const act = ({ act, cents, flag, number, window }: Step): Effect.Effect<unknown, unknown, Stores> => {
    const [{ hash, secret }, { id }] = [keyOf(number), guardrailOf(number)]
    const amount = cents / 100
    switch (act) {
      case "spend":
        return spend(hash, amount, { isByok: flag, ...(number > 0 && { run: runOf(number) }) })
      case "unknown":
        return Effect.flatMap(gateway(Core.authorize(aHold(secret, { amount: amount + 0.01 }))), ({ data }) =>
          gateway(Core.markUnknown(data.id))
        )
      case "key":
        return managing(
          Core.updateKey(
            hash,
            aKeyPatch({ limit: flag ? amount : null, limit_reset: window, include_byok_in_limit: number > 2 })
          )
        )
      case "guardrail":
        return managing(
          Core.updateGuardrail(id, aGuardrailPatch({ limit_usd: amount, reset_interval: window ?? "daily" }))
        )
      case "assign":
        return managing(Core.assignKeys(id, keyHashes(hash)))
      case "unassign":
        return managing(Core.unassignKeys(id, keyHashes(hash)))
      case "member":
        return flag
          ? managing(Core.assignMembers(id, members("bea", organization.owner_user_id)))
          : managing(Core.unassignMembers(id, members("bea")))
      case "pool":
        return flag
          ? managing(
              Core.setWorkspaceBudget(workspace.id, poolOf(number), aPooledBudget({ limit_usd: amount + number }))
            )
          : Core.setOrganizationBudget(organization.id, poolOf(number), aPooledBudget({ limit_usd: amount + number }))
      case "run":
        return managing(Core.updateRun(RunPath.make(runOf(number)), { limit_usd: flag ? usd(amount) : null }))
      case "stop":
        return managing(flag ? Core.stopRun(runOf(number), {}) : Core.resumeRun(runOf(number), {}))
      case "delete":
        return number > 3 ? managing(Core.deleteKey(hash)) : Effect.void
      case "disable":
        return managing(Core.updateKey(hash, aKeyPatch({ disabled: flag })))
    }
  }
  return { act, keys, organization, store }
})

/** Promises of every storage about the list of all budgets. */
const contractOf = ({ numRuns = 15, seed = 40 }: ModelOptions = {}) =>
  contract<Stores>("The list of budgets", (promise) => {
    promise("has those of every kind, with the greatest share first, in force or not by what exists", () =>
      Effect.gen(function* () {
        const { key, listed, managing, organization, spend, workspace } = yield* opened
        const user = organization.owner_user_id
        const { hash } = yield* key({ name: "Used", limit: 10, limit_reset: "daily" })
        yield* key({ name: "New", limit: 1 })
        yield* key({ name: "Blocked", limit: 0 })
        const guardrail = yield* managing(
          Core.createGuardrail(aGuardrail({ name: "For keys", limit_usd: 4, reset_interval: "monthly" }))
        )
        const shared = yield* managing(
          Core.createGuardrail(aGuardrail({ name: "For members", limit_usd: 5, reset_interval: "monthly" }))
        )
        yield* managing(Core.assignKeys(guardrail.id, keyHashes(hash)))
        yield* managing(Core.assignMembers(shared.id, members(user)))
        yield* managing(Core.openRun("job", { limit_usd: usd(3) }))
        yield* managing(Core.setWorkspaceBudget(workspace.id, "monthly", aPooledBudget({ limit_usd: 20 })))
        yield* managing(Core.setWorkspaceBudget(workspace.id, "lifetime", aPooledBudget({ limit_usd: 40 })))
        yield* Core.setOrganizationBudget(organization.id, "weekly", aPooledBudget({ limit_usd: 16 }))
        yield* spend(hash, 2, { run: "job" })
        const all = [
          "key Blocked lifetime",
          "run job lifetime",
          "guardrail_key For keys monthly",
          "guardrail_member For members monthly",
          "key Used daily",
          `organization ${organization.name} weekly`,
          `workspace ${workspace.name} monthly`,
          `workspace ${workspace.name} lifetime`,
          "key New lifetime"
        ]
        expect(yield* listed()).toEqual(all)
        expect(yield* listed({ above: 0 })).toEqual(all)
        expect(yield* listed({ above: 0.4 })).toEqual(all.slice(0, 4))
        expect(yield* listed({ above: 1 })).toEqual(all.slice(0, 1))
        expect(yield* listed({ scope: "workspace" })).toEqual(all.slice(6, 8))
        expect(yield* listed({ workspace_id: workspace.id })).toEqual(all.filter((name) => !name.startsWith("org")))
        expect(yield* listed({ workspace_id: workspace.id, scope: "organization" })).toEqual([])
        // A day later, the key has spent nothing of its limit.
        expect(yield* listed({ after: DAY, above: 0.1 })).not.toContain("key Used daily")
        const [first, ...others] = yield* listed({ after: DAY, scope: "key" })
        expect([first, ...others.toSorted()]).toEqual(["key Blocked lifetime", "key New lifetime", "key Used daily"])
      })
    )

    promise("leaves out what can refuse nothing, and has a disabled key", () =>
      Effect.gen(function* () {
        const { key, listed, managing, organization, spend, workspace } = yield* opened
        const user = organization.owner_user_id
        const one = yield* key({ name: "One", limit: 1 })
        const two = yield* key({ name: "Two", limit: 1 })
        const guardrail = yield* managing(
          Core.createGuardrail(aGuardrail({ name: "Guardrail", limit_usd: 1, reset_interval: "monthly" }))
        )
        yield* managing(Core.assignKeys(guardrail.id, keyHashes(one.hash, two.hash)))
        yield* managing(Core.assignMembers(guardrail.id, members(user)))
        yield* managing(Core.openRun("job", { limit_usd: usd(1) }))
        yield* managing(Core.openRun("ends", { limit_usd: usd(1), expires_in: 60 }))
        yield* spend(one.hash, 0.9, { run: "job" })
        yield* spend(two.hash, 0.95, { run: "ends" })
        const near = (after = 0) => listed({ above: 0.8, after })
        const ofMember = "guardrail_member Guardrail monthly"
        const ofKey = "guardrail_key Guardrail monthly"
        const [first, second] = ["key One lifetime", "key Two lifetime"]
        const [open, ending] = ["run job lifetime", "run ends lifetime"]
        expect(yield* near()).toEqual([ofMember, second, ofKey, ending, first, ofKey, open])
        expect(yield* near(61_000)).toEqual([ofMember, second, ofKey, first, ofKey, open])
        yield* managing(Core.stopRun("job", {}))
        expect(yield* near()).toEqual([ofMember, second, ofKey, ending, first, ofKey])
        yield* managing(Core.updateKey(one.hash, aKeyPatch({ disabled: true })))
        expect(yield* near()).toEqual([ofMember, second, ofKey, ending, first, ofKey])
        yield* managing(Core.unassignKeys(guardrail.id, keyHashes(one.hash)))
        expect(yield* near()).toEqual([ofMember, second, ofKey, ending, first])
        const soon = DateTime.formatIso(DateTime.add(yield* DateTime.now, { minutes: 2 }))
        yield* managing(Core.updateKey(two.hash, aKeyPatch({ expires_at: soon })))
        expect(yield* near(121_000)).toEqual([ofMember, first])
        yield* managing(Core.deleteKey(one.hash))
        expect(yield* near()).toEqual([ofMember, second, ofKey, ending])
        yield* managing(Core.unassignMembers(guardrail.id, members(user)))
        expect(yield* near()).toEqual([second, ofKey, ending])
        yield* managing(Core.deleteGuardrail(guardrail.id))
        expect(yield* near()).toEqual([second, ending])
        yield* managing(Core.deleteKey(two.hash))
        expect(yield* near()).toEqual([ending])
        expect(yield* listed({ scope: "workspace" })).toEqual([])
        expect(yield* listed({ workspace_id: workspace.id })).toEqual([ending])
      })
    )

    promise("leaves out a deleted workspace with its runs", () =>
      Effect.gen(function* () {
        const { key, listed, managing, organization, spend } = yield* opened
        const { id } = yield* managing(Core.createWorkspace(aWorkspace({ name: "Short-lived" })))
        yield* managing(Core.addWorkspaceMembers(id, { user_ids: [organization.owner_user_id] }))
        const { hash } = yield* key({ name: "Its key", limit: 1, workspace_id: id })
        yield* managing(Core.setWorkspaceBudget(id, "daily", aPooledBudget({ limit_usd: 1 })))
        yield* managing(Core.openRun("job", { limit_usd: usd(1), workspace_id: id }))
        yield* spend(hash, 1, { run: "job" })
        const all = ["key Its key lifetime", "run job lifetime", "workspace Short-lived daily"]
        expect(yield* listed({ above: 1 })).toEqual(all)
        yield* managing(Core.deleteKey(hash))
        yield* managing(Core.deleteWorkspace(id))
        expect(yield* listed()).toEqual([])
      })
    )

    promise("follows each change of a limit at once, without an act in between", () =>
      Effect.gen(function* () {
        const { key, listed, managing, spend, workspace } = yield* opened
        const { hash } = yield* key({ name: "Key", limit: 10 })
        yield* managing(Core.updateKey(hash, aKeyPatch({ name: "Renamed" })))
        const guardrail = yield* managing(
          Core.createGuardrail(aGuardrail({ name: "Guardrail", limit_usd: 10, reset_interval: "monthly" }))
        )
        yield* managing(Core.assignKeys(guardrail.id, keyHashes(hash)))
        yield* managing(Core.setWorkspaceBudget(workspace.id, "daily", aPooledBudget({ limit_usd: 10 })))
        yield* spend(hash, 1)
        const near = listed({ above: 0.5 })
        expect(yield* near).toEqual([])
        yield* managing(Core.updateKey(hash, aKeyPatch({ limit: 2 })))
        expect(yield* near).toEqual(["key Renamed lifetime"])
        yield* managing(Core.updateGuardrail(guardrail.id, aGuardrailPatch({ limit_usd: 1 })))
        expect(yield* near).toEqual(["guardrail_key Guardrail monthly", "key Renamed lifetime"])
        yield* managing(Core.setWorkspaceBudget(workspace.id, "daily", aPooledBudget({ limit_usd: 1.25 })))
        const daily = `workspace ${workspace.name} daily`
        expect(yield* near).toEqual(["guardrail_key Guardrail monthly", daily, "key Renamed lifetime"])
        yield* managing(Core.updateKey(hash, aKeyPatch({ limit: null })))
        yield* managing(Core.updateGuardrail(guardrail.id, aGuardrailPatch({ limit_usd: 100 })))
        expect(yield* near).toEqual([daily])
        yield* managing(Core.updateKey(hash, aKeyPatch({ limit: 0 })))
        expect(yield* near).toEqual(["key Renamed lifetime", daily])
      })
    )

    promise("is in pages, each of which has the number of all", () =>
      Effect.gen(function* () {
        const { key, organization, store } = yield* opened
        for (const limit of [0, 1, 2]) yield* key({ name: `Key ${limit}`, limit })
        const list = { organization_id: organization.id, kind: null, workspace_id: null, above: null }
        const now = yield* Clock.currentTimeMillis
        const page = (limit: number, offset: number, above: number | null = null) =>
          Effect.map(store.budgets({ ...list, above }, { limit, offset }, now), ({ data, total_count }) => ({
            names: data.map(({ name }) => name),
            total_count
          }))
        expect(yield* page(1, 0)).toEqual({ names: ["Key 0"], total_count: 3 })
        expect((yield* page(2, 1)).names.toSorted()).toEqual(["Key 1", "Key 2"])
        expect(yield* page(5, 3)).toEqual({ names: [], total_count: 3 })
        expect(yield* page(5, 5, 0.8)).toEqual({ names: [], total_count: 1 })
        expect(yield* page(5, 0, 1.1)).toEqual({ names: [], total_count: 0 })
      })
    )

    promise("is what the scopes of all records have, after any history", () =>
      Effect.gen(function* () {
        const seen = new Set<string>()
        const histories = FastCheck.sample(FastCheck.noBias(FastCheck.array(step, { minLength: 40, maxLength: 40 })), {
          numRuns: Math.ceil(numRuns / 3),
          seed
        })
        for (const history of histories) {
          const { act, keys, organization, store } = yield* played
          // What the account does not admit changes nothing.
          for (const step of history) yield* Effect.ignore(act(step))
          const now = yield* Clock.currentTimeMillis
          for (const after of times) {
            const all = yield* budgetLaw(organization.id, keys, now + after)
            for (const above of aboves) {
              const expected = all.filter(({ share }) => share >= (above ?? 0))
              const list = { organization_id: organization.id, kind: null, workspace_id: null, above }
              const { data, total_count } = yield* store.budgets(list, AMPLE, now + after)
              const found = data.map(({ name, scope, window, workspace_id }) => ({
                share: shareOf(scope, window),
                ...{ kind: scope.ref.kind, subject: scope.ref.subject, guardrail: scope.ref.guardrail_id },
                ...{ name, window, workspace_id, day: scope.day, run: scope.run && runPath(scope.ref) }
              }))
              const size = expected.length
              expect({ above, after, found, total_count }).toEqual({ above, after, found: expected, total_count: size })
              if (above !== null && above > 0) for (const { kind } of expected) seen.add(kind)
            }
          }
        }
        expect([...seen].toSorted()).toEqual([
          "guardrail_key",
          "guardrail_member",
          "key",
          "organization",
          "run",
          "workspace"
        ])
      })
    )
  })

const { port, promises } = contractOf()

/** Promises of every storage about the list of all budgets. */
export const budgetListContract = Object.assign(
  <E>(name: string, layer: Layer.Layer<Stores, E>, options?: ModelOptions): void => contractOf(options)(name, layer),
  { port, promises }
)
