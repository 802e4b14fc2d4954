import { ReadableStream } from "node:stream/web"
import { BudgetExceeded, HoldEnded, InvalidInput } from "@tollgate/node"
import { describe, expect } from "vitest"
import { type Account, bothWays, rejection } from "./gates.js"

const models = ["acme/writer"]

/** A key with a limit of $1, and its holds. */
const openSpender = async ({ gate, host }: Account) => {
  const { key } = await host.keys.create({ name: "Spender", limit: 1 })
  const outcome = async (id: string) => {
    const { amount, basis, cost, state } = (await gate.spending.get(id)).data
    return { amount, basis, cost, state }
  }
  return { key, outcome, spending: gate.spending }
}

type Piece = { readonly text: string } | { readonly cost: number }

/** Each piece of text is a token, and each token costs a cent. */
const metering = {
  tokens: (piece: Piece) => ("text" in piece ? 1 : 0),
  cost: (tokens: number) => tokens / 100,
  settlement: (piece: Piece) => ("cost" in piece ? { cost: piece.cost, basis: "provider" as const } : undefined)
}

/** An answer of so many tokens, with or without its cost; whether it was read, and whether its reader has left. */
const answering = (tokens: number, cost?: number) => {
  const seen = { read: 0, left: true }
  async function* pieces(): AsyncGenerator<Piece> {
    try {
      for (let token = 0; token < tokens; token++) {
        seen.read++
        yield { text: "a" }
      }
      if (cost !== undefined) yield { cost }
      seen.left = false
    } finally {
      await Promise.resolve()
    }
  }
  return { seen, pieces: pieces() }
}

const collect = async <A>(answer: AsyncIterable<A>, most = Number.POSITIVE_INFINITY) => {
  const read: Array<A> = []
  if (most === 0) return read
  for await (const element of answer) if (read.push(element) >= most) break
  return read
}

