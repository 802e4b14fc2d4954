import { inspect } from "node:util"
import { type BoundHold, Tollgate } from "@tollgate/node"
import { Metric, MetricState } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "./everyWay.js"
import { bothWays, openAccount } from "./gates.js"

/** How many fibers were started in this process, and how many are running. */
const fibers = () => {
  const count = (name: string) => {
    const states = Metric.unsafeSnapshot().filter(({ metricKey }) => metricKey.name === name)
    return states.reduce((sum, { metricState: state }) => {
      return sum + (MetricState.isCounterState(state) ? Number(state.count) : 0)
    }, 0)
  }
  return { started: count("effect_fiber_started"), active: count("effect_fiber_active") }
}

const models = ["acme/writer"]

describe("A call on a hold", () => {
  it("starts one fiber, and leaves none running", async () => {
    await using gate = await Tollgate.open({ memory: true })
    const { host, ordinary } = await openAccount(gate)
    const ask = (spending = gate.spending) => spending.authorize({ key: ordinary.key, amount: 0.25, models })
    // Reads the spender, which is cached from then on.
    const held = await ask()
    const counted = async (call: () => Promise<unknown>) => {
      const before = fibers()
      await call()
      const after = fibers()
      return { started: after.started - before.started, left: after.active - before.active }
    }
    const calls = [
      () => ask(),
      () => ask(host.spending),
      () => held.sent(),
      () => held.extend({ amount: 0.5 }),
      () => held.settle({ cost: 0.125 }),
      () => held[Symbol.asyncDispose](),
      async () => Object.values(held)
    ]
    const runs = []
    for (const call of calls) runs.push(await counted(call))
    expect(runs).toEqual([...Array(6).fill({ started: 1, left: 0 }), { started: 0, left: 0 }])
  })
})

describe("What an authorized hold shows", () => {
  everyStorage("is the instant of its admission, whenever it is read", async ({ gate, host }) => {
    const { data, key } = await host.keys.create({ name: "Spender", limit: 1 })
    const ask = (amount: number) => gate.spending.authorize({ key, amount, models })
    const read = await ask(0.25)
    const before = { ...read }
    const unread = await ask(0.25)
    await (await ask(0.125)).settle({ cost: 0.125 })
    await unread.sent()
    await unread.extend({ amount: 0.375 })
    await unread.settle({ cost: 0.375 })
    await host.keys.update(data.hash, { limit: 5, name: "Renamed" })
    const budget = { scope: "key", window: "lifetime", limit: 1, boost: 0, spent: 0, unknown: 0, resets_at: null }
    expect(unread.budgets).toEqual([{ ...budget, held: 0.5, remaining: 0.5 }])
    expect(unread.key_holder.key).toMatchObject({ limit: 1, name: "Spender", limit_remaining: 1, usage: 0 })
    expect(unread.data).toMatchObject({ amount: 0.25, cost: null, sent_at: null, state: "open" })
    expect({ ...read }).toEqual(before)
  })

  bothWays("is compared, spread, written as JSON and printed like a plain object", async ({ gate, ordinary }) => {
    const hold: BoundHold = await gate.spending.authorize({ key: ordinary.key, amount: 0.25, models })
    const { budgets, data, key_holder, plan, providers, repeated } = hold
    const shown = { data, repeated, plan, providers, key_holder, budgets }
    expect(hold).toEqual(shown)
    expect(Object.entries(hold)).toEqual(Object.entries(shown))
    expect(JSON.stringify(hold)).toBe(JSON.stringify(shown))
    expect(inspect(hold)).toBe(`BoundHold ${inspect(shown)}`)
    expect(inspect([[hold]])).toBe(inspect([[shown]]).replace("{", "BoundHold {"))
    expect(inspect(hold, { depth: -1 })).toBe("[BoundHold]")
    expect(inspect(hold, { depth: 9, showHidden: true })).not.toContain(ordinary.key)
  })
})
