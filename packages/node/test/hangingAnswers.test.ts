import { Readable } from "node:stream"
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

const never = new Promise<never>(() => {})
const unknown = { basis: null, cost: null, state: "unknown" }

/** Answers that hang after their first element, and whether they were told to stop, to which they do not answer. */
const hanging = {
  "a ReadableStream": () => {
    const seen = { stopped: false }
    const cancel = () => {
      seen.stopped = true
      return never
    }
    return { seen, answer: new ReadableStream<string>({ start: (stream) => stream.enqueue("a"), cancel }) }
  },
  "a Readable": () => {
    const seen = { stopped: false }
    const destroy = () => {
      seen.stopped = true
    }
    const answer: AsyncIterable<string> = new Readable({ objectMode: true, read: () => {}, destroy })
    if (answer instanceof Readable) answer.push("a")
    return { seen, answer }
  },
  "an iterator": () => {
    const seen = { stopped: false }
    const elements = [Promise.resolve({ done: false, value: "a" })]
    const iterator: AsyncIterator<string> = {
      next: () => elements.shift() ?? never,
      return: () => {
        seen.stopped = true
        return never
      }
    }
    return { seen, answer: { [Symbol.asyncIterator]: () => iterator } }
  }
} satisfies Record<string, () => { seen: { stopped: boolean }; answer: AsyncIterable<string> }>

describe("The hold of an answer that hangs", () => {
  for (const [kind, make] of Object.entries(hanging)) {
    bothWays(`lets its reader leave at once, cancels the answer and does not wait for it: ${kind}`, async (account) => {
      for (const onAbort of ["unknown", "drain"] as const) {
        const { hold, outcome } = await openHold(account, { onAbort, drainFor: 1 })
        const { answer, seen } = make()
        for await (const element of hold.meter(answer, metering)) {
          expect(element).toBe("a")
          break
        }
        await hold[Symbol.asyncDispose]()
        expect([await outcome(), seen]).toEqual([unknown, { stopped: true }])
      }
    })

    bothWays(`cancels it at the end of its block, and rejects who waits for it: ${kind}`, async (account) => {
      for (const onAbort of ["unknown", "drain"] as const) {
        const { hold, outcome } = await openHold(account, { onAbort, drainFor: 1 })
        const { answer, seen } = make()
        const reader = hold.meter(answer, metering)[Symbol.asyncIterator]()
        expect(await reader.next()).toEqual({ done: false, value: "a" })
        const waiting = rejection(reader.next())
        await hold[Symbol.asyncDispose]()
        expect(await waiting).toMatchObject({ name: "AbortError" })
        expect([await outcome(), seen]).toEqual([unknown, { stopped: true }])
      }
    })
  }

  bothWays("is not held up by an answer that refuses to stop, or cannot", async (account) => {
    const stops = [
      () => Promise.reject(new Error("cannot stop")),
      () => {
        throw new Error("cannot stop")
      },
      undefined
    ]
    for (const stop of stops) {
      const { hold, outcome } = await openHold(account)
      const iterator = { next: async () => ({ done: false, value: "a" }), ...(stop && { return: stop }) }
      for await (const _ of hold.meter({ [Symbol.asyncIterator]: () => iterator }, metering)) break
      await hold[Symbol.asyncDispose]()
      expect(await outcome()).toEqual(unknown)
    }
  })
})

describe("The hold of an answer that is still read at the end of its block", () => {
  bothWays("reads on if it drains, settles the whole, and rejects who reads", async (account) => {
    const { hold, outcome } = await openHold(account, { onAbort: "drain", drainFor: "1 minute" })
    const queue: { add?: (element: string) => void; end?: () => void } = {}
    const answer = new ReadableStream<string>({
      start: (stream) => {
        queue.add = (element) => stream.enqueue(element)
        queue.end = () => stream.close()
      }
    })
    const reader = hold.meter(answer, metering)[Symbol.asyncIterator]()
    queue.add?.("a")
    expect(await reader.next()).toEqual({ done: false, value: "a" })
    const waiting = rejection(reader.next())
    const disposing = hold[Symbol.asyncDispose]()
    expect(await waiting).toMatchObject({ name: "AbortError" })
    for (const element of ["b", "c"]) queue.add?.(element)
    queue.end?.()
    await disposing
    expect(await outcome()).toEqual({ basis: "estimate", cost: 0.03, state: "settled" })
  })
})

describe("The hold of an answer that ended", () => {
  bothWays("does not tell it to stop, lets go of it, and rejects for one that somebody else reads", async (account) => {
    const { hold, outcome } = await openHold(account)
    let stops = 0
    const elements = ["a", "b"]
    const iterator: AsyncIterator<string, undefined> = {
      next: async () => {
        const value = elements.shift()
        return value === undefined ? { done: true, value } : { done: false, value }
      },
      return: async () => {
        stops++
        return { done: true, value: undefined }
      }
    }
    const read: Array<unknown> = []
    for await (const element of hold.meter({ [Symbol.asyncIterator]: () => iterator }, metering)) read.push(element)
    const body = new ReadableStream<string>({ start: (stream) => stream.close() })
    for await (const element of hold.meter(body, metering)) read.push(element)
    expect([read, stops, body.locked]).toEqual([["a", "b"], 0, false])
    body.getReader()
    expect(await rejection(hold.meter(body, metering)[Symbol.asyncIterator]().next())).toBeInstanceOf(TypeError)
    await hold.settle({ cost: 0.02 })
    await hold[Symbol.asyncDispose]()
    expect(await outcome()).toEqual({ basis: null, cost: 0.02, state: "settled" })
  })

  bothWays("with an error is not settled as if it were complete", async (account) => {
    const cut = new Error("line cut")
    async function* failing() {
      yield "a"
      throw cut
    }
    const failedBody = new ReadableStream<string>({ start: (stream) => stream.error(cut) })
    let elements = 0
    const settlement = () => {
      if (++elements === 2) throw cut
      return undefined
    }
    for (const onAbort of ["unknown", "drain"] as const) {
      for (const [answer, callbacks] of [
        [failing(), {}],
        [failedBody.values(), {}],
        [["a", "b", "c"], { settlement }]
      ] as const) {
        const { hold, outcome } = await openHold(account, { onAbort })
        elements = 0
        const read = async () => {
          for await (const _ of hold.meter<string>(answer, { ...metering, ...callbacks }));
        }
        expect(await rejection(read())).toBe(cut)
        await hold[Symbol.asyncDispose]()
        expect(await outcome()).toEqual(unknown)
      }
    }
  })
})
