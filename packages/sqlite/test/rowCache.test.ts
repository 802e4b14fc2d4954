import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Usd, verifySpending } from "@tollgate/core"
import { SpendingStore, Transaction } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import { runs } from "../../../test/runs.js"
import { admission, idOf, limited, own, refsOf, START } from "../../sql/test/support/holds.js"
import { hasHostClient, migratedClient } from "./support/clients.js"
import { inFreshFile, temporaryFile } from "./support/files.js"

const act = fc.record({
  act: fc.constantFrom("admit", "admit", "send", "settle", "release", "extend", "limit"),
  number: fc.nat(5),
  dollars: fc.integer({ min: 1, max: 4 })
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** Acts alone, or together in a transaction, of which some may be undone by a savepoint, and all by the transaction. */
const step = fc.record({
  before: fc.array(act, { maxLength: 2 }),
  within: fc.array(act, { maxLength: 2 }),
  after: fc.array(act, { maxLength: 2 }),
  undoes: fc.constantFrom("nothing", "the savepoint", "the transaction"),
  alone: fc.array(act, { maxLength: 2 })
})
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

const refs = refsOf(own)
const [key] = refs
const named = (number: number) => ({ id: idOf(own, number), organization_id: own })

const settlement = (dollars: number) => ({
  cost: Usd.fromNumber(dollars),
  is_byok: false,
  credential_id: null,
  model: null,
  provider: null,
  basis: null,
  input_tokens: 0,
  output_tokens: 0
})

const perform = ({ act, dollars, number }: Act) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const hold = named(number)
    switch (act) {
      case "admit":
        return (yield* store.admit(admission(own, number, { amount: dollars })))._tag
      case "send":
        return (yield* store.send(hold, START))._tag
      case "settle":
        return yield* store.settle(hold, settlement(dollars), START)
      case "release":
        return yield* store.release(hold, START)
      case "extend":
        return yield* store.extend({
          hold,
          amount: Usd.fromNumber(2 * dollars),
          lease_seconds: null,
          fence: [],
          now: START
        })
      case "limit":
        return yield* store.setTerms({ ref: key }, limited(4 * dollars), START)
    }
  })

const play = (acts: ReadonlyArray<Act>) => Effect.forEach(acts, perform, { discard: true })

/** What a transaction is for a storage: its own, or that of the host's client. */
interface Transactions {
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, unknown, R>
  readonly attempt: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, unknown, R>
}

/** What acts see, which may keep rows in memory, is what other connections and the ledger see. */
const expectAgreement = Effect.gen(function* () {
  const store = yield* SpendingStore
  expect((yield* verifySpending()).differences).toEqual([])
  const stored = yield* store.scopes(refs, START)
  const answer = yield* store.admit({ ...admission(own, 100, { amount: 0 }), dry_run: true })
  if (answer._tag === "Admitted") {
    const counted = (scopes: typeof stored) =>
      scopes.map(({ limits, own, ref, version }) => ({ limits, own, ref, version }))
    expect(counted(answer.scopes).slice(0, stored.length)).toEqual(counted(stored))
  }
  // An act that changes nothing answers the hold as it is kept.
  for (const number of [0, 1, 2, 3, 4, 5]) {
    const found = yield* store.find(named(number))
    const sent = yield* store.send(named(number), START)
    if (Option.isSome(found) && sent._tag === "Sent" && found.value.sent_at !== null)
      expect(sent.hold).toEqual(found.value)
    expect(sent._tag === "NotFound").toBe(Option.isNone(found))
  }
})

const keepsRows = <S, E>(
  name: string,
  stores: Layer.Layer<SpendingStore | S, E>,
  transactions: Effect.Effect<Transactions, never, SpendingStore | S>
) =>
  it.scopedLive(`${name} see what others see, whatever transactions and savepoints undo`, () =>
    Effect.gen(function* () {
      const sequences = fc.sample(fc.array(step, { minLength: 6, maxLength: 6 }), { numRuns: runs(3, 200), seed: 18 })
      for (const steps of sequences) {
        yield* Effect.gen(function* () {
          const { attempt, run } = yield* transactions
          const transact = ({ after, before, undoes, within }: Step) =>
            Effect.gen(function* () {
              yield* play(before)
              const part = Effect.zipRight(
                play(within),
                undoes === "the savepoint" ? Effect.fail("undone") : Effect.void
              )
              yield* Effect.either(attempt(part))
              yield* play(after)
              if (undoes === "the transaction") return yield* Effect.fail("undone")
            }).pipe(run, Effect.either)
          for (const each of steps) {
            yield* transact(each)
            yield* expectAgreement
            yield* play(each.alone)
            yield* expectAgreement
          }
        }).pipe(Effect.provide(Layer.fresh(stores)))
      }
    })
  )

describe("Acts on an SQLite file", () => {
  keepsRows("in transactions of their own", inFreshFile, Transaction)
})

describe.skipIf(!hasHostClient)("Acts on an SQLite file", () => {
  const client = Layer.scoped(SqlClient.SqlClient, Effect.flatMap(temporaryFile, migratedClient))
  keepsRows(
    "in a host's transactions",
    Layer.provideMerge(Sql.layerJoining, client),
    Effect.map(SqlClient.SqlClient, (client) => ({
      run: client.withTransaction,
      attempt: client.withTransaction
    }))
  )
})
