import { AsyncLocalStorage } from "node:async_hooks"
import { EventEmitter, once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { Tollgate as Client } from "@tollgate/client"
import {
  type AuthorizedHold,
  InvalidInput,
  type NewHold,
  RunRefused,
  type Spending,
  Tollgate,
  withRun
} from "@tollgate/node"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { runs } from "../../../test/runs.js"
import { type Account, bothWays, openAccount, rejection } from "./gates.js"

const models = ["acme/writer"]

/** Names of runs. Each has a limit of its own, by which it is found among the budgets of a hold. */
const names = ["a", "b", "below", "c", "child", "else", "job", "other", "own", "reader", "recorded", "remote"]

/** A step with the limit of its name, or with another one. */
const step = (id: string, limit_usd = 100 + names.indexOf(id)) => ({ id, limit_usd })

/** The path of the run that a hold is in. Null if it is in none. */
const runOf = ({ budgets }: Pick<AuthorizedHold, "budgets">) => {
  const runs = budgets.filter(({ scope }) => scope === "run")
  return runs.length === 0
    ? null
    : runs
        .map(({ limit }) => names[limit - 100])
        .reverse()
        .join("/")
}

const collect = async <A>(answer: AsyncIterable<A>) => {
  const read: Array<A> = []
  for await (const element of answer) read.push(element)
  return read
}

/** A way to ask for a request of a key, which answers with the run that it was charged to. */
const asking = ({ gate, ordinary }: Account) => {
  const ask = async (stated: Partial<NewHold> = {}, spending: Spending = gate.spending) =>
    runOf(await spending.authorize({ key: ordinary.key, amount: 0.01, models, ...stated }))
  const inRun = <A>(id: string, work: () => A | PromiseLike<A>) => withRun(gate.spending, step(id), work)
  return { ask, inRun }
}

/** What the innermost run around it has spent. */
const spent = async ({ gate, ordinary }: Account) => {
  const { budgets } = await gate.spending.authorize({ key: ordinary.key, amount: 0.01, models, dry_run: true })
  return budgets.find(({ scope }) => scope === "run")?.spent
}

const openAsking = async () => {
  const account = await openAccount(await Tollgate.open({ memory: true }))
  return { ...account, ...asking(account), [Symbol.asyncDispose]: () => account.gate.close() }
}

describe("withRun", () => {
  bothWays("puts every request into the run and below the run around it, and none beside it", async (account) => {
    const { ask, inRun } = asking(account)
    const before = ask()
    const [job, parallel] = await Promise.all([
      inRun("job", async () => {
        const first = await ask()
        const children = ["a", "b", "c"].map((id) =>
          inRun(id, async () => {
            await setImmediate()
            return [await ask(), await inRun("below", ask), await ask()]
          })
        )
        return [first, ...(await Promise.all(children)).flat(), await ask({ run: [step("own")] }), await ask()]
      }),
      inRun("other", () => ask()),
      ask()
    ])
    const children = ["a", "b", "c"].flatMap((id) => [`job/${id}`, `job/${id}/below`, `job/${id}`])
    expect(job).toEqual(["job", ...children, "job/own", "job"])
    expect([await before, parallel, await ask()]).toEqual([null, "other", null])
  })

  bothWays(
    "asks in the run of the caller, where the requests of many are judged and stored together",
    async (account) => {
      const { ask, inRun } = asking(account)
      const { key } = await account.gate.gatewayKeys.create()
      const all = [account.gate.spending, account.host.spending, account.gate.withGatewayKey(key).spending]
      const callers = all.flatMap((spending) => names.map((name) => ({ name, spending })))
      const asked = callers.map(({ name, spending }) => inRun(name, () => ask({}, spending)))
      expect(await Promise.all(asked)).toEqual(callers.map(({ name }) => name))
    }
  )

  bothWays(
    "creates the run with its limits at the first admission, and refuses other limits for it",
    async (account) => {
      const { gate, ordinary } = account
      const ask = (amount: number) => () => gate.spending.authorize({ key: ordinary.key, amount, models })
      await withRun(gate.spending, step("job", 1), () => undefined)
      await withRun(gate.spending, step("job", 2), ask(1.5))
      expect(await rejection(withRun(gate.spending, step("job", 2), ask(1)))).toMatchObject({
        _tag: "BudgetExceeded",
        budgets: [{ scope: "run", id: "job" }]
      })
      const refused = await rejection(withRun(gate.spending, step("job", 3), ask(0.1)))
      expect(refused).toBeInstanceOf(RunRefused)
      expect(refused).toMatchObject({ reason: "run_conflict", run: "job" })
    }
  )

  it("refuses a wrong step, a path of more than 8 runs, and a spending that follows no runs, before the work", async () => {
    await using account = await openAsking()
    const { ask, gate, inRun } = account
    const work = () => expect.unreachable("The work was done.")
    const steps = [{ id: "job/child" }, { id: "" }, { id: "job", max_requests: 0 }, { id: "job", limit: 5 }, {}, null]
    for (const wrong of steps) {
      // @ts-expect-error what plain JavaScript may state.
      expect(await rejection(withRun(gate.spending, wrong, work))).toBeInstanceOf(InvalidInput)
    }
    const nested = <A>(depth: number, most: () => Promise<A>): Promise<A> =>
      depth === 0 ? most() : inRun("a", () => nested(depth - 1, most))
    expect(await nested(8, ask)).toBe("a/a/a/a/a/a/a/a")
    expect(await rejection(nested(9, work))).toBeInstanceOf(InvalidInput)
    expect(await rejection(nested(8, () => ask({ run: [{ id: "ninth" }] })))).toBeInstanceOf(InvalidInput)
    // @ts-expect-error what plain JavaScript may state.
    expect(await rejection(nested(1, () => ask({ run: "job" })))).toBeInstanceOf(InvalidInput)

    await using client = Client.connect({ url: "http://127.0.0.1:1" })
    expect(await rejection(withRun(client.withGatewayKey("tg_gk_").spending, step("job"), work))).toBeInstanceOf(
      TypeError
    )
    // @ts-expect-error what plain JavaScript may state.
    const noSpending = await rejection(withRun(undefined, step("job"), work))
    expect(noSpending).toMatchObject({
      name: "TypeError",
      message: expect.stringMatching(/^withRun needs the spending /)
    })
    for (const data of [null, {}, { path: 7 }]) {
      // @ts-expect-error what plain JavaScript may state.
      const noPath = await rejection(withRun(gate.spending, { data }, work))
      expect(noPath).toMatchObject({ name: "TypeError", message: expect.stringMatching(/^withRun needs a run /) })
    }
    const failure = new Error("The work failed.")
    expect(await rejection(inRun("job", () => Promise.reject(failure)))).toBe(failure)
    expect(await ask()).toBe(null)
  })

  it("follows timers, ticks, promises, streams and generators, and what is emitted in the work", async () => {
    await using account = await openAsking()
    const { ask, inRun } = account
    const emitter = new EventEmitter()
    const heard: Array<Promise<string | null>> = []
    emitter.on("asked", () => heard.push(ask()))
    const resolved = Promise.resolve()
    async function* answers() {
      yield await ask()
      await setImmediate()
      yield await inRun("child", ask)
      yield await ask()
    }
    const called = await inRun("job", async () => {
      emitter.emit("asked")
      emitter.on(
        "bound",
        AsyncLocalStorage.bind(() => heard.push(ask()))
      )
      const later = await Promise.all([
        new Promise((resolve) => setTimeout(() => resolve(ask()))),
        new Promise((resolve) => process.nextTick(() => resolve(ask()))),
        new Promise((resolve) => queueMicrotask(() => resolve(ask()))),
        // A promise from before.
        resolved.then(() => ask()),
        collect(Readable.from(answers()))
      ])
      return [...later, await collect(answers())]
    })
    const read = ["job", "job/child", "job"]
    expect(called).toEqual(["job", "job", "job", "job", read, read])
    emitter.emit("asked")
    emitter.emit("bound")
    expect(await Promise.all(heard)).toEqual(["job", null, "job"])
  })

  it("holds for what the work has started, also after it has ended", async () => {
    await using account = await openAsking()
    const { ask, inRun } = account
    const emitter = new EventEmitter()
    const left = await inRun("job", () => ({ asked: once(emitter, "gone").then(() => ask()) }))
    emitter.emit("gone")
    expect([await left.asked, await ask()]).toEqual(["job", null])
  })

  it("is that of the gate: another gate's requests, and those that a handler answers, are not in it", async () => {
    await using one = await openAsking()
    await using other = await openAsking()
    const { key } = await one.gate.gatewayKeys.create()
    const server = createServer(one.gate.nodeHandler()).listen(0, "127.0.0.1")
    await once(server, "listening")
    // A TCP server has an address of this type.
    const { port } = server.address() as AddressInfo
    await using remote = Tollgate.connect({ url: `http://127.0.0.1:${port}` })
    const { spending } = remote.withGatewayKey(key)
    const served = (stated: Partial<NewHold> = {}) => one.ask(stated, spending)
    const asked = await one.inRun("job", async () => [
      await one.ask(),
      await other.ask(),
      await other.inRun("else", async () => [await one.ask(), await other.ask()]),
      await served(),
      await withRun(spending, step("remote"), async () => [await served(), await served({ run: [step("own")] })])
    ])
    expect(asked).toEqual(["job", null, ["job", "else"], null, ["remote", "remote/own"]])
    await new Promise((resolve) => server.close(resolve))
  })

  it("is that of every spending of the gate, of copies too, and of recorded usage", async () => {
    await using account = await openAsking()
    const { ask, gate, host, inRun, ordinary } = account
    const { key } = await gate.gatewayKeys.create()
    const inherited: Spending = Object.create(gate.spending)
    const all: ReadonlyArray<Spending> = [
      gate.spending,
      host.spending,
      { ...host.spending },
      gate.asOrganization(account.created.organization.id).spending,
      gate.withGatewayKey(key).spending,
      inherited
    ]
    for (const [at, spending] of all.entries()) {
      const asked = await withRun(spending, step("job"), () => Promise.all(all.map((other) => ask({}, other))))
      expect(asked, `spending ${at}`).toEqual(all.map(() => "job"))
    }
    const { data } = await gate.spending.authorize({ key: ordinary.key, amount: 0.01, models, dry_run: true })
    const used = all.map((spending, at) => {
      const id = `${data.id.slice(0, -1)}${at}`
      return inRun("recorded", () => spending.recordUsage({ id, key_hash: ordinary.data.hash, cost: 0.75 }))
    })
    await Promise.all(used)
    expect(await inRun("recorded", () => spent(account))).toBe(0.75 * all.length)
  })

  it("leaves a hold in the runs that it was opened in: an answer is read, and the hold extended, after the work", async () => {
    await using account = await openAsking()
    const { gate, inRun, ordinary } = account
    const request = { key: ordinary.key, amount: 0.1, models }
    const hold = await inRun("job", () => gate.spending.authorize(request))
    await hold.sent()
    const metering = { tokens: () => 1, cost: (tokens: number) => tokens * 0.5 }
    const read = await inRun("reader", () => collect(hold.meter(["one", "two", "three"], metering)))
    expect(read).toEqual(["one", "two", "three"])
    await hold[Symbol.asyncDispose]()
    expect(await inRun("reader", () => spent(account))).toBe(0)
    expect(await inRun("job", () => spent(account))).toBe(1.5)
  })

  it("asks in the run of each of 50 pieces of work, however they are nested", async () => {
    const pieces = fc.tuple(
      ...Array.from({ length: 50 }, (_, place) =>
        fc.record({
          parent: fc.integer({ min: Math.max(-1, place - 6), max: place - 1 }),
          id: fc.option(fc.constantFrom("a", "b", "c"), { freq: 3 }),
          waits: fc.nat(3),
          isAwaited: fc.boolean()
        })
      )
    )
    let longest = 0
    await fc.assert(
      fc.asyncProperty(pieces, async (pieces) => {
        await using account = await openAsking()
        const { ask, inRun } = account
        const expected: Array<string | null> = []
        for (const { id, parent } of pieces) {
          const above = expected[parent] ?? null
          expected.push(id === null || above?.split("/").length === 8 ? above : above === null ? id : `${above}/${id}`)
        }
        longest = Math.max(longest, ...expected.map((path) => path?.split("/").length ?? 0))
        const asked: Array<string | null> = []
        const started: Array<Promise<unknown>> = []
        const start = (place: number): unknown => {
          const { id = null, isAwaited = true, parent = -1, waits = 0 } = pieces[place] ?? {}
          const work = async () => {
            const below = pieces.flatMap(({ parent }, child) => (parent === place ? [start(child)] : []))
            for (let wait = 0; wait < waits; wait++) await setImmediate()
            if (place >= 0) asked[place] = await ask()
            await Promise.all(below)
          }
          const isOpened = id !== null && expected[place] !== (expected[parent] ?? null)
          const working = isOpened ? inRun(id, work) : work()
          started.push(working)
          return isAwaited ? working : undefined
        }
        await start(-1)
        await Promise.all(started)
        expect(asked).toEqual(expected)
      }),
      { numRuns: runs(8, 200) }
    )
    expect(longest).toBeGreaterThan(3)
  })
})

describe("A run that was opened", () => {
  const opened = (path: string) => ({ data: { path } })

  it("is entered by its path where no run is around it, or from a run above, without its limits", async () => {
    await using account = await openAsking()
    const { ask, gate, inRun } = account
    await inRun("job", () => inRun("child", ask))
    const child = opened("job/child")
    const entered = () => withRun(gate.spending, child, async () => [await ask(), await inRun("below", ask)])
    const paths = ["job/child", "job/child/below"]
    expect(await entered()).toEqual(paths)
    expect(await inRun("job", entered)).toEqual(paths)
    expect(await inRun("job", () => withRun(gate.spending, opened("job"), entered))).toEqual(paths)
    expect(await withRun(gate.spending, child, entered)).toEqual(paths)
  })

  it("is not entered from a run beside or below it, so that no request leaves the run around it", async () => {
    await using account = await openAsking()
    const { ask, gate } = account
    for (const other of ["other", "job", "job/other/child", "jobs/child", "job/child2"]) {
      const leave = () => withRun(gate.spending, opened(other), ask)
      expect(await rejection(withRun(gate.spending, opened("job/child"), leave))).toBeInstanceOf(InvalidInput)
    }
    expect(await ask()).toBe(null)
  })
})
