import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { beginFailure, commitFailure, type PoolTransactionOptions, poolTransaction } from "../src/poolTransaction.js"
import { ServerError } from "../src/ServerError.js"
import { connected, failing } from "./support/connected.js"
import { timersLeft } from "./support/timersLeft.js"

afterEach(() => vi.restoreAllMocks())

/** How often the time of a transaction is looked at. */
const LOOK_MILLIS = 50

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** A transaction on a client that commits, or answers otherwise. */
const opened = (options: Omit<PoolTransactionOptions, "begin">, COMMIT: { command: string } | Error) => {
  const { seen, sent, session } = connected({ COMMIT })
  const run = poolTransaction(
    () => Effect.succeed(session()),
    { begin: "BEGIN", ...options },
    () => 0
  )
  return { run, sent, said: () => seen.filter((one) => !one.endsWith("cork")) }
}

const committed = { command: "COMMIT" }

describe("A transaction on PostgreSQL", () => {
  for (const [what, body, last] of [
    ["is committed", Effect.void, "COMMIT"],
    ["fails", Effect.fail("refused"), "ROLLBACK"],
    ["is interrupted", Effect.interrupt, "ROLLBACK"]
  ] as const) {
    it.live(`that ${what} leaves no timer, and gives its connection back once`, () =>
      Effect.gen(function* () {
        const { seen, session } = connected({ COMMIT: { command: "COMMIT" } })
        const run = poolTransaction(
          () => Effect.succeed(session()),
          { begin: "BEGIN" },
          () => performance.now()
        )
        const left = timersLeft(LOOK_MILLIS)
        yield* Effect.exit(run((context) => Effect.zipRight(context.query("SELECT 1", []), body)))
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        expect(left()).toBe(0)
        expect(seen.filter((one) => !one.endsWith("cork"))).toEqual(["BEGIN", "SELECT 1", last, "released"])
      })
    )
  }

  for (const [what, options, timers, query_timeout] of [
    ["of limited time has one timer, and the driver's limits", {}, 1, undefined],
    ["without a limit has no timer, and none of the driver's limits", { isUnlimited: true }, 0, 2_147_483_647]
  ] as const) {
    it.live(what, () =>
      Effect.gen(function* () {
        const { run, sent } = opened(options, committed)
        const left = timersLeft(LOOK_MILLIS)
        expect(yield* run((context) => Effect.map(context.query("SELECT 1", []), left))).toBe(timers)
        expect(sent.map((one) => [one.text, one.query_timeout])).toEqual(
          ["BEGIN", "SELECT 1", "COMMIT"].map((text) => [text, query_timeout])
        )
      })
    )
  }

  for (const [what, options, kind, last] of [
    ["that only reads locks no rows, and ends without a COMMIT", { isReading: true }, [true, false], "ROLLBACK"],
    ["that writes locks rows, and is committed", {}, [false, true], "COMMIT"]
  ] as const) {
    it.live(what, () =>
      Effect.gen(function* () {
        const { run, said } = opened(options, committed)
        const kinds = run((context) =>
          Effect.as(context.query("SELECT 1", []), [context.isReading, context.locksRows] as const)
        )
        expect(yield* kinds).toEqual(kind)
        yield* turn
        expect(said()).toEqual(["BEGIN", "SELECT 1", last, "released"])
      })
    )
  }

  for (const [code, outcome] of [
    ["40001", "none"],
    ["ECONNRESET", "unknown"]
  ] as const) {
    it.live(`whose COMMIT fails with ${code} is a storage failure: what is stored is ${outcome}`, () =>
      Effect.gen(function* () {
        const { run } = opened({}, failing(code))
        const failure = yield* Effect.flip(run((context) => context.query("INSERT", [])))
        expect(failure).toMatchObject({ _tag: "StorageFailure", outcome })
      })
    )
  }

  it.live("whose caller is interrupted interrupts its body, and ends without its changes", () =>
    Effect.gen(function* () {
      const { run, said } = opened({}, committed)
      const began = yield* Effect.makeLatch()
      let interrupted = 0
      const body = Effect.onInterrupt(Effect.zipRight(began.open, Effect.never), () => Effect.sync(() => interrupted++))
      const running = yield* Effect.fork(run((context) => Effect.zipRight(context.query("INSERT", []), body)))
      yield* began.await
      yield* Fiber.interrupt(running)
      yield* turn
      expect([interrupted, said()]).toEqual([1, ["BEGIN", "INSERT", "ROLLBACK", "released"]])
    })
  )
})

it("What is stored after a failed COMMIT or BEGIN is known if the server has reported it", () => {
  const outcomes = [ServerError.of({ code: "40001" }), ServerError.of({ code: "ECONNRESET" }), new Error("lost")].map(
    (cause) => [commitFailure(cause).outcome, beginFailure(cause).outcome]
  )
  expect(outcomes).toEqual([
    ["none", "unknown"],
    ["unknown", "none"],
    ["unknown", "none"]
  ])
})
