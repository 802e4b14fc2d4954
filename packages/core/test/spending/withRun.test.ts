import { describe, expect, it } from "@effect/vitest"
import {
  acquireHold,
  authorize,
  GatewayCaller,
  InvalidInput,
  LedgerCaller,
  listRuns,
  NewHold,
  NewUsage,
  recordRequest,
  type Services,
  waitForHeadroom,
  withRun
} from "@tollgate/core"
import type { SpendingStore } from "@tollgate/core/storage"
import { Deferred, Effect, Fiber, FastCheck as fc, Redacted, Stream, TestClock } from "effect"
import { runs } from "../../../../test/runs.js"
import { inMemory, read } from "../support/account.js"
import * as Rehearsal from "../support/rehearsal.js"
import { idOf, usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const tooLong = new InvalidInput({ issues: [{ path: ["run"], expected: "at most 8 runs, with those around it" }] })

/** An account with a key, how to ask for a request of it, and what its runs are charged for. */
const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const as = Effect.provideService(GatewayCaller, asHost)
  const input = (stated: Partial<typeof NewHold.Encoded> = {}) =>
    read(NewHold)({ amount: 1, models: ["acme/writer"], ...stated, key: Redacted.value(account.ordinaryKey) })
  /** Requests and held amount of each run. */
  const charged = listRuns({ limit: 100, offset: 0, organization_id: account.organization.id }).pipe(
    Effect.provideService(LedgerCaller, asHost),
    Effect.map(({ data }) =>
      Object.fromEntries(data.map(({ held, path, requests, spent }) => [path, { requests, held, spent }]))
    )
  )
  return {
    ...account,
    as,
    input,
    charged,
    ask: (stated?: Partial<typeof NewHold.Encoded>) => as(authorize(input(stated)))
  }
})

const holding = (requests: number, dollars = requests) => ({ requests, held: usd(dollars), spent: usd(0) })

describe("withRun", () => {
  inMemory("puts what sets amounts aside, and usage that is recorded, into the run and below the run around it", () =>
    Effect.gen(function* () {
      const { as, ask, charged, input, ordinaryHash } = yield* opened
      const usage = read(NewUsage)({ id: idOf(1, 0), key_hash: ordinaryHash, cost: 2 })
      const work = Effect.gen(function* () {
        yield* ask()
        yield* ask({ run: [{ id: "own" }] })
        yield* as(waitForHeadroom(input(), "5 seconds")).pipe(withRun({ id: "waiting" }))
        yield* withRun(as(recordRequest(usage)), { id: "recorded" })
        yield* as(recordRequest({ ...usage, id: idOf(2, 0), run: [{ id: "own" }] }))
        yield* as(acquireHold(input()))
        return yield* charged
      })
      expect(yield* work.pipe(Effect.scoped, withRun({ id: "job" }))).toEqual({
        job: { requests: 6, held: usd(4), spent: usd(4) },
        "job/own": { requests: 2, held: usd(1), spent: usd(2) },
        "job/waiting": holding(1),
        "job/recorded": { requests: 1, held: usd(0), spent: usd(2) }
      })
      yield* ask()
      expect((yield* charged)["job"]).toEqual({ requests: 5, held: usd(3), spent: usd(4) })
    })
  )

  inMemory("creates the run with its limits at the first admission, and refuses other limits for it", () =>
    Effect.gen(function* () {
      const { ask, charged } = yield* opened
      const limited = withRun({ id: "job", limit_usd: usd(2) })
      yield* limited(Effect.void)
      expect(yield* charged).toEqual({})
      yield* limited(ask({ dry_run: true }))
      expect(yield* charged).toEqual({})
      yield* limited(withRun(ask({ amount: 1.5 }), { id: "child" }))
      expect(yield* Effect.flip(limited(ask()))).toMatchObject({
        _tag: "BudgetExceeded",
        budgets: [{ scope: "run", id: "job", limit: usd(2) }]
      })
      expect(yield* Effect.flip(withRun(ask({ amount: 0.1 }), { id: "job", limit_usd: usd(3) }))).toMatchObject({
        _tag: "RunRefused",
        reason: "run_conflict",
        run: "job"
      })
      expect(yield* charged).toEqual({ job: holding(1, 1.5), "job/child": holding(1, 1.5) })
    })
  )

  inMemory("refuses a wrong step, and a path of more than 8 runs, before the effect", () =>
    Effect.gen(function* () {
      const { ask, charged } = yield* opened
      const never = Effect.dieMessage("The effect was run.")
      for (const step of [{ id: "job/child" }, { id: "" }, { id: "job", max_requests: 0 }, { id: "job", limit: 5 }]) {
        expect(yield* Effect.flip(withRun(never, step))).toBeInstanceOf(InvalidInput)
      }
      const nested = <A, E, R>(
        depth: number,
        effect: Effect.Effect<A, E | InvalidInput, R>
      ): Effect.Effect<A, E | InvalidInput, R> =>
        depth === 0 ? effect : withRun(nested(depth - 1, effect), { id: "a".repeat(128), limit_usd: null })
      yield* nested(8, ask())
      expect(Object.keys(yield* charged).length).toBe(8)
      expect(yield* Effect.flip(nested(8, withRun(never, { id: "ninth" })))).toEqual(tooLong)
      expect(yield* Effect.flip(nested(8, ask({ run: [{ id: "ninth" }] })))).toEqual(tooLong)
    })
  )

  inMemory("holds for fibers that the effect forks, also after it has ended, and for no others", () =>
    Effect.gen(function* () {
      const { ask, charged } = yield* opened
      const gone = yield* Deferred.make<void>()
      const late = Effect.zipRight(Deferred.await(gone), Effect.zipRight(Effect.sleep("1 hour"), ask()))
      const beside = yield* Effect.fork(late)
      const left = yield* Effect.forkDaemon(late).pipe(withRun({ id: "job" }))
      yield* Deferred.succeed(gone, undefined)
      yield* TestClock.adjust("1 hour")
      yield* Effect.zip(Fiber.join(left), Fiber.join(beside))
      yield* ask()
      expect(yield* charged).toEqual({ job: holding(1) })
    })
  )

  inMemory("keeps the run of a hold whose answer is read after the effect has ended", () =>
    Effect.gen(function* () {
      const { as, charged, input } = yield* opened
      const metering = { tokens: () => 100, cost: (tokens: number) => usd(tokens / 100), settlement: () => undefined }
      yield* Effect.gen(function* () {
        const hold = yield* as(acquireHold(input())).pipe(withRun({ id: "job" }))
        yield* hold.sent()
        yield* Stream.runDrain(hold.meter(Stream.make("one", "two", "three"), metering)).pipe(withRun({ id: "reader" }))
        yield* hold.settle({ cost: usd(3) })
      }).pipe(Effect.scoped)
      expect(yield* charged).toEqual({ job: { requests: 1, held: usd(0), spent: usd(3) } })
    })
  )
})

