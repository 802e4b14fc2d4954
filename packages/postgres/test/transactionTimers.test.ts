import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { poolTransaction } from "../src/poolTransaction.js"
import { connected } from "./support/connected.js"
import { timersLeft } from "./support/timersLeft.js"

afterEach(() => vi.restoreAllMocks())

/** How often the time of a transaction is looked at. */
const LOOK_MILLIS = 50

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
})
