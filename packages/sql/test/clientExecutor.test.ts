import type { SqlClient, SqlConnection } from "@effect/sql"
import { SqlError } from "@effect/sql/SqlError"
import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core/storage"
import { Effect, Exit, Fiber, Logger, LogLevel, TestClock } from "effect"
import { clientExecutor } from "../src/transaction/clientExecutor.js"
import type { TransactionContext } from "../src/transaction/TransactionContext.js"

type Dialect = "sqlite" | "pg"
const lost = new SqlError({ cause: new Error("lost"), message: "lost" })

/** What a client of one connection runs, where some statements fail. */
const opened = (dialect: Dialect, failing: ReadonlyArray<string> = []) => {
  const ran: Array<string> = []
  const left = [...failing]
  const execute = (text: string) =>
    Effect.suspend(() => {
      ran.push(text)
      const at = left.indexOf(text)
      if (at < 0) return Effect.succeed([])
      left.splice(at, 1)
      return Effect.fail(lost)
    })
  const onDialectOrElse = ({
    orElse,
    ...others
  }: { readonly [K in Dialect]?: () => unknown } & { orElse: () => unknown }) => (others[dialect] ?? orElse)()
  const connection = { execute } as unknown as SqlConnection.Connection
  // An executor takes no more of a client.
  const client = { reserve: Effect.succeed(connection), onDialectOrElse } as unknown as SqlClient.SqlClient
  return { ran, executor: clientExecutor(client) }
}

const write = (context: TransactionContext) => context.query("write", [])
const kinds = ["transact", "transactUnlimited", "snapshot", "snapshotUnlimited"] as const

describe("A transaction on a client", () => {
  it.effect("that writes takes SQLite's lock at its beginning, and locks rows on PostgreSQL", () =>
    Effect.gen(function* () {
      for (const [dialect, writing, reading] of [
        ["sqlite", "BEGIN IMMEDIATE", "BEGIN"],
        ["pg", "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]
      ] as const) {
        const { executor, ran } = opened(dialect)
        const contexts = yield* Effect.forEach(kinds, (kind) =>
          executor[kind]((context) => Effect.as(write(context), context))
        )
        expect(ran).toEqual([writing, writing, reading, reading].flatMap((begin) => [begin, "write", "COMMIT"]))
        const locks = dialect === "pg"
        expect(contexts.map(({ isReading, locksRows }) => [isReading, locksRows])).toEqual([
          [false, locks],
          [false, locks],
          [true, false],
          [true, false]
        ])
        expect(contexts.map(({ state }) => state)).toEqual(Array(4).fill("ended"))
      }
    })
  )

  it.effect("is given up after five seconds, but for those without a limit", () =>
    Effect.gen(function* () {
      for (const kind of kinds) {
        const { executor, ran } = opened("sqlite")
        const running = yield* Effect.fork(executor[kind]((context) => Effect.zipRight(write(context), Effect.never)))
        yield* TestClock.adjust(4_999)
        expect(running.unsafePoll()).toBeNull()
        yield* TestClock.adjust(1)
        if (kind.endsWith("Unlimited")) {
          yield* TestClock.adjust("1 hour")
          expect(running.unsafePoll()).toBeNull()
          yield* Fiber.interrupt(running)
        } else {
          const cause = new Error("The transaction was open for more than 5 seconds and was rolled back.")
          expect(yield* Fiber.await(running)).toEqual(Exit.fail(new StorageFailure({ cause, outcome: "none" })))
        }
        expect(ran.slice(1)).toEqual(["write", "ROLLBACK"])
      }
    })
  )

  it.effect("is rolled back if its body fails, or ignored a statement that did, and nothing is stored then", () =>
    Effect.gen(function* () {
      const { executor, ran } = opened("sqlite", ["write"])
      expect(yield* Effect.flip(executor.transact(() => Effect.fail("no")))).toBe("no")
      const failure = yield* Effect.flip(executor.transact((context) => Effect.ignore(write(context))))
      expect(failure).toEqual(new StorageFailure({ cause: lost, outcome: "none" }))
      expect(ran).toEqual(["BEGIN IMMEDIATE", "ROLLBACK", "BEGIN IMMEDIATE", "write", "ROLLBACK"])
    })
  )

  it.effect("whose commit fails may be stored or not, and is rolled back if it is still open", () =>
    Effect.gen(function* () {
      const { executor, ran } = opened("sqlite", ["COMMIT"])
      expect(yield* Effect.flip(executor.transact(write))).toEqual(new StorageFailure({ cause: lost }))
      expect(ran).toEqual(["BEGIN IMMEDIATE", "write", "COMMIT", "ROLLBACK"])
    })
  )

  it.effect("that could not be rolled back is, before the next statement of its connection, or is over", () =>
    Effect.gen(function* () {
      const { executor, ran } = opened("sqlite", ["ROLLBACK", "ROLLBACK"])
      const failing = executor.transact(() => Effect.fail("no"))
      // That is logged as a warning.
      yield* Effect.flip(Logger.withMinimumLogLevel(failing, LogLevel.Error))
      yield* executor.read("read", [])
      yield* executor.read("read", [])
      expect(ran).toEqual(["BEGIN IMMEDIATE", "ROLLBACK", "ROLLBACK", "BEGIN", "ROLLBACK", "read", "read"])
    })
  )

  it.effect("is over for whatever is left of its body", () =>
    Effect.gen(function* () {
      const { executor, ran } = opened("sqlite")
      const context = yield* executor.transact(Effect.succeed)
      const failure = yield* Effect.flip(write(context))
      expect(failure.outcome).toBe("none")
      expect(ran).toEqual(["BEGIN IMMEDIATE", "COMMIT"])
    })
  )
})
