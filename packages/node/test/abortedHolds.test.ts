import { type BoundHold, BudgetExceeded } from "@tollgate/node"
import { describe, expect } from "vitest"
import { type Entered, everyStorage } from "./everyWay.js"

const models = ["acme/writer"]
const reason = new Error("the client has gone")
const hundred = Array.from({ length: 100 })

const turnsOf = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** A key with a limit of $10, and what is held for it. */
const openSpender = async ({ gate, host }: Entered) => {
  const { key } = await host.keys.create({ name: "Spender", limit: 10 })
  const ask = (amount: number, options?: Parameters<typeof gate.spending.authorize>[1], id?: string) =>
    gate.spending.authorize({ key, amount, models, ...(id === undefined ? {} : { id }) }, options)
  const count = async (state: "open" | "released") => (await gate.spending.list({ state, limit: 1 })).total_count
  /** Nothing is open, and the whole limit is free. */
  const expectNothingHeld = async () => {
    expect(await count("open")).toBe(0)
    const whole = await ask(10)
    expect(whole.budgets).toMatchObject([{ held: 10, remaining: 0 }])
    await whole.release()
  }
  return { ask, count, expectNothingHeld, spending: gate.spending }
}

describe("Calls of authorize that are aborted", () => {
  everyStorage("while they wait, just before or after room comes, hold nothing", async (entered) => {
    const { ask, expectNothingHeld } = await openSpender(entered)
    for (const turns of [0, 4]) {
      for (const isRoomFirst of [true, false]) {
        const taken = await ask(10)
        const leaving = new AbortController()
        const waiting = hundred.map(() => ask(0.1, { waitFor: "1 minute", signal: leaving.signal }))
        await turnsOf(turns)
        if (isRoomFirst) await taken.release()
        leaving.abort(reason)
        for (const end of await Promise.allSettled(waiting)) {
          if (end.status === "rejected") expect(end.reason).toBe(reason)
          else await end.value.release()
        }
        await taken.release()
        await expectNothingHeld()
      }
    }
  })

  everyStorage("while they are admitted hold nothing, unless they have their answer", async (entered, storage) => {
    const { ask, count, expectNothingHeld } = await openSpender(entered)
    // Memory and SQLite answer in the turn of the event loop that stores.
    const isRacing = storage === "PostgreSQL"
    let stored = 0
    for (let round = 0; round < (isRacing ? 100 : 3) && stored === 0; round++) {
      const before = await count("released")
      const leaving = new AbortController()
      const answered: Array<BoundHold> = []
      const calls = hundred.map(async () => answered.push(await ask(0.1, { signal: leaving.signal })))
      // The admissions of a known key are stored together: they are under way for a while, and then all have their answers.
      await turnsOf(2 ** (round % 12))
      leaving.abort(reason)
      const ends = await Promise.allSettled(calls)
      expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(100 - answered.length)
      expect(await count("open")).toBe(answered.length)
      stored = (await count("released")) - before
      for (const hold of answered) await hold.release()
      await expectNothingHeld()
    }
    if (isRacing) expect(stored).toBeGreaterThan(0)
  })

  everyStorage("leave a hold open whose id the caller has given, which it may ask for again", async (entered) => {
    const { ask, count, spending } = await openSpender(entered)
    const { data } = await ask(0.1)
    await spending.release(data.id)
    // Ids of this moment.
    const ids = hundred.map((_, index) => data.id.slice(0, -12) + String(index).padStart(12, "0"))
    for (const turns of [1, 2, 3, 4]) {
      const named = ids.splice(0, 20)
      const leaving = new AbortController()
      const calls = named.map((id) => ask(0.1, { signal: leaving.signal }, id).catch((reason: unknown) => reason))
      await turnsOf(turns)
      leaving.abort(reason)
      await Promise.all(calls)
      const open = await count("open")
      const again = await Promise.all(named.map((id) => ask(0.1, {}, id)))
      expect(again.filter(({ repeated }) => repeated)).toHaveLength(open)
      for (const hold of again) await hold.release()
      expect(await ask(10.5).catch((refusal: unknown) => refusal)).toBeInstanceOf(BudgetExceeded)
    }
  })
})
