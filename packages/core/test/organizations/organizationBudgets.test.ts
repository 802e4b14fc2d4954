import { describe, expect } from "@effect/vitest"
import {
  BudgetNotFound,
  BudgetOutOfOrder,
  createKey,
  deleteOrganizationBudget,
  InvalidInput,
  listOrganizationBudgets,
  OrganizationNotFound,
  setOrganizationBudget,
  setWorkspaceBudget,
  Usd
} from "@tollgate/core"
import { aKey, travelTo } from "@tollgate/testing/accounts"
import { DateTime, Effect } from "effect"
import { openSpender } from "../spending/support/spender.js"
import { inMemory, openAccount } from "../support/account.js"

const usd = Usd.fromNumber

const opened = Effect.gen(function* () {
  yield* travelTo("2026-05-31T23:50:00.000Z")
  const account = yield* openSpender
  const { id } = account.organization
  const set = (interval: string, limit_usd: number) =>
    setOrganizationBudget(id, interval, { limit_usd: usd(limit_usd) })
  return { ...account, id, set }
})

describe("budgets of an organization", () => {
  inMemory("are set by the host, shown with what was spent, and removed", () =>
    Effect.gen(function* () {
      const { hold, id, ordinaryKey, set, settle } = yield* opened
      expect(yield* listOrganizationBudgets(id)).toEqual([])
      const { data } = yield* hold(ordinaryKey, { amount: 3 })
      yield* settle(data.id, { cost: usd(2.5) })
      const daily = {
        interval: "daily",
        limit_usd: usd(10),
        boost_usd: usd(0),
        spent_usd: usd(2.5),
        held_usd: usd(0),
        unknown_usd: usd(0),
        remaining_usd: usd(7.5),
        resets_at: DateTime.unsafeMake("2026-06-01T00:00:00Z")
      }
      const lifetime = { ...daily, interval: "lifetime", limit_usd: usd(20), remaining_usd: usd(17.5), resets_at: null }
      expect(yield* set("lifetime", 20)).toEqual(lifetime)
      expect(yield* set("daily", 10)).toEqual(daily)
      expect(yield* listOrganizationBudgets(id)).toEqual([daily, lifetime])
      expect(yield* deleteOrganizationBudget(id, "daily")).toEqual({ deleted: true })
      expect(yield* listOrganizationBudgets(id)).toEqual([lifetime])
    })
  )

  inMemory("limit what all keys of the organization spend together, beside budgets of workspaces", () =>
    Effect.gen(function* () {
      const { asManager, hold, id, ordinaryKey, set } = yield* opened
      const other = yield* openAccount("Other")
      const { key: second } = yield* asManager(createKey(aKey()))
      yield* set("weekly", 2)
      yield* asManager(setWorkspaceBudget("default", "weekly", { limit_usd: usd(50) }))
      const { budgets } = yield* hold(ordinaryKey, { amount: 1.5 })
      expect(budgets.map(({ remaining, scope }) => [scope, remaining])).toEqual([
        ["workspace", usd(48.5)],
        ["organization", usd(0.5)]
      ])
      expect(yield* Effect.flip(hold(second))).toMatchObject({
        _tag: "BudgetExceeded",
        budgets: [{ scope: "organization", id, window: "weekly", remaining: usd(0.5) }]
      })
      yield* hold(other.ordinaryKey, { amount: 100 })
      yield* set("weekly", 3)
      yield* hold(second)
    })
  )

  inMemory("are refused out of order, for another interval, and for an organization that does not exist", () =>
    Effect.gen(function* () {
      const { id, set, workspace } = yield* opened
      yield* set("daily", 2)
      expect(yield* Effect.flip(set("monthly", 2))).toEqual(new BudgetOutOfOrder())
      expect(yield* Effect.flip(set("hourly", 2))).toBeInstanceOf(InvalidInput)
      expect(yield* Effect.flip(deleteOrganizationBudget(id, "monthly"))).toEqual(
        new BudgetNotFound({ interval: "monthly" })
      )
      const absent = OrganizationNotFound.of(workspace.id)
      expect(yield* Effect.flip(listOrganizationBudgets(workspace.id))).toEqual(absent)
      expect(yield* Effect.flip(deleteOrganizationBudget(workspace.id, "daily"))).toEqual(absent)
      expect(yield* Effect.flip(setOrganizationBudget(workspace.id, "daily", { limit_usd: usd(1) }))).toEqual(absent)
      expect(yield* listOrganizationBudgets(id)).toMatchObject([{ limit_usd: usd(2) }])
    })
  )
})
