import { AsyncLocalStorage } from "node:async_hooks"
import { join } from "node:path"
import { type BoundHold, BudgetExceeded, HoldNotFound, Tollgate, UsageFrom, type WithHoldOptions } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { type Entered, everyStorage } from "./everyWay.js"
import { inFolder, openAccount, rejection } from "./gates.js"

const model = "acme/writer"

/** A key with a limit of $1, how to make a request of $0.5 with it, and what became of the hold of the last one. */
const openSpender = async ({ gate, host }: Pick<Entered, "gate" | "host">) => {
  const { key } = await host.keys.create({ name: "Spender", limit: 1 })
  let last = ""
  const ask = <A>(work: (hold: BoundHold) => PromiseLike<A>, options: WithHoldOptions<A> = {}) =>
    gate.spending.withHold({ key, amount: 0.5, model }, options, (hold) => {
      last = hold.data.id
      return work(hold)
    })
  const ended = async () => {
    const { cost, flags, state } = (await gate.spending.get(last)).data
    return { cost, flags, state }
  }
  return { ask, ended, key }
}

const settled = (cost: number) => ({ cost, flags: [], state: "settled" })
const unknown = { cost: null, flags: [], state: "unknown" }
const released = { cost: null, flags: [], state: "released" }

/** What an OpenAI-compatible provider answers. */
const completion = { text: "Hello", usage: { prompt_tokens: 1_000_000, completion_tokens: 0, total_tokens: 1_000_000 } }
const settlement = ({ usage }: { readonly usage: unknown }) => ({ usage: UsageFrom.openAiChat(usage) })

describe("spending.withHold", () => {
  everyStorage("sends a request, and settles what its result says", async (entered) => {
    await entered.gate.prices.replace([{ provider: "acme", model, rates: { input: 0.25, output: 1 } }])
    const { ask, ended } = await openSpender(entered)
    let sent: unknown
    const work = async (hold: BoundHold) => {
      sent = (await entered.gate.spending.get(hold.data.id)).data.sent_at
      return completion
    }
    expect(await ask(work, { settlement })).toBe(completion)
    expect([sent === null, await ended()]).toEqual([false, settled(0.25)])
  })

  everyStorage(
    "ends the hold of a request that states no cost, or rejects, as if it failed, with its own reason",
    async (entered) => {
      const { ask, ended } = await openSpender(entered)
      expect(await ask(async () => 1, { settlement: () => undefined })).toBe(1)
      expect(await ended()).toEqual(unknown)
      const busy = Object.assign(new Error("busy"), { status: 503 })
      const { stack } = busy
      expect(await rejection(ask(() => Promise.reject(busy)))).toBe(busy)
      expect([busy.stack, await ended()]).toEqual([stack, released])
      const lost = new TypeError("terminated")
      expect(await rejection(ask(() => Promise.reject(lost), { onAbort: "estimate", estimate: 0.125 }))).toBe(lost)
      expect(await ended()).toEqual(settled(0.125))
    }
  )

  everyStorage(
    "returns the result also if its settlement is invalid or throws, and leaves the hold unknown",
    async (entered) => {
      for (const settlement of [
        () => ({ cost: -1 }),
        () => ({ usage: UsageFrom.openAiChat({}) }),
        () => {
          throw new Error("a bug")
        }
      ]) {
        const { ask, ended } = await openSpender(entered)
        expect(await ask(async () => "paid", { settlement })).toBe("paid")
        expect(await ended()).toEqual({ ...unknown, flags: ["settlement_refused"] })
      }
    }
  )

  everyStorage(
    "rejects before the request where its hold is refused or the call is aborted, and holds nothing",
    async (entered) => {
      const { ask, ended, key } = await openSpender(entered)
      let made = 0
      const work = async () => ++made
      const reason = new Error("client gone")
      expect(await rejection(ask(work, { signal: AbortSignal.abort(reason) }))).toBe(reason)
      await using first = await entered.gate.spending.authorize({ key, amount: 0.75, model })
      expect(await rejection(ask(work))).toBeInstanceOf(BudgetExceeded)
      const leaving = new AbortController()
      const waiting = ask(work, { waitFor: "1 minute", signal: leaving.signal })
      leaving.abort(reason)
      expect(await rejection(waiting)).toBe(reason)
      expect([made, await rejection(ended())]).toEqual([0, expect.any(HoldNotFound)])
      await first.release()
      await ask(async () => 1, { settlement: () => ({ cost: 1 }) })
      expect(await ended()).toEqual({ ...settled(1), flags: ["overdrawn"] })
    }
  )

  it("rejects where the options are forgotten, and holds nothing", async () => {
    await using gate = await Tollgate.open({ memory: true })
    const { host, ordinary } = await openAccount(gate)
    const { key } = ordinary
    const expected = new TypeError("withHold(input, options, work): work is not a function")
    // @ts-expect-error what plain JavaScript may state.
    expect(await rejection(gate.spending.withHold({ key, amount: 1 }, async () => "paid"))).toEqual(expected)
    // @ts-expect-error what plain JavaScript may state.
    expect(await rejection(gate.spending.withHold({ key, amount: 1 }))).toEqual(expected)
    expect((await host.spending.list()).total_count).toBe(0)
  })

  everyStorage(
    "waits for a request that was begun before the call is aborted, and settles its result",
    async (entered) => {
      const { ask, ended } = await openSpender(entered)
      const leaving = new AbortController()
      const work = async () => {
        leaving.abort(new Error("client gone"))
        await new Promise((resolve) => setImmediate(resolve))
        return completion
      }
      const { signal } = leaving
      expect(await ask(work, { signal, settlement: () => ({ cost: 0.25 }) })).toBe(completion)
      expect(await ended()).toEqual(settled(0.25))
      const again = new AbortController()
      const obeying = async () => {
        again.abort(new Error("client gone"))
        again.signal.throwIfAborted()
      }
      expect(await rejection(ask(obeying, { signal: again.signal }))).toBe(again.signal.reason)
      expect(await ended()).toEqual(unknown)
    }
  )

  everyStorage(
    "runs each request in the asynchronous context of its caller, however many are stored together",
    async (entered) => {
      const { key } = await entered.host.keys.create({ name: "Many" })
      const context = new AsyncLocalStorage<number>()
      const numbers = Array.from({ length: 50 }, (_, number) => number)
      const seen = await Promise.all(
        numbers.map((number) =>
          context.run(number, () =>
            entered.gate.spending.withHold(
              { key, amount: 0.01, model },
              { settlement: () => ({ cost: 0.01 }) },
              async () => context.getStore()
            )
          )
        )
      )
      expect(seen).toEqual(numbers)
    }
  )

  it("is waited for by the gate that closes, and its settlement is in the file", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const gate = await Tollgate.open({ file })
      const { host } = await openAccount(gate)
      const { ask } = await openSpender({ gate, host })
      let id = ""
      let answer = (_: typeof completion) => {}
      const asked = new Promise<void>((begun) => {
        void ask(
          (hold) => {
            id = hold.data.id
            begun()
            return new Promise<typeof completion>((resolve) => (answer = resolve))
          },
          { settlement: () => ({ cost: 0.25 }) }
        )
      })
      await asked
      let isClosed = false
      const closed = gate.close().then(() => (isClosed = true))
      await new Promise((resolve) => setImmediate(resolve))
      expect(isClosed).toBe(false)
      answer(completion)
      await closed
      await using again = await Tollgate.open({ file })
      expect((await again.spending.get(id)).data).toMatchObject({ cost: 0.25, state: "settled" })
    }))
})
