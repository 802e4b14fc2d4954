import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { Cause, Deferred, Effect, Exit, Fiber, Runtime } from "effect"
import { BatchQueue, type RunAfter, type RunBatch } from "../src/spending/postgres/BatchQueue.js"
import type { Answered } from "../src/spending/unit/runActs.js"

afterEach(() => vi.restoreAllMocks())

type Answers = ReturnType<RunBatch<string>>

/** Whose acts go to the two lines: those of the third to the line of the first. */
const [one, other, third] = ["org a", "org b", "org c"]
const all = (items: ReadonlyArray<string>): Answers => Effect.succeed(items.map((answer) => ({ answer })))
const blocked = (items: ReadonlyArray<string>, by: number): Answers =>
  Effect.succeed(items.map((): Answered<unknown> => ({ blockedBy: by })))

/** BatchQueue that tell what was run, by which of the three ways. */
const observed = (run: RunBatch<string>, free: RunBatch<string> = all, after: RunAfter<string> = all) => {
  const ran: Array<readonly [how: string, ...items: ReadonlyArray<string>]> = []
  const noting =
    <R extends RunBatch<string> | RunAfter<string>>(how: string, run: R) =>
    (items: ReadonlyArray<string>, scope = 0) =>
      Effect.suspend(() => {
        ran.push([how, ...items])
        return run(items, scope)
      })
  const fork = Runtime.runFork(Runtime.defaultRuntime)
  const batches = new BatchQueue(fork, noting("run", run), noting("free", free), (items, scope) =>
    noting(`after ${scope}`, after)(items, scope)
  )
  const judge = (item: string, needs: ReadonlyArray<number> = [], organization = one) =>
    batches.judge(organization, item, () => needs)
  return { ran, judge }
}

const [SLOW, PAUSE] = [100, 50]

/** Holds timers of a length, and returns what ends the one that was set first, of those that are left. */
const holdTimers = (length = SLOW) => {
  const held = new Map<unknown, () => void>()
  const { clearTimeout, setTimeout } = globalThis
  vi.spyOn(globalThis, "setTimeout").mockImplementation((end, millis) => {
    if (millis !== length) return setTimeout(end, millis)
    const timer = setTimeout(() => {}, 0)
    held.set(timer, end)
    return timer
  })
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    held.delete(timer)
    clearTimeout(timer)
  })
  return Effect.sync(() => {
    const [first] = held
    if (first === undefined) return false
    const [timer, end] = first
    held.delete(timer)
    end()
    return true
  })
}

const turn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))
/** Until what was started runs, and what it starts. */
const turns = Effect.replicateEffect(turn, 4)
const together = { concurrency: "unbounded" } as const

describe("The acts that wait in a process", () => {
  it.live("go together, each with its own answer, and at most 256 at once", () =>
    Effect.gen(function* () {
      const { judge, ran } = observed((items) =>
        Effect.succeed(items.map((item) => (item === "3" ? { failed: Cause.fail(refused) } : { answer: `${item}!` })))
      )
      const refused = new StorageFailure({ cause: "refused", outcome: "none" })
      const items = Array.from({ length: 257 }, (_, index) => `${index}`)
      const exits = yield* Effect.forEach(items, (item) => Effect.exit(judge(item)), together)
      expect(exits).toEqual(items.map((item) => (item === "3" ? Exit.fail(refused) : Exit.succeed(`${item}!`))))
      expect(ran.map(([how, ...items]) => [how, items.length])).toEqual([
        ["run", 256],
        ["run", 1]
      ])
    })
  )

  it.live("wait for the batch before, but for those of organizations in the other line", () =>
    Effect.gen(function* () {
      holdTimers()
      const gate = yield* Deferred.make<void>()
      const { judge, ran } = observed((items) =>
        items.includes("first") ? Effect.zipRight(Deferred.await(gate), all(items)) : all(items)
      )
      const first = yield* Effect.fork(judge("first"))
      yield* turns
      const second = yield* Effect.fork(judge("second"))
      const same = yield* Effect.fork(judge("same line", [], third))
      const beside = yield* judge("beside", [], other)
      const before = [...ran]
      yield* Deferred.succeed(gate, undefined)
      expect([beside, before]).toEqual([
        "beside",
        [
          ["run", "first"],
          ["run", "beside"]
        ]
      ])
      expect(yield* Effect.forEach([first, second, same], Fiber.join)).toEqual(["first", "second", "same line"])
      expect(ran.slice(2)).toEqual([["run", "second", "same line"]])
    })
  )

  it.live("pass a batch that is slow, and one more waits for both, also if both are", () =>
    Effect.gen(function* () {
      const makeSlow = holdTimers()
      const [gate, begun] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const { judge, ran } = observed((items) =>
        Effect.gen(function* () {
          if (items.includes("second")) yield* Deferred.succeed(begun, undefined)
          if (!items.includes("third")) yield* Deferred.await(gate)
          return yield* all(items)
        })
      )
      const first = yield* Effect.fork(judge("first"))
      yield* turns
      const second = yield* Effect.fork(judge("second"))
      yield* turns
      yield* makeSlow
      yield* Deferred.await(begun)
      const third = yield* Effect.fork(judge("third"))
      yield* turns
      const isSlow = yield* makeSlow
      yield* turns
      const before = [...ran]
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Effect.forEach([first, second, third], Fiber.join)).toEqual(["first", "second", "third"])
      expect([isSlow, ...before]).toEqual([true, ["run", "first"], ["run", "second"]])
    })
  )

  it.live("wait for the batch before once slow ones have ended, and a timer that was set for those is none", () =>
    Effect.gen(function* () {
      const makeSlow = holdTimers()
      const gates = { slow: yield* Deferred.make<void>(), next: yield* Deferred.make<void>() }
      const { judge, ran } = observed((items) => {
        const gate = items.includes("slow") ? gates.slow : items.includes("next") ? gates.next : null
        return gate === null ? all(items) : Effect.zipRight(Deferred.await(gate), all(items))
      })
      const slow = yield* Effect.fork(judge("slow"))
      yield* turns
      const isSlow = yield* makeSlow
      yield* Deferred.succeed(gates.slow, undefined)
      yield* Fiber.join(slow)
      expect(yield* judge("quick")).toBe("quick")
      yield* turns
      const isSlowLater = yield* makeSlow
      const next = yield* Effect.fork(judge("next"))
      yield* turns
      const last = yield* Effect.fork(judge("last"))
      yield* turns
      const before = ran.map(([, ...items]) => items)
      yield* Deferred.succeed(gates.next, undefined)
      expect(yield* Effect.forEach([next, last], Fiber.join)).toEqual(["next", "last"])
      expect([isSlow, isSlowLater, ...before]).toEqual([true, false, ["slow"], ["quick"], ["next"]])
    })
  )

  it.live("leave the line when they are interrupted, and once they run, wait for their answer", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { judge, ran } = observed((items) => Effect.zipRight(Deferred.await(gate), all(items)))
      const running = yield* Effect.fork(judge("running"))
      yield* turns
      const waiting = yield* Effect.fork(judge("waiting"))
      yield* turns
      const left = yield* Fiber.interrupt(waiting)
      const interrupting = yield* Effect.fork(Fiber.interrupt(running))
      yield* turns
      const early = interrupting.unsafePoll()
      yield* Deferred.succeed(gate, undefined)
      expect([Exit.isInterrupted(left), early]).toEqual([true, null])
      expect(Exit.isInterrupted(yield* Fiber.join(interrupting))).toBe(true)
      yield* judge("next")
      expect(ran).toEqual([
        ["run", "running"],
        ["run", "next"]
      ])
    })
  )

  it.live("fail together if their batch does", () =>
    Effect.gen(function* () {
      const lost = new StorageFailure({ cause: "lost", outcome: "unknown" })
      const { judge } = observed(() => Effect.fail(lost))
      const exits = yield* Effect.forEach(["a", "b"], (item) => Effect.exit(judge(item)), together)
      expect(exits).toEqual([Exit.fail(lost), Exit.fail(lost)])
    })
  )
})

