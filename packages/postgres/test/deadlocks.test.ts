import { describe, expect, it } from "@effect/vitest"
import {
  addOrganizationMember,
  addWorkspaceMembers,
  assignMembers,
  authorize,
  createByokCredential,
  createGuardrail,
  createKey,
  createPreset,
  createWorkspace,
  deleteByokCredential,
  GatewayCaller,
  getKey,
  listOrganizationMembers,
  listPresets,
  listWorkspaceMembers,
  recordUsage,
  removeOrganizationMember,
  removeWorkspaceMembers,
  setWorkspaceBudget,
  UserId,
  unassignMembers,
  updateByokCredential,
  updateKey
} from "@tollgate/core"
import {
  aByokCredential,
  aByokPatch,
  aGuardrail,
  aHold,
  aKey,
  aKeyPatch,
  aPooledBudget,
  aPreset,
  aWorkspace,
  members,
  someUsage,
  TestAccount
} from "@tollgate/testing/accounts"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { whenWaiting } from "./support/activity.js"
import { connect, migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const users = Array.from({ length: 50 }, (_, n) => `user-${String(n).padStart(2, "0")}`)
const backwards = users.toReversed()

/** How often the server had to break a circle of transactions that wait for each other, once they have all been counted. */
const deadlocksOf = (url: string) =>
  Effect.map(
    query(url, "SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()"),
    ([row]) => row?.["deadlocks"]
  )

describe("The same users, named in opposite orders by many at once,", () => {
  it.scopedLive("come under a guardrail and into a workspace without a deadlock", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const scope = yield* Scope.make()
      const stores = yield* Layer.buildWithScope(inDatabase(url), scope)
      const answers = yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        return yield* Effect.gen(function* () {
          for (const user_id of users) yield* addOrganizationMember({ user_id: UserId.make(user_id), role: "member" })
          const guardrail = yield* createGuardrail(aGuardrail())
          const workspace = yield* createWorkspace(aWorkspace())
          const each = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? users : backwards))
          const assigned = yield* Effect.forEach(each, (names) => assignMembers(guardrail.id, members(...names)), {
            concurrency: "unbounded"
          })
          const added = yield* Effect.forEach(
            each,
            (names) => addWorkspaceMembers(workspace.id, { user_ids: members(...names).member_user_ids }),
            { concurrency: "unbounded" }
          )
          // Each moves single users, or all, from one guardrail to the other, both ways at once.
          const other = yield* createGuardrail(aGuardrail())
          yield* Effect.forEach(
            [...users, ...each],
            (names, n) => assignMembers(n % 2 === 0 ? guardrail.id : other.id, members(...[names].flat())),
            { concurrency: "unbounded" }
          )
          return [assigned.map((one) => one.assigned_count), added.map((one) => one.added_count)]
        }).pipe(Effect.provide(asManager))
      }).pipe(Effect.provide(stores))
      for (const counts of answers) expect(counts.toSorted((a, b) => b - a)).toEqual([50, ...Array(11).fill(0)])
      // A connection that ends has told the server's statistics all that it knows.
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      expect(yield* deadlocksOf(url)).toBe(0)
    })
  )
})

describe("Presets and members, added to two workspaces by many at once,", () => {
  it.scopedLive("are all counted, without a deadlock", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const scope = yield* Scope.make()
      const stores = yield* Layer.buildWithScope(inDatabase(url), scope)
      const counts = yield* Effect.gen(function* () {
        const { asManager, workspace: first } = yield* TestAccount.make()
        return yield* Effect.gen(function* () {
          const second = yield* createWorkspace(aWorkspace())
          const places = [first.id, second.id]
          const some = users.slice(0, 24)
          const each = some.map((user_id, n) => {
            const workspace_id = places[n % 2] ?? first.id
            return Effect.all([
              createPreset(aPreset({ slug: user_id, workspace_id })),
              addOrganizationMember({ user_id: UserId.make(user_id), role: "member" })
            ])
          })
          yield* Effect.all(each, { concurrency: "unbounded" })
          const page = { limit: 1, offset: 0 }
          const presets = [{}, ...places.map((workspace_id) => ({ workspace_id }))]
          return yield* Effect.all([
            ...presets.map((of) => listPresets({ ...page, ...of })),
            listWorkspaceMembers(first.id, page),
            listOrganizationMembers(page)
          ])
        }).pipe(Effect.provide(asManager))
      }).pipe(Effect.provide(stores))
      expect(counts.map(({ total_count }) => total_count)).toEqual([24, 12, 12, 25, 25])
      yield* Scope.close(scope, Exit.void)
      expect(yield* deadlocksOf(url)).toBe(0)
    })
  )
})

