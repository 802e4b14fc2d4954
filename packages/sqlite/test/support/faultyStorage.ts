import { type SqlClient, type SqlConnection, SqlError } from "@effect/sql"
import { expect } from "@effect/vitest"
import {
  authorize,
  createKey,
  GatewayCaller,
  getHold,
  LedgerCaller,
  markSent,
  NewHold,
  settle,
  Usd,
  verifySpending
} from "@tollgate/core"
import { holdIdAt } from "@tollgate/core/storage"
import { aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Either, Redacted, Schema } from "effect"

const decode = Schema.decodeSync(NewHold)
const gateway = { organizationId: null }
const host = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  program.pipe(Effect.provideService(GatewayCaller, gateway), Effect.provideService(LedgerCaller, gateway))
const LIMIT = 12

const broken = Effect.fail(new SqlError.SqlError({ cause: new Error("The storage is broken.") }))

/** A client of which statements wait, fail, or are done and then fail, as a random number decides while it is broken. */
export const faulty = (client: SqlClient.SqlClient, draw: () => number) => {
  const faults = { on: false, failed: 0, failedAfter: 0, waited: 0 }
  const execute =
    (connection: SqlConnection.Connection): SqlConnection.Connection["execute"] =>
    (text, params, transform) => {
      const run = connection.execute(text, params, transform)
      // A client that does not know whether a transaction is open is of no use any more.
      if (!faults.on || /^(ROLLBACK|BEGIN)/.test(text)) return run
      const fate = draw()
      if (fate < 0.02) {
        faults.failed++
        return broken
      }
      if (fate < 0.04 || (fate < 0.2 && text === "COMMIT")) {
        faults.failedAfter++
        return Effect.zipRight(run, broken)
      }
      if (fate > 0.9) {
        faults.waited++
        return Effect.zipRight(Effect.yieldNow(), run)
      }
      return run
    }
  const guard = (connection: SqlConnection.Connection) =>
    new Proxy(connection, {
      get: (target, name) => (name === "execute" ? execute(target) : Reflect.get(target, name))
    })
  const through = new Proxy(client, {
    get: (target, name) => (name === "reserve" ? Effect.map(target.reserve, guard) : Reflect.get(target, name))
  })
  return { client: through, faults }
}

type Faults = ReturnType<typeof faulty>["faults"]

/** 30 requests of one key, of which 4 run at once, while statements fail. What was admitted has a row, and what was settled is counted once. */
export const spendWithFaults = (seed: number, faults: Faults) =>
  Effect.gen(function* () {
    const { asManager } = yield* TestAccount.make()
    const { key } = yield* Effect.provide(createKey(aKey({ limit: LIMIT })), asManager)
    // A gateway repeats an act whose outcome it does not know.
    const repeated = <A, E extends { readonly _tag: string }, R>(act: Effect.Effect<A, E, R>) =>
      Effect.retry(act, { while: ({ _tag }) => _tag === "StorageFailure", times: 5 })
    const request = (number: number) =>
      Effect.gen(function* () {
        const id = holdIdAt(Date.now(), Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, seed, number))
        const input = decode({
          key: Redacted.value(key),
          id,
          amount: 1,
          models: ["acme/writer"],
          credential: "own"
        })
        const admitted = Either.isRight(yield* Effect.either(repeated(authorize(input))))
        const sent = admitted && Either.isRight(yield* Effect.either(repeated(markSent(id))))
        const cost = Usd.fromNumber(0.5 + number / 1e9)
        const settled = sent && Either.isRight(yield* Effect.either(repeated(settle(id, { cost }))))
        return { id, admitted, cost, settled }
      }).pipe(host)
    faults.on = true
    const all = yield* Effect.forEach(Array.from({ length: 30 }).keys(), request, { concurrency: 4 })
    faults.on = false
    let counted = 0n
    for (const { admitted, cost, id, settled } of all) {
      const hold = yield* Effect.either(Effect.map(host(getHold(id)), ({ data }) => data))
      if (admitted) expect(Either.isRight(hold)).toBe(true)
      if (settled) expect(hold).toMatchObject({ right: { state: "settled", cost } })
      if (Either.isRight(hold)) counted += hold.right.cost ?? hold.right.amount
    }
    const limit = Usd.fromNumber(LIMIT)
    expect(counted <= limit).toBe(true)
    expect((yield* verifySpending()).differences).toEqual([])
    const left = decode({ key: Redacted.value(key), amount: 100, models: ["acme/writer"], credential: "own" })
    expect(yield* Effect.flip(host(authorize(left)))).toMatchObject({
      budgets: [{ scope: "key", remaining: limit - counted }]
    })
    expect(all.some(({ settled }) => settled)).toBe(true)
    expect(faults.failed + faults.failedAfter).toBeGreaterThan(0)
  })
