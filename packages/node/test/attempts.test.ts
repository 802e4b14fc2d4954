import { InvalidInput } from "@tollgate/node"
import { describe, expect } from "vitest"
import { type Account, bothWays, rejection } from "./gates.js"

type Spending = Account["gate"]["spending"]

/** A hold of a request that was sent, by a key with a limit of $1, and what becomes of it. */
const openHold = async ({ gate, host }: Account, options?: Parameters<Spending["authorize"]>[1]) => {
  const { key } = await host.keys.create({ name: "Spender", limit: 1 })
  const hold = await gate.spending.authorize({ key, amount: 0.25, models: ["acme/writer"] }, options)
  await hold.sent()
  const outcome = async () => {
    const { basis, cost, state } = (await gate.spending.get(hold.data.id)).data
    return { basis, cost, state }
  }
  return { hold, outcome }
}

/** Each element is a token, and each token costs a cent. */
const metering = { tokens: (_: string) => 1, cost: (tokens: number) => tokens / 100 }

const unknown = { basis: null, cost: null, state: "unknown" }

describe("The hold of an answer that ended", () => {
  bothWays("with a wrong count is unknown", async (account) => {
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      for (const callback of ["tokens", "cost"]) {
        const { hold, outcome } = await openHold(account, { onAbort: "estimate" })
        const read = async () => {
          for await (const _ of hold.meter(["a", "b"], { ...metering, [callback]: () => wrong }));
        }
        const refused = await rejection(read())
        expect(refused).toBeInstanceOf(InvalidInput)
        expect(refused).toMatchObject({ issues: [{ path: [callback] }] })
        await hold[Symbol.asyncDispose]()
        expect(await outcome()).toEqual(unknown)
      }
    }
  })

  bothWays("adds up with the attempts before it", async (account) => {
    const { hold, outcome } = await openHold(account)
    async function* cut() {
      yield* ["a", "b", "c"]
      throw new Error("line cut")
    }
    const read = async (answer: AsyncIterable<string> | Iterable<string>) => {
      for await (const _ of hold.meter(answer, metering));
    }
    await rejection(read(cut()))
    await hold.sent()
    await read(["a"])
    await hold[Symbol.asyncDispose]()
    expect(await outcome()).toEqual({ basis: "estimate", cost: 0.04, state: "settled" })
  })
})
