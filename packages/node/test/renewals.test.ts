import { join } from "node:path"
import { type OpenOptions, Tollgate } from "@tollgate/node"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { inFolder, openAccount } from "./gates.js"

const minutes = (count: number) => count * 60_000
const START = Date.parse("2026-03-05T12:00:00Z")

/** An answer whose elements are those that were added, and who reads it. */
const fed = () => {
  const queue: { add?: (element: string) => void } = {}
  const answer = new ReadableStream<string>({
    start: (stream) => {
      queue.add = (element) => stream.enqueue(element)
    }
  })
  return { answer, add: (element: string) => queue.add?.(element) }
}

/** Each element is a token, and each token costs a cent. */
const metering = { tokens: (_: string) => 1, cost: (tokens: number) => tokens / 100 }

/** A time, in minutes from the start. */
const inMinutes = (time: string) => (Date.parse(time) - START) / minutes(1)

const openHold = async (options: OpenOptions = { memory: true }) => {
  const gate = await Tollgate.open(options)
  const { host, ordinary } = await openAccount(gate)
  const ask = () => gate.spending.authorize({ key: ordinary.key, amount: 0.25, model: "acme/writer" })
  const hold = await ask()
  /** When the lease ends. */
  const lease = async () => inMinutes((await gate.spending.get(hold.data.id)).data.lease_ends_at)
  return { gate, hash: ordinary.data.hash, host, hold, lease, ask }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], now: START }))
afterEach(() => void vi.useRealTimers())

describe("The lease of a hold whose answer is read", () => {
  it("is renewed each time half of it has passed, until the reader leaves", async () => {
    const { gate, hold, lease } = await openHold()
    const { add, answer } = fed()
    const reader = hold.meter(answer, metering)[Symbol.asyncIterator]()
    for (const end of [10, 15, 20, 25]) {
      add("a")
      await reader.next()
      await vi.advanceTimersByTimeAsync(minutes(5) - 1)
      expect(await lease()).toBe(end)
      await vi.advanceTimersByTimeAsync(1)
    }
    await reader.return?.()
    await vi.advanceTimersByTimeAsync(minutes(9))
    expect(await lease()).toBe(30)
    await gate.close()
  })

  it("is not renewed in a silence, but as soon as something comes after it", async () => {
    const { gate, hold, lease } = await openHold()
    const { add, answer } = fed()
    const reader = hold.meter(answer, metering)[Symbol.asyncIterator]()
    const first = reader.next()
    await vi.advanceTimersByTimeAsync(minutes(8))
    expect(await lease()).toBe(10)
    add("a")
    await first
    await vi.advanceTimersByTimeAsync(0)
    expect(await lease()).toBe(18)
    await vi.advanceTimersByTimeAsync(minutes(9))
    expect(await lease()).toBe(18)
    await gate.close()
  })

  it("is not renewed again after a renewal was refused", async () => {
    const { gate, hash, hold, host, lease } = await openHold()
    const { add, answer } = fed()
    const reader = hold.meter(answer, metering)[Symbol.asyncIterator]()
    add("a")
    await reader.next()
    await host.keys.update(hash, { disabled: true })
    await vi.advanceTimersByTimeAsync(minutes(5))
    expect([await lease(), vi.getTimerCount()]).toEqual([10, 0])
    await gate.close()
  })

  it("is renewed by one timer for all holds, which does not keep the process alive", async () => {
    vi.useRealTimers()
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length
    const { ask, gate } = await openHold()
    const before = timers()
    const set = vi.spyOn(globalThis, "setTimeout")
    const { add, answer } = fed()
    for (let count = 0; count < 10; count++) {
      const reader = (await ask()).meter(count === 0 ? answer : fed().answer, metering)[Symbol.asyncIterator]()
      add("a")
      if (count === 0) await reader.next()
      else void reader.next()
    }
    const own = set.mock.calls.filter(([, millis]) => Number(millis) > minutes(1))
    set.mockRestore()
    expect([own.length, timers()]).toEqual([1, before])
    await gate.close()
  })

  it("is renewed before the gate closes, if the renewal has begun", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const { gate, hold } = await openHold({ file })
      const { add, answer } = fed()
      const reader = hold.meter(answer, metering)[Symbol.asyncIterator]()
      add("a")
      await reader.next()
      vi.advanceTimersByTime(minutes(5))
      await Promise.resolve()
      const closed = gate.close().then(() => true)
      expect(await Promise.race([closed, Promise.resolve(false)])).toBe(false)
      await vi.advanceTimersByTimeAsync(1000)
      await closed
      vi.useRealTimers()
      await using again = await Tollgate.open({ file })
      expect(inMinutes((await again.spending.get(hold.data.id)).data.lease_ends_at)).toBe(15)
    }))

  it("is not renewed once the gate is closed", async () => {
    const { gate, hold } = await openHold()
    const { add, answer } = fed()
    const reader = hold.meter(answer, metering)[Symbol.asyncIterator]()
    add("a")
    await reader.next()
    const before = vi.getTimerCount()
    const closed = gate.close()
    expect(vi.getTimerCount()).toBe(before - 1)
    await closed
  })
})