describe("Members that are taken from a guardrail while they are assigned to another", () => {
  it.scopedLive("are locked in one order, whatever their order in the table, so that there is no deadlock", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const scope = yield* Scope.make()
      const stores = yield* Layer.buildWithScope(inDatabase(url), scope)
      const few = users.slice(0, 9)
      const removed = yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        return yield* Effect.gen(function* () {
          const [one, other] = [yield* createGuardrail(aGuardrail()), yield* createGuardrail(aGuardrail())]
          for (const user_id of few.toReversed()) {
            yield* addOrganizationMember({ user_id: UserId.make(user_id), role: "member" })
            yield* assignMembers(one.id, members(user_id))
          }
          const holder = yield* connect(url)
          // Both come to the row in the middle, and wait there.
          yield* Effect.promise(() =>
            holder.query("BEGIN; SELECT 1 FROM guardrail_members WHERE user_id = 'user-04' FOR UPDATE")
          )
          const assigning = yield* Effect.fork(assignMembers(other.id, members(...few)))
          yield* whenWaiting(url, 1)
          const removing = yield* Effect.fork(unassignMembers(one.id, members(...few)))
          yield* whenWaiting(url, 2)
          yield* Effect.promise(() => holder.query("COMMIT"))
          expect((yield* Fiber.join(assigning)).assigned_count).toBe(few.length)
          return (yield* Fiber.join(removing)).unassigned_count
        }).pipe(Effect.provide(asManager))
      }).pipe(Effect.provide(stores))
      expect(removed).toBe(0)
      yield* Scope.close(scope, Exit.void)
      expect(yield* deadlocksOf(url)).toBe(0)
    })
  )
})

describe("Credentials, members and budgets of a workspace, changed by many at once while its keys spend,", () => {
  it.scopedLive("raise its version without a deadlock, and none is refused", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const scope = yield* Scope.make()
      const stores = yield* Layer.buildWithScope(inDatabase(url), scope)
      const failures = yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        return yield* Effect.gen(function* () {
          const { id: workspace_id } = yield* createWorkspace(aWorkspace())
          const one = Effect.fnUntraced(function* (name: string) {
            const user_ids = [UserId.make(name)]
            yield* addOrganizationMember({ user_id: UserId.make(name), role: "member" })
            yield* addWorkspaceMembers(workspace_id, { user_ids })
            const { key } = yield* createKey(aKey({ workspace_id, creator_user_id: name }))
            const spend = Effect.provideService(authorize(aHold(key)), GatewayCaller, { organizationId: null })
            const { id } = yield* createByokCredential(aByokCredential({ workspace_id }))
            yield* Effect.all(
              [
                spend,
                updateByokCredential(id, aByokPatch({ name })),
                setWorkspaceBudget(workspace_id, "monthly", aPooledBudget())
              ],
              { concurrency: "unbounded" }
            )
            yield* deleteByokCredential(id)
            yield* removeWorkspaceMembers(workspace_id, { user_ids })
            yield* removeOrganizationMember(name)
          })
          const all = users.slice(0, 16).map((name) => Effect.exit(one(name)))
          return (yield* Effect.all(all, { concurrency: "unbounded" })).filter(Exit.isFailure)
        }).pipe(Effect.provide(asManager))
      }).pipe(Effect.provide(stores))
      expect(failures).toEqual([])
      yield* Scope.close(scope, Exit.void)
      expect(yield* deadlocksOf(url)).toBe(0)
    })
  )
})

describe("A key that is changed while it spends", () => {
  it.scopedLive("is changed and charged without a deadlock", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const scope = yield* Scope.make()
      const stores = yield* Layer.buildWithScope(inDatabase(url), scope)
      const total = yield* Effect.gen(function* () {
        const { asManager: manager } = yield* TestAccount.make()
        const asManager = Effect.provide(manager)
        const { data } = yield* asManager(createKey(aKey()))
        const spend = asManager(recordUsage(data.hash, someUsage({ usage: 1 })))
        yield* spend
        const change = (n: number) => asManager(updateKey(data.hash, aKeyPatch({ limit: n, disabled: n % 2 === 0 })))
        const acts = Array.from({ length: 30 }, (_, n) => [spend, change(2 * n + 1)])
        yield* Effect.all(acts.flat(), { concurrency: 12, discard: true })
        return (yield* asManager(getKey(data.hash))).usage
      }).pipe(Effect.provide(stores))
      yield* Scope.close(scope, Exit.void)
      expect(total).toBe(31_000_000_000n)
      expect(yield* deadlocksOf(url)).toBe(0)
    })
  )
})
