import { describe, expect } from "@effect/vitest"
import {
  BudgetExceeded,
  CostTooLarge,
  correctHold,
  GatewayCaller,
  getHold,
  getKey,
  LedgerCaller,
  NewUsage,
  reconcileHold,
  recordRequest,
  recordUsage,
  Usd
} from "@tollgate/core"
import { holdIdAt, LARGEST, SpendingStore } from "@tollgate/core/storage"
import { someUsage } from "@tollgate/testing"
import { Clock, Effect, Schema } from "effect"
import { inMemory, read } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const as = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  program.pipe(Effect.provideService(GatewayCaller, asHost), Effect.provideService(LedgerCaller, asHost))
const billion = usd(1e9)

/** A spender whose scopes have room for $0.25 beside a hold of $1. */
const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const { hold, ordinaryHash, ordinaryKey, settle } = account
  const first = yield* hold(ordinaryKey)
  const released = yield* hold(ordinaryKey)
  yield* account.release(released.data.id)
  const record = Effect.fnUntraced(function* (cost: number, number: number) {
    const id = holdIdAt(yield* Clock.currentTimeMillis, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, number, 0))
    return yield* as(recordRequest(read(NewUsage)({ id, key_hash: ordinaryHash, cost })))
  })
  for (let number = 0; number < 9; number++) yield* record(1e9, number)
  yield* record(223_372_035.6, 9)
  const state = (id: string) => Effect.map(as(getHold(id)), ({ data }) => ({ state: data.state, cost: data.cost }))
  const settled = yield* settle((yield* hold(ordinaryKey, { amount: 0.004 })).data.id, { cost: usd(0.004) })
  return { ...account, first: first.data.id, record, released: released.data.id, settled: settled.id, state }
})

const tooLarge = new CostTooLarge()

describe("A cost for which the counters have no room", () => {
  inMemory("leaves the hold that is settled with it unknown, until it is settled with a right one", () =>
    Effect.gen(function* () {
      const { first, settle, state } = yield* opened
      expect(yield* Effect.flip(settle(first, { cost: billion }))).toEqual(tooLarge)
      expect(yield* state(first)).toEqual({ state: "unknown", cost: null })
      expect(yield* Effect.flip(settle(first, { cost: billion }))).toEqual(tooLarge)
      yield* settle(first, { cost: usd(1.25) })
      expect(yield* state(first)).toEqual({ state: "settled", cost: usd(1.25) })
    })
  )

  inMemory("is not stored by a reconciliation, and the outcome is unknown still", () =>
    Effect.gen(function* () {
      const { asManager, first, state, unknown } = yield* opened
      yield* unknown(first)
      const reconcile = (cost: Usd.Usd) => asManager(reconcileHold(first, { cost, reason: "Invoice" }))
      expect(yield* Effect.flip(reconcile(billion))).toEqual(tooLarge)
      expect(yield* state(first)).toEqual({ state: "unknown", cost: null })
      expect((yield* reconcile(usd(1.25))).data.cost).toBe(usd(1.25))
    })
  )

  inMemory("is not stored by a correction, a usage, or either half of a usage of a key", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, record, settled, state } = yield* opened
      const correct = (cost: Usd.Usd) => asManager(correctHold(settled, { cost, reason: "Invoice" }))
      expect(yield* Effect.flip(correct(billion))).toEqual(tooLarge)
      expect(yield* state(settled)).toEqual({ state: "settled", cost: usd(0.004) })
      expect(yield* Effect.flip(record(1, 10))).toEqual(tooLarge)
      const before = yield* asManager(getKey(ordinaryHash))
      const usage = recordUsage(ordinaryHash, someUsage({ usage: 0.01, byok_usage: 1 }))
      expect(yield* Effect.flip(asManager(usage))).toEqual(tooLarge)
      expect(yield* asManager(getKey(ordinaryHash))).toEqual(before)
      expect((yield* correct(usd(0.003))).data.cost).toBe(usd(0.003))
    })
  )

  inMemory("leaves a hold that had returned its amount as it is", () =>
    Effect.gen(function* () {
      const { released, settle, state, unknown } = yield* opened
      expect(yield* Effect.flip(unknown(released))).toEqual(tooLarge)
      expect(yield* Effect.flip(settle(released, { cost: usd(1) }))).toEqual(tooLarge)
      expect(yield* state(released)).toEqual({ state: "released", cost: null })
      yield* settle(released, { cost: usd(0.25) })
      expect(yield* state(released)).toEqual({ state: "settled", cost: usd(0.25) })
    })
  )

  inMemory("is no amount of a hold either, and the refusal says what a counter holds", () =>
    Effect.gen(function* () {
      const { extend, first, hold, ordinaryKey } = yield* opened
      const refusals = [yield* Effect.flip(hold(ordinaryKey)), yield* Effect.flip(extend(first, { amount: usd(2) }))]
      for (const refusal of refusals) {
        if (!Schema.is(BudgetExceeded)(refusal)) return expect.fail(refusal._tag)
        expect([refusal.reason, refusal.budgets.map(({ limit, scope }) => [scope, limit])]).toEqual([
          "budget_spent",
          ["key", "workspace", "organization"].map((scope) => [scope, LARGEST])
        ])
      }
      yield* extend(first, { amount: usd(1.25) })
    })
  )

  inMemory("leaves a bound hold unknown whose metered answer states it", () =>
    Effect.gen(function* () {
      const { acquire, read } = yield* openBound(1000)
      const bound = yield* Effect.scoped(
        Effect.gen(function* () {
          const hold = yield* acquire()
          yield* hold.sent()
          expect(yield* Effect.flip(hold.settle({ cost: Usd.add(LARGEST, usd(1)) }))).toEqual(tooLarge)
          return hold.authorized.data
        })
      )
      const { amount, cost, state } = yield* read(bound.id)
      expect({ amount, cost, state }).toEqual({ amount: bound.amount, cost: null, state: "unknown" })
      expect((yield* (yield* SpendingStore).openHolds).count).toBe(0)
    })
  )
})
