import { join } from "node:path"
import { BudgetNotFound, BudgetOutOfOrder, InvalidInput, OrganizationNotFound, Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { bothWays, inFolder, rejection, time, uuid } from "./gates.js"

const acme = { name: "Acme Labs", owner_user_id: "owner" }

describe("organizations.findOrCreate", () => {
  bothWays("creates an organization once, and finds it from then on without its key", async ({ gate }) => {
    const first = await gate.organizations.findOrCreate(acme)
    const { organization, workspace } = first
    expect(organization).toMatchObject({ ...acme, id: uuid, default_workspace_id: workspace.id })
    expect((await gate.withKey(String(first.key)).keys.current()).hash).toBe(first.data?.hash)
    for (const owner_user_id of ["owner", "somebody else"]) {
      const again = await gate.organizations.findOrCreate({ ...acme, owner_user_id })
      expect(again).toEqual({ organization, workspace, data: null, key: null })
    }
    expect(await rejection(gate.organizations.findOrCreate({ ...acme, name: "" }))).toBeInstanceOf(InvalidInput)
  })

  bothWays("creates one for many calls at once, one of which is shown its key", async ({ gate }) => {
    const found = await Promise.all(Array.from({ length: 20 }, () => gate.organizations.findOrCreate(acme)))
    expect(new Set(found.map(({ organization }) => organization.id)).size).toBe(1)
    expect(found.filter(({ key }) => key !== null)).toHaveLength(1)
  })

  it("creates one for two gates on one file, and finds it after a restart", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const gates = [await Tollgate.open({ file }), await Tollgate.open({ file })]
      const calls = Array.from({ length: 10 }, () => gates.map((gate) => gate.organizations.findOrCreate(acme))).flat()
      const found = await Promise.all(calls)
      expect(new Set(found.map(({ organization }) => organization.id)).size).toBe(1)
      expect(found.filter(({ key }) => key !== null)).toHaveLength(1)
      await Promise.all(gates.map((gate) => gate.close()))
      const again = await Tollgate.open({ file })
      const { organization, key } = await again.organizations.findOrCreate(acme)
      expect([organization, key]).toEqual([found[0]?.organization, null])
      await again.close()
    }))
})

describe("budgets of an organization", () => {
  bothWays(
    "are set, listed and removed by the host, and limit what its keys spend",
    async ({ gate, host, created }) => {
      const { id } = created.organization
      const { key } = await host.keys.create({ name: "Spender" })
      const unspent = { boost_usd: 0, spent_usd: 0, held_usd: 0, unknown_usd: 0 }
      const budget = { interval: "monthly", limit_usd: 2, ...unspent, remaining_usd: 2, resets_at: time }
      expect(await gate.organizations.listBudgets(id)).toEqual([])
      expect(await gate.organizations.setBudget(id, "monthly", { limit_usd: 2 })).toEqual(budget)
      await gate.spending.authorize({ key, amount: 1.5, models: ["acme/writer"] })
      expect(await gate.organizations.listBudgets(id)).toEqual([{ ...budget, held_usd: 1.5, remaining_usd: 0.5 }])
      const second = gate.spending.authorize({ key, amount: 1, models: ["acme/writer"] })
      expect(await rejection(second)).toMatchObject({ reason: "budget_held", budgets: [{ scope: "organization", id }] })
      expect(await rejection(gate.organizations.setBudget(id, "daily", { limit_usd: 2 }))).toBeInstanceOf(
        BudgetOutOfOrder
      )
      expect(await rejection(gate.organizations.setBudget(id, "daily", { limit_usd: 0 }))).toBeInstanceOf(InvalidInput)
      expect(await rejection(gate.organizations.setBudget("nope", "daily", { limit_usd: 1 }))).toBeInstanceOf(
        OrganizationNotFound
      )
      expect(await gate.organizations.deleteBudget(id, "monthly")).toEqual({ deleted: true })
      expect(await rejection(gate.organizations.deleteBudget(id, "monthly"))).toEqual(
        new BudgetNotFound({ interval: "monthly" })
      )
      await gate.spending.authorize({ key, amount: 1, models: ["acme/writer"] })
    }
  )
})