describe("A hold of a Promise", () => {
  bothWays("is ended by its own methods", async (account) => {
    const { key, outcome, spending } = await openSpender(account)
    const ask = () => spending.authorize({ key, amount: 0.25, models })
    const settled = await ask()
    expect((await settled.sent({ model: "acme/writer" })).sent_at).not.toBeNull()
    expect((await settled.extend({ amount: 0.5 })).amount).toBe(0.5)
    expect(await settled.settle({ cost: 0.125 })).toMatchObject({ state: "settled", cost: 0.125, flags: [] })
    expect(await rejection(settled.extend())).toBeInstanceOf(HoldEnded)
    expect((await (await ask()).release()).state).toBe("released")
    expect((await (await ask()).markUnknown()).state).toBe("unknown")
    await settled[Symbol.asyncDispose]()
    expect(await outcome(settled.data.id)).toMatchObject({ state: "settled", cost: 0.125 })
    expect(await rejection(settled.settle({ cost: -1 }))).toBeInstanceOf(InvalidInput)
  })

  bothWays("is released at the end of its block if it was not sent, else unknown or estimated", async (account) => {
    const { key, outcome, spending } = await openSpender(account)
    const ended = async (isSent: boolean, options?: Parameters<typeof spending.authorize>[1]) => {
      let id = ""
      const block = async () => {
        await using hold = await spending.authorize({ key, amount: 0.1, models }, options)
        id = hold.data.id
        if (isSent) await hold.sent()
        throw new Error("line cut")
      }
      expect(await rejection(block())).toEqual(new Error("line cut"))
      return outcome(id)
    }
    expect(await ended(false, { onAbort: "estimate" })).toMatchObject({ cost: null, state: "released" })
    expect(await ended(true)).toMatchObject({ cost: null, state: "unknown" })
    const estimated = { amount: 0.1, basis: "estimate", state: "settled" }
    expect(await ended(true, { onAbort: "estimate", estimate: 0.02 })).toEqual({ ...estimated, cost: 0.02 })
    expect(await ended(true, { onAbort: "estimate" })).toEqual({ ...estimated, cost: 0.1 })
    await account.gate.prices.replace([{ provider: "acme", model: "acme/writer", rates: { input: 1, output: 2 } }])
    const byUsage = { onAbort: "estimate", estimate: { input: 30_000 } } as const
    expect(await ended(true, byUsage)).toEqual({ ...estimated, cost: 0.03 })
    const negative = spending.authorize({ key, amount: 0.1, models }, { estimate: { input: -1 } })
    expect(await rejection(negative)).toBeInstanceOf(InvalidInput)
    const wrong = spending.authorize({ key, amount: 0.1, models }, { estimate: Number.NaN })
    expect(await rejection(wrong)).toEqual(new TypeError("estimate must be an amount in USD, or a usage"))
  })

  bothWays("of a dry run holds nothing", async (account) => {
    const { key, spending } = await openSpender(account)
    await using hold = await spending.authorize({ key, amount: 0.25, models, dry_run: true })
    expect(hold.budgets).toMatchObject([{ held: 0.25 }])
    expect((await spending.authorize({ key, amount: 1, models })).data.state).toBe("open")
  })

  bothWays("meters an answer, and settles with what the provider states", async (account) => {
    const { key, outcome, spending } = await openSpender(account)
    const id = await (async () => {
      await using hold = await spending.authorize({ key, amount: 0.25, models })
      const { pieces } = answering(30, 0.31)
      const read = await collect(ReadableStream.from(hold.meter(pieces, metering)))
      expect(read).toEqual([...Array.from({ length: 30 }, () => ({ text: "a" })), { cost: 0.31 }])
      return hold.data.id
    })()
    const { amount, ...settled } = await outcome(id)
    expect(settled).toEqual({ basis: "provider", cost: 0.31, state: "settled" })
    expect(amount).toBeGreaterThan(0.31)
  })

  bothWays("ends an answer with the refusal when its next slice is refused, and cancels it", async (account) => {
    const { key, outcome, spending } = await openSpender(account)
    const hold = await spending.authorize({ key, amount: 0.5, models })
    const { pieces, seen } = answering(300)
    const refused = await rejection(collect(hold.meter(pieces, metering)))
    expect(refused).toBeInstanceOf(BudgetExceeded)
    expect(seen).toEqual({ read: 51, left: true })
    await hold[Symbol.asyncDispose]()
    expect(await outcome(hold.data.id)).toEqual({ amount: 0.5, basis: null, cost: null, state: "unknown" })
  })

  bothWays("of an answer that was left early is unknown, or drains it", async (account) => {
    const { key, outcome, spending } = await openSpender(account)
    const left = async (onAbort: "unknown" | "drain") => {
      const hold = await spending.authorize({ key, amount: 0.25, models }, { onAbort })
      await hold.sent()
      const { pieces, seen } = answering(9, 0.09)
      expect(await collect(hold.meter(pieces, metering), 2)).toHaveLength(2)
      await hold[Symbol.asyncDispose]()
      const { cost, state } = await outcome(hold.data.id)
      return { cost, state, left: seen.left }
    }
    expect(await left("unknown")).toEqual({ cost: null, state: "unknown", left: true })
    expect(await left("drain")).toEqual({ cost: 0.09, state: "settled", left: false })
  })

  bothWays("rejects an iteration with what the answer rejects with", async (account) => {
    const { key, spending } = await openSpender(account)
    await using hold = await spending.authorize({ key, amount: 0.25, models })
    const cut = new Error("line cut")
    async function* pieces(): AsyncGenerator<Piece> {
      yield { text: "a" }
      throw cut
    }
    expect(await rejection(collect(hold.meter(pieces(), metering)))).toBe(cut)
    const invalid = hold.meter([{ cost: -1 }], metering)
    expect(await rejection(collect(invalid))).toBeInstanceOf(InvalidInput)
  })

  bothWays("waits for headroom", async (account) => {
    const { key, spending } = await openSpender(account)
    const first = await spending.authorize({ key, amount: 0.75, models })
    const waiting = spending.authorize({ key, amount: 0.5, models }, { waitFor: "1 minute" })
    await first.release()
    expect((await waiting).data.amount).toBe(0.5)
    const abort = new AbortController()
    const given = { waitFor: "1 minute", signal: abort.signal } as const
    const aborted = rejection(spending.authorize({ key, amount: 0.75, models }, given))
    abort.abort(new Error("client gone"))
    expect(await aborted).toEqual(new Error("client gone"))
    const short = spending.authorize({ key, amount: 0.75, models }, { waitFor: 1 })
    expect(await rejection(short)).toMatchObject({ _tag: "BudgetExceeded", reason: "budget_held" })
  })
})
