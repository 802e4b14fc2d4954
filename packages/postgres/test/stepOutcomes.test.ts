import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import type { Steps } from "@tollgate/sql/driver"
import { Cause, Effect, Exit } from "effect"
import { stepRunner } from "../src/stepRunner.js"
import { connected, failing } from "./support/connected.js"
import { timersLeft } from "./support/timersLeft.js"

afterEach(() => vi.restoreAllMocks())

/** How often the time of a transaction is looked at. */
const LOOK_MILLIS = 50

const step = (isLast: boolean, ...texts: ReadonlyArray<string>) => ({
  statements: texts.map((text) => ({ text, params: [] })),
  isLast
})

const usual = function* (): Steps<unknown> {
  yield step(false, "first")
  return yield step(true, "last")
}

/** Runs steps on a client that answers so: what came of them, what the client was told, and how many timers are left. */
const run = (answers: Parameters<typeof connected>[0] = {}, steps: () => Steps<unknown> = usual) =>
  Effect.gen(function* () {
    const left = timersLeft(LOOK_MILLIS)
    const { seen, session } = connected({ COMMIT: { command: "COMMIT" }, ...answers })
    const runSteps = stepRunner(
      () => Effect.succeed(session()),
      "BEGIN",
      () => 0
    )
    const exit = yield* Effect.exit(runSteps("SET", steps))
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    return { exit, said: seen.filter((one) => !one.endsWith("cork")), left: left() }
  })

const lost = failing("ECONNRESET")
const refused = failing("23505")
const undone = { command: "ROLLBACK" }

describe("The steps of a transaction on PostgreSQL", () => {
  for (const [what, answers, outcome, given] of [
    ["the server undoes them", { COMMIT: undone }, "none", "released"],
    ["it refuses one of the last statements", { last: refused, COMMIT: undone }, "none", "released"],
    ["it does, and is lost then", { last: refused, COMMIT: lost }, "none", "released broken"],
    ["it is lost with the last statements", { last: lost, COMMIT: lost }, "unknown", "released broken"],
    ["it refuses to commit", { COMMIT: failing("40001") }, "none", "released"],
    ["it is lost with the COMMIT", { COMMIT: lost }, "unknown", "released broken"]
  ] as const) {
    it.live(`where ${what}: what is stored is ${outcome}`, () =>
      Effect.gen(function* () {
        const { exit, left, said } = yield* run(answers)
        expect(exit).toMatchObject({ cause: { _tag: "Fail", error: { _tag: "StorageFailure", outcome } } })
        expect(said).toEqual(["BEGIN; SET", "first", "last", "COMMIT", given])
        expect(left).toBe(0)
      })
    )
  }

  it.live("are given up after one that was refused, with no timer left", () =>
    Effect.gen(function* () {
      const { exit, left, said } = yield* run({ first: refused })
      expect(exit).toMatchObject({ cause: { _tag: "Fail", error: { _tag: "StorageFailure", outcome: "none" } } })
      expect(said).toEqual(["BEGIN; SET", "first", "ROLLBACK", "released"])
      expect(left).toBe(0)
    })
  )

  it.live("may have no statements, and end without a last one", () =>
    Effect.gen(function* () {
      const rows = [{ n: 1 }]
      const steps = function* (): Steps<unknown> {
        const none = yield step(false)
        const some = yield step(false, "first")
        return [none, some]
      }
      const { exit, left, said } = yield* run({ first: { rows } }, steps)
      expect(exit).toEqual(Exit.succeed([[], [rows]]))
      expect(said).toEqual(["BEGIN; SET", "first", "COMMIT", "released"])
      expect(left).toBe(0)
    })
  )

  it.live("may not go on after the last one, which is stored", () =>
    Effect.gen(function* () {
      const steps = function* (): Steps<unknown> {
        yield* usual()
        return yield step(true, "another")
      }
      const { exit, said } = yield* run({}, steps)
      expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain("A step follows the last one.")
      expect(said).toEqual(["BEGIN; SET", "first", "last", "COMMIT", "released"])
    })
  )
})
