import { InvalidInput, PriceUnknown } from "@tollgate/node"
import { describe, expect } from "vitest"
import { everyWay } from "./everyWay.js"
import { rejection } from "./gates.js"

const plain = {
  cache_read: null,
  cache_write: null,
  cache_write_hour: null,
  reasoning: null,
  audio_input: null,
  audio_output: null,
  image_input: null,
  image_output: null
}
const noUnits = { calls: null, seconds: null, characters: null }
const shown = {
  provider: "acme",
  model: "writer",
  aliases: ["writer-latest"],
  effective_from: null,
  effective_until: null,
  rates: { ...plain, input: 0.15, output: 0.6, cache_read: 0.075, request: null, image: null, units: noUnits },
  tiers: [{ ...plain, above: 200_000, input: 0.3, output: null }]
}
const writer = {
  provider: "acme",
  model: "writer",
  aliases: ["writer-latest"],
  rates: { input: 0.15, output: 0.6, cache_read: 0.075 },
  tiers: [{ above: 200_000, input: 0.3 }]
}
const painter = { provider: "acme", model: "painter", rates: { input: 0, output: 0, image: 0.04 } }

describe("prices", () => {
  everyWay("of the host are listed to every key, in pages", async ({ account, gate, user }) => {
    await gate.prices.replace([writer, painter])
    expect(await user.prices.list({ offset: 1 })).toEqual({ data: [shown], total_count: 2 })
    expect((await account.prices.list({ limit: 1 })).data.map(({ model }) => model)).toEqual(["painter"])
    expect(await gate.prices.list({ offset: 1 })).toEqual({ data: [shown], total_count: 2 })
    await gate.prices.replace([])
    expect(await user.prices.list()).toEqual({ data: [], total_count: 0 })
  })

  everyWay("tell the cost of a usage, and extend a hold by one, in every process", async ({ gate, host, target }) => {
    await gate.prices.replace([writer, { ...writer, provider: "other" }])
    const usage = { input: 1_000_000, output: 1_000_000 }
    expect(await gate.prices.cost("writer-latest", usage, { provider: "acme" })).toBe(0.9)
    expect(await rejection(gate.prices.cost("writer", usage))).toEqual(
      new PriceUnknown({ provider: null, model: "writer", providers: ["acme", "other"] })
    )
    expect(await rejection(gate.prices.cost("writer", { input: -1 }))).toEqual(
      new InvalidInput({ issues: [{ path: ["usage", "input"], expected: "a whole number from 0 to 1000000000" }] })
    )
    const { key } = await host.keys.create({ name: "Spender" })
    const gateway = await gate.gatewayKeys.create()
    const { spending } = target.withGatewayKey(gateway.key)
    const { data } = await spending.authorize({ key, model: "writer", provider: "acme", amount: 0.25 })
    expect((await spending.extend(data.id, { usage })).amount).toBe(0.9)
    const unpriced = await spending.authorize({ key, model: "reader", provider: "acme", amount: 0.25 })
    const refused = await rejection(spending.extend(unpriced.data.id, { usage }))
    expect(refused).toBeInstanceOf(PriceUnknown)
    expect(refused).toMatchObject({ provider: "acme", model: "reader", providers: [] })
  })

  everyWay("are left as they were by an invalid book", async ({ gate, user }) => {
    await gate.prices.replace([writer])
    const twice = await rejection(gate.prices.replace([painter, { ...painter, aliases: ["p"] }]))
    expect(twice).toEqual(
      new InvalidInput({ issues: [{ path: ["cards", 1], expected: "one card for an id of a provider at a time" }] })
    )
    const negative = { ...painter, rates: { input: -1, output: 0 } }
    expect(await rejection(gate.prices.replace([negative]))).toEqual(
      new InvalidInput({
        issues: [{ path: ["cards", 0, "rates", "input"], expected: "a number of US dollars between 0 and 100000" }]
      })
    )
    expect(await user.prices.list()).toEqual({ data: [shown], total_count: 1 })
  })
})