describe("An act that needs a locked scope", () => {
  it.live("waits for the scope with those that need it, too, and lets the others go on", () =>
    Effect.gen(function* () {
      // What was tried meanwhile would be tried again after a pause: it need not be.
      holdTimers(PAUSE)
      const gate = yield* Deferred.make<void>()
      const { judge, ran } = observed(
        (items) =>
          Effect.succeed(items.map((item) => (item.startsWith("blocked") ? { blockedBy: 7 } : { answer: item }))),
        (items) => blocked(items, 7),
        (items) => Effect.zipRight(Deferred.await(gate), all(items))
      )
      const first = yield* Effect.fork(judge("blocked"))
      expect(yield* judge("free", [5])).toBe("free")
      yield* turns
      // Known to need the same scope: it is not run before the scope was found free.
      const second = yield* Effect.fork(judge("same", [5, 7]))
      yield* turns
      expect(yield* judge("free", [5])).toBe("free")
      yield* Deferred.succeed(gate, undefined)
      expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toEqual(["blocked", "same"])
      expect(ran.filter(([how, ...items]) => how === "run" && items.includes("same"))).toEqual([])
      expect(ran.filter(([how]) => how === "after 7").map(([, ...items]) => items)).toEqual([["blocked"], ["same"]])
    })
  )

  it.live("is tried again after a pause where no scope is in its way, but a row that another inserts", () =>
    Effect.gen(function* () {
      const pass = holdTimers(PAUSE)
      let tries = 0
      const { judge, ran } = observed(
        (items) => Effect.succeed(items.map(() => ({ blockedBy: null }))),
        (items) => Effect.suspend(() => (++tries < 2 ? Effect.succeed([{ blockedBy: null }]) : all(items)))
      )
      const act = yield* Effect.fork(judge("act"))
      yield* turns
      const before = ran.map(([how]) => how)
      const isPassed = yield* pass
      expect(yield* Fiber.join(act)).toBe("act")
      expect([before, isPassed]).toEqual([["run", "free"], true])
      expect(ran.map(([how]) => how)).toEqual(["run", "free", "free"])
    })
  )

  it.live("fails after more than four seconds, and has done nothing then", () =>
    Effect.gen(function* () {
      let now = 1_000
      const waits = [2_000, 2_000, 1].values()
      vi.spyOn(performance, "now").mockImplementation(() => now)
      const { judge, ran } = observed(
        (items) => blocked(items, 7),
        (items) => blocked(items, 7),
        (items) =>
          Effect.suspend(() => {
            now += waits.next().value ?? 1_000
            return blocked(items, 7)
          })
      )
      const failure = yield* Effect.flip(judge("act"))
      expect(failure).toEqual(
        new StorageFailure({
          cause: new Error("A row was locked, and did not become free in time."),
          outcome: "none"
        })
      )
      expect(ran.filter(([how]) => how === "after 7")).toHaveLength(3)
    })
  )
})
