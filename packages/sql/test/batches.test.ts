import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { Cause, Deferred, Effect, Exit, Fiber, Runtime } from "effect"
import { type Answered, Batches, type RunAfter, type RunBatch } from "../src/spending/Batches.js"

afterEach(() => vi.restoreAllMocks())

type Answers = ReturnType<RunBatch<string>>

/** Whose acts go to the two lines. */
const [one, other] = ["org a", "org b"]
const all = (items: ReadonlyArray<string>): Answers => Effect.succeed(items.map((answer) => ({ answer })))
const blocked = (items: ReadonlyArray<string>, by: number): Answers =>
  Effect.succeed(items.map((): Answered<unknown> => ({ blockedBy: by })))

/** Batches that tell what was run, by which of the three ways. */
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
  const batches = new Batches(fork, noting("run", run), noting("free", free), (items, scope) =>
    noting(`after ${scope}`, after)(items, scope)
  )
  const judge = (item: string, needs: ReadonlyArray<number> = [], organization = one) =>
    batches.judge(organization, item, () => needs)
  return { ran, judge }
}

/** Holds the timers that make a batch slow, and returns what lets the one that was set first end. */
const holdTimers = () => {
  const held: Array<() => void> = []
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, "setTimeout").mockImplementation((end, millis) => {
    if (millis !== 100) return setTimeout(end, millis)
    held.push(end)
    return setTimeout(() => {}, 0)
  })
  return Effect.sync(() => held[0]?.())
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
      expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toEqual(["first", "second"])
    })
  )

  it.live("pass a batch that is slow, and one more waits for both", () =>
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
      const before = [...ran]
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Effect.forEach([first, second, third], Fiber.join)).toEqual(["first", "second", "third"])
      expect(before).toEqual([
        ["run", "first"],
        ["run", "second"]
      ])
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

  it.live("is tried again where no scope is in its way, but a row that another inserts", () =>
    Effect.gen(function* () {
      let tries = 0
      const { judge, ran } = observed(
        (items) => Effect.succeed(items.map(() => ({ blockedBy: null }))),
        (items) => Effect.suspend(() => (++tries < 2 ? Effect.succeed([{ blockedBy: null }]) : all(items)))
      )
      expect(yield* judge("act")).toBe("act")
      expect(ran.map(([how]) => how)).toEqual(["run", "free", "free"])
    })
  )

  it.live("fails after four seconds, and has done nothing then", () =>
    Effect.gen(function* () {
      let now = 1_000
      vi.spyOn(performance, "now").mockImplementation(() => now)
      const { judge, ran } = observed(
        (items) => blocked(items, 7),
        (items) => blocked(items, 7),
        (items) =>
          Effect.suspend(() => {
            now += 2_000
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
