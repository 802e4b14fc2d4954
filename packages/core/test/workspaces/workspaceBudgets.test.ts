import { describe, expect } from "@effect/vitest"
import {
  addWorkspaceMembers,
  BudgetNotFound,
  BudgetOutOfOrder,
  createKey,
  createWorkspace,
  deleteWorkspaceBudget,
  InvalidInput,
  KeyRefused,
  listWorkspaceBudgets,
  NewPooledBudget,
  recordUsage,
  setWorkspaceBudget,
  Usd,
  UserId,
  WorkspaceNotFound
} from "@tollgate/core"
import { aKey, aWorkspace, travelTo } from "@tollgate/testing/accounts"
import { DateTime, Effect, Schema } from "effect"
import { openSpender } from "../spending/support/spender.js"
import { inMemory, openAccount, read } from "../support/account.js"

const usd = Usd.fromNumber
/** A Sunday evening, the last day of a week and of a month. */
const evening = "2026-05-31T23:50:00.000Z"
const midnight = DateTime.unsafeMake("2026-06-01T00:00:00.000Z")

const opened = Effect.gen(function* () {
  yield* travelTo(evening)
  const account = yield* openSpender
  const { asManager } = account
  const set = (interval: string, limit_usd: number, id = "default") =>
    asManager(setWorkspaceBudget(id, interval, { limit_usd: usd(limit_usd) }))
  const remove = (interval: string, id = "default") => asManager(deleteWorkspaceBudget(id, interval))
  const budgets = (id = "default") => asManager(listWorkspaceBudgets(id))
  return { ...account, set, remove, budgets }
})

