import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type BoundHold, type OpenOptions, Tollgate } from "@tollgate/node"
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

/** Waits until something is garbage collected. */
const collected = async (ref: WeakRef<object>) => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  for (let turn = 0; turn < 100 && ref.deref() !== undefined; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  expect(ref.deref()).toBeUndefined()
}

const openHold = async (options: OpenOptions = { memory: true }) => {
  // The timers are those of renewals alone.
  const gate = await Tollgate.open({ ...options, deliverAlerts: false })
  const { host, ordinary } = await openAccount(gate)
  const ask = (some: { readonly id?: string } = {}) =>
    gate.spending.authorize({ key: ordinary.key, amount: 0.25, model: "acme/writer", ...some })
  const hold = await ask()
  /** When the lease ends. */
  const lease = async () => inMinutes((await gate.spending.get(hold.data.id)).data.lease_ends_at)
  return { gate, hash: ordinary.data.hash, host, hold, lease, ask }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], now: START }))
afterEach(() => void vi.useRealTimers())

describe("The lease of a hold whose answer is read", () => {
  it("is renewed each time half of it has passed, until the hold ends", async () => {
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
    await hold[Symbol.asyncDispose]()
    await vi.advanceTimersByTimeAsync(minutes(9))
    expect([await lease(), vi.getTimerCount()]).toEqual([30, 0])
    await gate.close()
  })

  it("is not renewed once its reader has stopped without leaving, though the hold was sent", async () => {
    const { gate, hold, lease } = await openHold()
    await hold.sent()
    const reader = hold.meter(["a", "b"], metering)[Symbol.asyncIterator]()
    await reader.next()
    for (const end of [15, 15, 15]) {
      await vi.advanceTimersByTimeAsync(minutes(5))
      expect(await lease()).toBe(end)
    }
    expect((await gate.spending.get(hold.data.id)).data.state).toBe("unknown")
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
      await using again = await Tollgate.open({ file, deliverAlerts: false })
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

describe("The lease of a hold whose request was sent", () => {
  it("is renewed while no answer is read, from then on and until the hold ends", async () => {
    const ends = {
      settle: (hold: BoundHold) => hold.settle({ cost: 0.1 }),
      release: (hold: BoundHold) => hold.release(),
      markUnknown: (hold: BoundHold) => hold.markUnknown(),
      fail: (hold: BoundHold) => hold.fail(new Error("terminated")),
      dispose: (hold: BoundHold) => hold[Symbol.asyncDispose]()
    }
    for (const end of Object.values(ends)) {
      vi.setSystemTime(START)
      const { gate, hold, lease } = await openHold()
      await vi.advanceTimersByTimeAsync(minutes(6))
      expect(await lease()).toBe(10)
      await hold.sent()
      for (const renewed of [21, 26]) {
        await vi.advanceTimersByTimeAsync(minutes(5))
        expect(await lease()).toBe(renewed)
      }
      await end(hold)
      expect(vi.getTimerCount()).toBe(1)
      await vi.advanceTimersByTimeAsync(minutes(30))
      expect([await lease(), vi.getTimerCount()]).toEqual([26, 0])
      await gate.close()
    }
  })

  it("is renewed at once by another caller of the same hold, who does not know when it began", async () => {
    const { ask, gate, hold } = await openHold()
    // An id of this moment: the next one.
    const id = `${hold.data.id.slice(0, -12)}${"0".repeat(12)}`
    const first = await ask({ id })
    await vi.advanceTimersByTimeAsync(minutes(9))
    const second = await ask({ id })
    await second.sent()
    await vi.advanceTimersByTimeAsync(minutes(2))
    expect([first.repeated, second.repeated]).toEqual([false, true])
    const { lease_ends_at, state } = (await gate.spending.get(id)).data
    expect([inMinutes(lease_ends_at), state]).toEqual([19, "open"])
    await gate.close()
  })

  it("is not renewed for an owner that has dropped the hold, which is unknown then", async () => {
    const { ask, gate } = await openHold()
    const kept = await ask()
    await kept.sent()
    const dropped = await (async () => {
      const hold = await ask()
      await hold.sent()
      return { id: hold.data.id, ref: new WeakRef(hold) }
    })()
    await collected(dropped.ref)
    await vi.advanceTimersByTimeAsync(minutes(9))
    const read = async (id: string) => (await gate.spending.get(id)).data
    expect(
      [await read(dropped.id), await read(kept.data.id)].map(({ lease_ends_at }) => inMinutes(lease_ends_at))
    ).toEqual([10, 15])
    await vi.advanceTimersByTimeAsync(minutes(2))
    expect([(await read(dropped.id)).state, (await read(kept.data.id)).state]).toEqual(["unknown", "open"])
    await gate.close()
  })
})
