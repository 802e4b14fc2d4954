import { describe, expect } from "vitest"
import { bothWays, rejection } from "./gates.js"

describe("The end of a hold's block", () => {
  bothWays("records a settlement whose call was aborted before it began", async ({ gate, host }) => {
    const { key } = await host.keys.create({ name: "Spender", limit: 1 })
    const hold = await gate.spending.authorize({ key, amount: 1, model: "acme/writer" })
    const reason = new Error("client gone")
    expect(await rejection(hold.settle({ cost: 0.5 }, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    await hold[Symbol.asyncDispose]()
    const { cost, state } = (await gate.spending.get(hold.data.id)).data
    expect({ cost, state }).toEqual({ cost: 0.5, state: "settled" })
  })

  bothWays("leaves unknown a hold whose settlement was invalid, and its call aborted", async ({ gate, host }) => {
    const { key } = await host.keys.create({ name: "Spender", limit: 1 })
    const hold = await gate.spending.authorize({ key, amount: 1, model: "acme/writer" })
    await rejection(hold.settle({ cost: -1 }, { signal: AbortSignal.abort(new Error("client gone")) }))
    await hold[Symbol.asyncDispose]()
    const { flags, state } = (await gate.spending.get(hold.data.id)).data
    expect({ flags, state }).toEqual({ flags: ["settlement_refused"], state: "unknown" })
  })

  bothWays("does not release a hold that it was given as a repetition", async ({ gate, host }) => {
    const { key } = await host.keys.create({ name: "Spender", limit: 1 })
    const first = await gate.spending.authorize({ key, amount: 1, model: "acme/writer" })
    // An id of this moment: the next one.
    const id = `${first.data.id.slice(0, -12)}${"0".repeat(12)}`
    await first.release()
    const request = { id, key, amount: 1, model: "acme/writer" }
    const own = await gate.spending.authorize(request)
    {
      await using again = await gate.spending.authorize(request)
      expect([own.repeated, again.repeated]).toEqual([false, true])
    }
    expect((await own.sent()).state).toBe("open")
  })
})