describe("budgets of a workspace", () => {
  inMemory("are set, shown from the shortest interval to the longest, changed and removed", () =>
    Effect.gen(function* () {
      const { budgets, remove, set, workspace } = yield* opened
      expect(yield* budgets()).toEqual([])
      const shown = (interval: string, limit: number, resets_at: DateTime.Utc | null) => ({
        interval,
        limit_usd: usd(limit),
        boost_usd: Usd.zero,
        spent_usd: Usd.zero,
        held_usd: Usd.zero,
        unknown_usd: Usd.zero,
        remaining_usd: usd(limit),
        resets_at
      })
      const lifetime = yield* set("lifetime", 100)
      expect(lifetime).toEqual(shown("lifetime", 100, null))
      yield* set("daily", 5)
      const daily = yield* set("daily", 10, workspace.id)
      const monthly = yield* set("monthly", 80)
      const weekly = yield* set("weekly", 40)
      expect([daily, weekly, monthly, lifetime]).toEqual([
        shown("daily", 10, midnight),
        shown("weekly", 40, midnight),
        shown("monthly", 80, midnight),
        lifetime
      ])
      expect(yield* budgets()).toEqual([daily, weekly, monthly, lifetime])
      expect(yield* remove("weekly")).toEqual({ deleted: true })
      expect(yield* budgets(workspace.id)).toEqual([daily, monthly, lifetime])
    })
  )

  inMemory("of different intervals that are set at once are all kept", () =>
    Effect.gen(function* () {
      const { budgets, set } = yield* opened
      yield* Effect.all([set("daily", 1), set("weekly", 2), set("monthly", 3), set("lifetime", 4)], {
        concurrency: "unbounded"
      })
      expect((yield* budgets()).map(({ limit_usd }) => limit_usd)).toEqual([1, 2, 3, 4].map(usd))
    })
  )

  inMemory("limit what all keys of the workspace spend together, and no other workspace", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey, set, settle, workspace } = yield* opened
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      const { key: second } = yield* asManager(createKey(aKey()))
      const { key: other } = yield* asManager(createKey(aKey({ workspace_id })))
      yield* set("daily", 2)
      const { budgets, data } = yield* hold(ordinaryKey, { amount: 1.5 })
      expect(budgets).toMatchObject([{ scope: "workspace", window: "daily", limit: usd(2), remaining: usd(0.5) }])
      expect(yield* Effect.flip(hold(second))).toMatchObject({
        _tag: "BudgetExceeded",
        reason: "budget_held",
        budgets: [{ scope: "workspace", id: workspace.id, window: "daily", limit: usd(2), held: usd(1.5) }]
      })
      expect(yield* Effect.flip(hold(other))).toEqual(new KeyRefused({ key_state: "creator_left" }))
      yield* asManager(addWorkspaceMembers(workspace_id, { user_ids: [UserId.make("Acme-owner")] }))
      yield* hold(other)
      yield* settle(data.id, { cost: usd(1) })
      yield* hold(second)
      expect(yield* Effect.flip(hold(ordinaryKey, { amount: 0.01 }))).toMatchObject({ _tag: "BudgetExceeded" })
    })
  )

  inMemory("count what was spent since the beginning of their interval, also before they were set", () =>
    Effect.gen(function* () {
      const { asManager, budgets, hold, ordinaryHash, ordinaryKey, remove, set, unknown } = yield* opened
      const spend = (usage: number) => asManager(recordUsage(ordinaryHash, { usage: usd(usage), byok_usage: usd(50) }))
      yield* spend(3)
      yield* travelTo("2026-06-01T08:00:00.000Z")
      yield* spend(1)
      yield* hold(ordinaryKey, { amount: 0.25 })
      const { data } = yield* hold(ordinaryKey, { amount: 0.25 })
      yield* unknown(data.id)
      const counted = { held_usd: usd(0.25), unknown_usd: usd(0.25) }
      expect(yield* set("daily", 2)).toMatchObject({ spent_usd: usd(1), ...counted, remaining_usd: usd(0.5) })
      yield* set("lifetime", 20)
      yield* spend(2)
      expect(yield* budgets()).toMatchObject([
        { interval: "daily", spent_usd: usd(3), ...counted, remaining_usd: usd(-1.5) },
        { interval: "lifetime", spent_usd: usd(6), ...counted, remaining_usd: usd(13.5) }
      ])
      yield* Effect.flip(hold(ordinaryKey))
      yield* remove("daily")
      yield* hold(ordinaryKey)
    })
  )

  inMemory("grow with their interval: another order is refused and changes nothing", () =>
    Effect.gen(function* () {
      const { budgets, remove, set } = yield* opened
      yield* set("weekly", 10)
      for (const [interval, limit] of [
        ["daily", 10],
        ["daily", 11],
        ["monthly", 10],
        ["lifetime", 9.99]
      ] as const) {
        expect(yield* Effect.flip(set(interval, limit))).toEqual(new BudgetOutOfOrder())
      }
      expect(yield* budgets()).toMatchObject([{ interval: "weekly", limit_usd: usd(10) }])
      yield* set("daily", 9.99)
      yield* remove("weekly")
      yield* set("lifetime", 10)
      expect((yield* budgets()).map(({ interval }) => interval)).toEqual(["daily", "lifetime"])
    })
  )

  inMemory("are not found for an interval without one, and for another organization's workspace", () =>
    Effect.gen(function* () {
      const { budgets, remove, set, workspace } = yield* opened
      const other = yield* openAccount("Other")
      yield* set("daily", 1)
      expect(yield* Effect.flip(remove("weekly"))).toEqual(new BudgetNotFound({ interval: "weekly" }))
      expect(yield* Effect.flip(remove("yearly"))).toEqual(new BudgetNotFound({ interval: null }))
      expect(yield* Effect.flip(set("yearly", 1))).toEqual(
        new InvalidInput({ issues: [{ path: ["interval"], expected: "daily, weekly, monthly or lifetime" }] })
      )
      const absent = WorkspaceNotFound.of(workspace.id)
      expect(yield* Effect.flip(other.asManager(listWorkspaceBudgets(workspace.id)))).toEqual(absent)
      expect(yield* Effect.flip(other.asManager(deleteWorkspaceBudget(workspace.id, "daily")))).toEqual(absent)
      const input = { limit_usd: usd(1) }
      expect(yield* Effect.flip(other.asManager(setWorkspaceBudget(workspace.id, "daily", input)))).toEqual(absent)
      expect(yield* Effect.flip(set("daily", 1, "nope"))).toEqual(WorkspaceNotFound.of(null))
      expect(yield* budgets()).toMatchObject([{ limit_usd: usd(1) }])
    })
  )

  inMemory("have a limit of at least one nano-dollar", () =>
    Effect.sync(() => {
      const decode = Schema.decodeUnknownEither(NewPooledBudget)
      for (const limit_usd of [0, -1, 1e-10, 1_000_000_001, null, "1"]) expect(decode({ limit_usd })._tag).toBe("Left")
      expect(read(NewPooledBudget)({ limit_usd: 1e-9 })).toEqual({ limit_usd: 1n })
    })
  )
})
