import type { SqlClient, SqlConnection } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Executor, RunTransaction } from "../src/transaction/Executor.js"
import { make } from "../src/transaction/makeDatabase.js"
import { TransactionContext } from "../src/transaction/TransactionContext.js"
import type { TransactionOptions } from "../src/transaction/TransactionOptions.js"

/** A database, and what its executor was asked for. Statements within a transaction begin with `in`. */
const opened = (more: Partial<Executor> = {}) => {
  const said: Array<string> = []
  const saying = (word: string) => (text: string) =>
    Effect.sync(() => {
      said.push(`${word} ${text}`)
      return []
    })
  // A transaction uses no more of a connection, and a database no more of a client.
  const connection = { execute: saying("in") } as unknown as SqlConnection.Connection
  const sql = { onDialectOrElse: ({ orElse }: { orElse: () => unknown }) => orElse() } as unknown as SqlClient.SqlClient
  const begin =
    (kind: string, options: TransactionOptions): RunTransaction =>
    (body) =>
      Effect.suspend(() => {
        said.push(kind)
        const context = new TransactionContext(connection, options)
        return Effect.ensuring(
          body(context),
          Effect.sync(() => context.end())
        )
      })
  const executor: Executor = {
    read: saying("read"),
    write: saying("write"),
    snapshot: begin("snapshot", { isReading: true }),
    snapshotUnlimited: begin("snapshotUnlimited", { isReading: true }),
    transact: begin("transact", { locksRows: true }),
    transactUnlimited: begin("transactUnlimited", { locksRows: true }),
    ...more
  }
  return { ...make(sql, executor), said }
}

const statement = (text: string) => ({ compile: () => [text, []] as const })
const one = statement("one")

describe("A database", () => {
  for (const kind of ["snapshot", "snapshotUnlimited", "transact", "transactUnlimited"] as const) {
    it.effect(`begins a transaction for ${kind} outside of one, and joins the one that is open`, () =>
      Effect.gen(function* () {
        const database = opened()
        const { read, said, transact } = database
        const body = read(one)
        yield* database[kind](body)
        expect(said).toEqual([kind, "in one"])
        yield* transact(database[kind](body))
        expect(said.slice(2)).toEqual(["transact", "in one"])
        yield* body
        expect(said.slice(4)).toEqual(["read one"])
      })
    )
  }

  it.effect("sends writes alone, or within the transaction, and refuses them in a snapshot, which fails", () =>
    Effect.gen(function* () {
      const { said, snapshot, transact, write, writeAll } = opened()
      const all = writeAll([
        ["two", []],
        ["three", []]
      ])
      const both = Effect.all([write(one), all])
      yield* both
      expect(said).toEqual(["write one", "write two", "write three"])
      yield* transact(both)
      expect(said.slice(3)).toEqual(["transact", "in one", "in two", "in three"])
      for (const refused of [write(one), all]) {
        const failure = yield* Effect.flip(snapshot(Effect.asVoid(refused)))
        expect(failure).toMatchObject({ cause: { message: "A snapshot is read-only." }, outcome: "none" })
      }
      expect(said.slice(7)).toEqual(["snapshot", "snapshot"])
    })
  )

  it.effect("locks rows that it reads for a write, and the row that owns a set, where the transaction locks rows", () =>
    Effect.gen(function* () {
      const { lock, readForUpdate, said, snapshot, transact, withoutLocks } = opened()
      const reading = Effect.all([readForUpdate(one), readForUpdate(one, "FOR UPDATE"), lock(statement("lock"))])
      yield* reading
      expect(said).toEqual(["read one", "read one"])
      yield* snapshot(reading)
      expect(said.slice(2)).toEqual(["snapshot", "in one", "in one"])
      yield* transact(Effect.zipRight(reading, withoutLocks(readForUpdate(one))))
      expect(said.slice(5)).toEqual(["transact", "in one FOR NO KEY UPDATE", "in one FOR UPDATE", "in lock", "in one"])
    })
  )

  it.effect("runs an act at once where the driver can, and its statements in a transaction otherwise", () =>
    Effect.gen(function* () {
      const owner = { write: () => {}, stored: () => {} }
      const query = () => []
      const acts: Partial<Executor> = { act: (f) => Effect.sync(() => f(query, {})) }
      for (const [more, outside] of [
        [{}, ["transact", "in one"]],
        [acts, []]
      ] as const) {
        const { act, read, said, transact } = opened(more)
        const acting = act(() => "at once", Effect.as(read(one), "by statements"), owner)
        expect(yield* acting).toBe(outside.length === 0 ? "at once" : "by statements")
        expect(said).toEqual(outside)
        expect(yield* transact(acting)).toBe("by statements")
        expect(said.slice(outside.length)).toEqual(["transact", "in one"])
      }
    })
  )

  it.effect("says whether a transaction is open, its own or that of a host that it joins", () =>
    Effect.gen(function* () {
      const { isInTransaction, transact } = opened()
      expect([yield* isInTransaction, yield* transact(isInTransaction)]).toEqual([false, true])
      const joining = opened({ isJoining: Effect.succeed(true) })
      expect(yield* joining.isInTransaction).toBe(true)
      const alone = opened({ isJoining: Effect.succeed(false) })
      expect([yield* alone.isInTransaction, yield* alone.transact(alone.isInTransaction)]).toEqual([false, true])
    })
  )

  it.effect("runs what outlives its transaction outside of it", () =>
    Effect.gen(function* () {
      const { read, said, transact } = opened()
      const ended = yield* Effect.makeLatch()
      const forked = yield* transact(Effect.forkDaemon(Effect.zipRight(ended.await, read(one))))
      yield* ended.open
      yield* Fiber.join(forked)
      expect(said).toEqual(["transact", "read one"])
    })
  )
})
