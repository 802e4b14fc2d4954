import { StorageFailure } from "@tollgate/core/models"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { DueQueue } from "../src/DueQueue.js"
import { type Lease, Renewals } from "../src/Renewals.js"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }))
afterEach(() => void vi.useRealTimers())

/** A lease whose answer is always read, and the times of its renewals. */
const leaseOf = (length: number, answer: () => Promise<unknown> = () => Promise.resolve()) => {
  const began = performance.now()
  const renewed: Array<number> = []
  const renew = () => {
    renewed.push(performance.now() - began)
    return answer()
  }
  const whenRead: Lease["whenRead"] = (callback) => {
    callback()
    return () => {}
  }
  return { began, length, renew, renewed, whenRead }
}

describe("Renewals", () => {
  it("are tried again each 5 % of the lease while storage fails, and stop when one is refused", async () => {
    const failure = new StorageFailure({ cause: "gone", outcome: "none" })
    const answers = [failure, failure, undefined, new Error("refused")]
    const lease = leaseOf(1000, async () => {
      const answer = answers.shift()
      if (answer !== undefined) throw answer
    })
    new Renewals().start(lease)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(lease.renewed).toEqual([500, 550, 600, 1100])
  })

  it("are made when due, in order, by one timer for 100,000 leases", async () => {
    const renewals = new Renewals()
    const long = Array.from({ length: 100_000 }, (_, at) => leaseOf(1_000_000 + (at % 7919)))
    const stops = long.map((lease) => renewals.start(lease))
    const short = [30, 10, 20].map((length) => leaseOf(length * 1000))
    for (const lease of short) renewals.start(lease)
    const waits = vi.fn()
    for (const lease of long.slice(0, 100)) lease.renew = async () => waits()
    await vi.advanceTimersByTimeAsync(16_000)
    expect(short.map(({ renewed }) => renewed)).toEqual([[15_000], [5000, 10_000, 15_000], [10_000]])
    expect([waits.mock.calls.length, vi.getTimerCount()]).toEqual([0, 1])
    for (const stop of stops.slice(1)) stop()
    await vi.advanceTimersByTimeAsync(500_000)
    expect([waits.mock.calls.length, long.slice(1).flatMap(({ renewed }) => renewed)]).toEqual([1, []])
    renewals.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("do not begin after their lease is stopped or all are closed, also if the answer is read then", async () => {
    const read: Array<() => void> = []
    const whenRead: Lease["whenRead"] = (callback) => {
      read.push(callback)
      return () => void read.splice(read.indexOf(callback), 1)
    }
    const renewals = new Renewals()
    const [stopped, closed] = [
      { ...leaseOf(1000), whenRead },
      { ...leaseOf(1000), whenRead }
    ]
    const stop = renewals.start(stopped)
    renewals.start(closed)
    await vi.advanceTimersByTimeAsync(500)
    expect(read).toHaveLength(2)
    stop()
    expect(read).toHaveLength(1)
    renewals.close()
    for (const callback of read) callback()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([stopped.renewed, closed.renewed, vi.getTimerCount()]).toEqual([[], [], 0])
  })
})

describe("A priority queue by due time", () => {
  it("has the element first that is due first, in whatever order they were added and removed", () => {
    const queue = new DueQueue()
    const added = Array.from({ length: 500 }, (_, at) => ({ at: (at * 7919) % 263, place: -1 }))
    for (const due of added) queue.add(due)
    const [gone, left] = [added.filter((_, at) => at % 3 === 0), added.filter((_, at) => at % 3 !== 0)]
    for (const due of [...gone, ...gone]) queue.remove(due)
    const order: Array<number> = []
    for (let due = queue.first; due !== undefined; due = queue.first) {
      order.push(due.at)
      queue.remove(due)
    }
    expect(order).toEqual(left.map(({ at }) => at).sort((one, other) => one - other))
  })
})
