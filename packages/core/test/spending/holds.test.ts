import { describe, expect } from "@effect/vitest"
import {
  type ByokId,
  createByokCredential,
  deleteByokCredential,
  deleteKey,
  GatewayCaller,
  getHold,
  HoldEnded,
  HoldNotFound,
  InvalidInput,
  LedgerCaller,
  listHolds,
  updateKey
} from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aByokCredential, aKeyPatch, travel, travelTo } from "@tollgate/testing"
import { DateTime, Effect, Option } from "effect"
import { inMemory } from "../support/account.js"
import { idOf, organization_id, usd } from "./support/samples.js"
import { asHost, gateway, openSpender } from "./support/spender.js"

const opened = Effect.gen(function* () {
  yield* travelTo("2026-05-31T23:50:00Z")
  const account = yield* openSpender
  const { data } = yield* account.hold(account.ordinaryKey)
  const asGateway = <A, E, R>(program: Effect.Effect<A, E, R>) =>
    program.pipe(Effect.provideService(GatewayCaller, asHost), Effect.provideService(LedgerCaller, asHost))
  return { ...account, asGateway, id: data.id }
})

describe("A hold", () => {
  inMemory("is settled once, with what its request cost", () =>
    Effect.gen(function* () {
      const { id, release, settle, unknown } = yield* opened
      const settled = yield* settle(id, { cost: usd(0.4), model: "acme/writer", basis: "provider" })
      expect(settled).toMatchObject({ state: "settled", cost: usd(0.4), basis: "provider", flags: [], is_byok: false })
      for (const act of [settle(id, { cost: usd(9) }), release(id), unknown(id)]) expect(yield* act).toEqual(settled)
    })
  )

  inMemory(
    "counts a settlement without a credential for the one that was sent, the gateway's own, or the only one",
    () =>
      Effect.gen(function* () {
        const { asManager, hold, ordinaryKey, sent, settle } = yield* opened
        const add = Effect.map(asManager(createByokCredential(aByokCredential({ provider: "openai" }))), ({ id }) => id)
        const [first, second] = [yield* add, yield* add]
        /** A hold with such a plan, sent with these credentials one after another, and settled by one, or by none. */
        const used = Effect.fnUntraced(function* (
          credential: "own" | "byok" | "any",
          attempts: ReadonlyArray<ByokId | null | undefined> = [],
          stated?: ByokId | null
        ) {
          const { data } = yield* hold(ordinaryKey, { credential })
          for (const credential_id of attempts)
            yield* sent(data.id, credential_id === undefined ? {} : { credential_id })
          const settlement = { cost: usd(1), ...(stated !== undefined && { credential_id: stated }) }
          const { credential_id, flags, is_byok } = yield* settle(data.id, settlement)
          return { credential_id, flags, is_byok }
        })
        const own = { credential_id: null, is_byok: false, flags: [] }
        const byok = (credential_id: ByokId) => ({ credential_id, is_byok: true, flags: [] })
        expect(yield* used("any", [first, undefined])).toEqual(byok(first))
        expect(yield* used("any", [first, second])).toEqual(byok(second))
        expect(yield* used("any", [first, null])).toEqual(own)
        expect(yield* used("any", [first], null)).toEqual(own)
        expect(yield* used("any", [], second)).toEqual(byok(second))
        expect(yield* used("any", [undefined])).toEqual({ ...own, flags: ["credential_assumed"] })
        expect(yield* used("own")).toEqual(own)
        expect(yield* used("own", [null])).toEqual(own)
        expect(yield* used("own", [], first)).toEqual({ ...byok(first), flags: ["outside_plan"] })
        expect(yield* used("byok", [second])).toEqual(byok(second))
        expect(yield* Effect.flip(used("byok", [undefined]))).toEqual(
          new InvalidInput({
            issues: [
              {
                path: ["credential_id"],
                expected: "the UUID of the credential that was used, or null for the gateway's own"
              }
            ]
          })
        )
        yield* asManager(deleteByokCredential(second))
        expect(yield* used("byok")).toEqual(byok(first))
      })
  )

  inMemory("is not sent with a credential that its plan does not have", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey, sent } = yield* opened
      const { id: credential_id } = yield* asManager(createByokCredential(aByokCredential({ provider: "openai" })))
      const expected = "the UUID of a credential of the hold's plan, or null if the plan has the gateway's own"
      const outside = new InvalidInput({ issues: [{ path: ["credential_id"], expected }] })
      const { data: own } = yield* hold(ordinaryKey)
      expect(yield* Effect.flip(sent(own.id, { credential_id }))).toEqual(outside)
      const { data: byok } = yield* hold(ordinaryKey, { credential: "byok" })
      expect(yield* Effect.flip(sent(byok.id, { credential_id: null }))).toEqual(outside)
      expect(yield* sent(byok.id, { credential_id })).toMatchObject({ state: "open", credential_id })
    })
  )

  inMemory("ends with its lease: it is neither sent nor extended, and settles late", () =>
    Effect.gen(function* () {
      const { extend, id, sent, settle } = yield* opened
      yield* travel("10 minutes")
      expect(yield* Effect.flip(sent(id))).toEqual(new HoldEnded({ id }))
      expect(yield* Effect.flip(extend(id))).toEqual(new HoldEnded({ id }))
      yield* travel("1 second")
      expect(yield* settle(id, { cost: usd(2) })).toMatchObject({ state: "settled", flags: ["overdrawn", "late"] })
    })
  )

  inMemory("is extended under the present limit, and not for a key that cannot spend any more", () =>
    Effect.gen(function* () {
      const { asManager, extend, id, ordinaryHash } = yield* opened
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 3 })))
      expect(yield* extend(id, { amount: usd(3) })).toMatchObject({ amount: usd(3) })
      expect(yield* Effect.flip(extend(id, { amount: usd(4) }))).toMatchObject({ _tag: "BudgetExceeded" })
      yield* travel("5 minutes")
      const { lease_ends_at } = yield* extend(id)
      expect(lease_ends_at.epochMillis).toBe(Date.parse("2026-06-01T00:05:00Z"))
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ disabled: true })))
      expect(yield* Effect.flip(extend(id))).toMatchObject({ _tag: "KeyRefused", key_state: "disabled" })
    })
  )

  inMemory("is released with its key unless it was sent, and then settles", () =>
    Effect.gen(function* () {
      const { asManager, hold, id, ordinaryHash, ordinaryKey, sent, settle } = yield* opened
      const { data } = yield* hold(ordinaryKey)
      yield* sent(id)
      yield* asManager(deleteKey(ordinaryHash))
      const store = yield* SpendingStore
      const state = (id: typeof data.id) =>
        Effect.map(
          store.find({ id, organization_id: null }),
          Option.map(({ state }) => state)
        )
      expect([yield* state(id), yield* state(data.id)]).toEqual([Option.some("open"), Option.some("released")])
      expect(yield* settle(id, { cost: usd(1) })).toMatchObject({ state: "settled" })
    })
  )

  inMemory(
    "reads as expired once its lease has ended, and as unknown if it was sent, before anything gives it back",
    () =>
      Effect.gen(function* () {
        const { asGateway, hold, id, ordinaryKey, sent } = yield* opened
        const { data } = yield* hold(ordinaryKey)
        yield* sent(id)
        yield* travel("10 minutes")
        const ended_at = yield* DateTime.now
        const reads = [
          { id, state: "unknown", ended_at },
          { id: data.id, state: "expired", ended_at }
        ] as const
        for (const { id, state } of reads) {
          expect(yield* asGateway(getHold(id))).toMatchObject({ data: { id, state, ended_at }, corrections: [] })
          expect(yield* asGateway(listHolds({ limit: 50, offset: 0, state }))).toMatchObject({
            data: [{ id, state, ended_at }],
            total_count: 1
          })
        }
        expect(yield* asGateway(listHolds({ limit: 50, offset: 0, state: "open" }))).toEqual({
          data: [],
          total_count: 0
        })
      })
  )

  inMemory("is unknown to a gateway of another organization", () =>
    Effect.gen(function* () {
      const { id } = yield* opened
      const other = gateway({ organizationId: organization_id })
      const refusals = [
        yield* Effect.flip(other.settle(id, { cost: usd(1) })),
        yield* Effect.flip(other.release(id)),
        yield* Effect.flip(other.unknown(id)),
        yield* Effect.flip(other.sent(id)),
        yield* Effect.flip(other.extend(id))
      ]
      expect(refusals).toEqual(refusals.map(() => HoldNotFound.of(id)))
      expect(yield* Effect.flip(gateway().release("no id"))).toEqual(HoldNotFound.of(null))
      expect(yield* Effect.flip(gateway().release(idOf(77)))).toEqual(HoldNotFound.of(idOf(77)))
    })
  )
})