/** A fiber below another one, or below none (-1), that may enter a run of its own, waits, and asks for an amount of its own. */
interface Node {
  readonly parent: number
  readonly run: string | null
  readonly yields: number
  readonly fork: "child" | "daemon"
}

const FIBERS = 50

const trees: fc.Arbitrary<ReadonlyArray<Node>> = fc.tuple(
  ...Array.from({ length: FIBERS }, (_, place) =>
    fc.record({
      parent: fc.integer({ min: Math.max(-1, place - 6), max: place - 1 }),
      run: fc.option(fc.constantFrom("a", "b", "c"), { freq: 3 }),
      yields: fc.nat(5),
      fork: fc.constantFrom("child" as const, "daemon" as const)
    })
  )
)

/** What each run is charged for: the requests of its own fibers and of all below. A fiber with a path that is too long asks nothing. */
const expected = (nodes: ReadonlyArray<Node>) => {
  const paths: Array<ReadonlyArray<string> | null> = []
  const held = new Map<string, { requests: number; dollars: number }>()
  nodes.forEach(({ parent, run }, place) => {
    const above = parent < 0 ? [] : (paths[parent] ?? null)
    const path = above === null || run === null ? above : [...above, run]
    paths.push(path !== null && path.length <= 8 ? path : null)
    for (let depth = 1; depth <= (paths[place]?.length ?? 0); depth++) {
      const name = (path ?? []).slice(0, depth).join("/")
      const { dollars, requests } = held.get(name) ?? { requests: 0, dollars: 0 }
      held.set(name, { requests: requests + 1, dollars: dollars + amountOf(place) })
    }
  })
  return Object.fromEntries([...held].map(([path, { dollars, requests }]) => [path, holding(requests, dollars)]))
}

/** Two sums of amounts of different fibers are never the same: each is another power of 2 nano-dollars. */
const amountOf = (place: number) => 2 ** (place % 25) / 1_000_000

describe("Fibers in a tree of runs", () => {
  const asked = (nodes: ReadonlyArray<Node>) =>
    Effect.gen(function* () {
      const { ask, charged } = yield* opened
      const started = (place: number): Effect.Effect<void, never, Services | SpendingStore> => {
        const node = nodes[place]
        const below = nodes.flatMap(({ parent }, child) => (parent === place ? [child] : []))
        const own = Effect.gen(function* () {
          const children = yield* Effect.forEach(below, (child) =>
            nodes[child]?.fork === "daemon" ? Effect.forkDaemon(started(child)) : Effect.fork(started(child))
          )
          if (node !== undefined) {
            yield* Effect.repeatN(Effect.yieldNow(), node.yields)
            yield* ask({ amount: amountOf(place) })
          }
          yield* Fiber.joinAll(children)
        })
        const inOwnRun = node === undefined || node.run === null ? own : withRun(own, { id: node.run, limit_usd: null })
        return Effect.orDie(
          Effect.catchTag(inOwnRun, "InvalidInput", (refusal) => {
            expect(refusal).toEqual(tooLong)
            // Those below ask nothing, either.
            return Effect.void
          })
        )
      }
      yield* started(-1)
      return yield* charged
    })

  it("each ask in the run of their own fiber, however they are nested and forked", async () => {
    let longest = 0
    await fc.assert(
      fc.asyncProperty(trees, async (nodes) => {
        const held = await Effect.runPromise(Effect.provide(asked(nodes), Rehearsal.layer))
        const law = expected(nodes)
        longest = Math.max(longest, ...Object.keys(law).map((path) => path.split("/").length))
        expect(held).toEqual(law)
      }),
      { numRuns: runs(10, 300) }
    )
    expect(longest).toBeGreaterThan(3)
  })
})
