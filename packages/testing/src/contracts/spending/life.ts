import { expect } from "@effect/vitest"
import { ByokId, Usd } from "@tollgate/core"
import { CHUNK, SpendingStore } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { expectLaws, ledger } from "./laws.js"
import {
  admit,
  admitted,
  all,
  correcting,
  costing,
  evening,
  key,
  keyHash,
  MINUTE,
  named,
  otherOrganization,
  tag,
  usd
} from "./samples.js"

const credential = ByokId.make("44444444-4444-4444-8444-444444444444")

/** The amounts of the key. */
export const own = Effect.gen(function* () {
  const store = yield* SpendingStore
  const [scope] = yield* store.scopes([key], evening)
  const { held, spent, unknown } = scope?.own ?? expect.fail("The key has no scope.")
  return { spent: spent.lifetime, held: held.lifetime, unknown: unknown.lifetime }
})

const stateOf = (number: number) =>
  Effect.map(
    Effect.flatMap(SpendingStore, (store) => store.find(named(number))),
    Option.map(({ state }) => state)
  )

/** Promises about a hold's life after its admission. */
export const lifePromises = (promise: Promised): void => {
  promise("moves an amount from held to spent, unknown or back, and each of them once", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* Effect.forEach([1, 2, 3], (number) => admit(number, 2))
      expect(yield* own).toEqual({ held: usd(6), spent: Usd.zero, unknown: Usd.zero })
      for (const cost of [1.5, 1.5, 77]) yield* store.settle(named(1), costing(cost), evening)
      for (let times = 0; times < 2; times++) {
        yield* store.release(named(2), evening)
        yield* store.markUnknown(named(3), null, evening)
      }
      expect(yield* own).toEqual({ held: Usd.zero, spent: usd(1.5), unknown: usd(2) })
      yield* expectLaws(all, evening)
      yield* store.settle(named(3), costing(0.5), evening)
      expect(yield* own).toEqual({ held: Usd.zero, spent: usd(2), unknown: Usd.zero })
      yield* expectLaws(all, evening)
    })
  )

  promise("answers the same whatever the order of settlements, releases and unknown outcomes", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const acts = {
        settle: (number: number) => Effect.asVoid(store.settle(named(number), costing(1.25), evening)),
        release: (number: number) => Effect.asVoid(store.release(named(number), evening)),
        unknown: (number: number) => Effect.asVoid(store.markUnknown(named(number), null, evening))
      }
      const orders = [
        ["settle", "settle", "release", "unknown"],
        ["settle", "unknown", "settle", "release"],
        ["release", "settle", "unknown", "settle"],
        ["release", "unknown", "settle", "settle"],
        ["unknown", "settle", "release", "settle"],
        ["unknown", "release", "settle", "settle"]
      ] as const
      for (const [number, order] of orders.entries()) {
        yield* admit(number, 2)
        for (const act of order) yield* acts[act](number)
        expect(yield* stateOf(number)).toEqual(Option.some("settled"))
      }
      expect(yield* own).toEqual({ held: 0n, unknown: 0n, spent: usd(1.25 * orders.length) })
      yield* admit(100, 2)
      yield* acts.release(100)
      yield* acts.unknown(100)
      yield* acts.release(100)
      expect(yield* stateOf(100)).toEqual(Option.some("unknown"))
      yield* expectLaws(all, evening)
    })
  )

  promise("keeps the providers that are ignored, which flag a settlement", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      for (const [number, provider] of ["azure", "vllm"].entries()) {
        yield* admit(number, 1, { ignored_providers: ["azure"] })
        expect(Option.map(yield* store.find(named(number)), (hold) => hold.ignored_providers)).toEqual(
          Option.some(["azure"])
        )
        const after = yield* store.settle(named(number), costing(1, { provider }), evening)
        expect(Option.map(after, ({ flags }) => flags)).toEqual(
          Option.some(provider === "azure" ? ["outside_policy"] : [])
        )
      }
    })
  )

  promise("records a settlement in full, with what is unusual about it", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 1, { providers: ["openai"] })
      const settlement = costing(3, {
        is_byok: true,
        credential_id: credential,
        model: "acme/other",
        provider: "azure",
        basis: "provider",
        input_tokens: 10,
        output_tokens: 20
      })
      const late = evening + 11 * MINUTE
      const before = yield* store.find(named(1))
      const after = yield* store.settle(named(1), settlement, late)
      expect(after).toEqual(
        Option.map(before, (hold) => ({
          ...hold,
          ...settlement,
          state: "settled",
          ended_at: late,
          position: 1,
          flags: ["overdrawn", "late", "outside_plan", "outside_policy"]
        }))
      )
      expect(yield* store.find(named(1))).toEqual(after)
      const [scope] = yield* store.scopes([key], evening)
      expect([scope?.own.held.lifetime, scope?.own.spent.lifetime, scope?.byok.spent.lifetime]).toEqual([
        0n,
        0n,
        usd(3)
      ])
      yield* expectLaws(all, evening)
    })
  )

  promise("settles a hold without a price when its cost is known", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 1)
      const unknown = yield* store.markUnknown(named(1), "price_missing", evening)
      expect(Option.map(unknown, ({ flags }) => flags)).toEqual(Option.some(["price_missing"]))
      const settled = yield* store.settle(named(1), costing(0), evening)
      expect(Option.map(settled, ({ cost, flags }) => ({ cost, flags }))).toEqual(Option.some({ cost: 0n, flags: [] }))
      expect(yield* own).toEqual({ held: 0n, unknown: 0n, spent: 0n })
    })
  )

  promise("corrects the cost of a settled hold by the difference, and of no other", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 1)
      yield* store.correct(named(1), correcting(5))
      expect(yield* own).toEqual({ held: usd(1), unknown: 0n, spent: 0n })
      yield* store.settle(named(1), costing(0.5), evening)
      for (const cost of [2, 2]) {
        const corrected = yield* store.correct(named(1), correcting(cost))
        expect(Option.map(corrected, ({ hold }) => hold.flags)).toEqual(Option.some(["overdrawn"]))
      }
      yield* store.correct(named(1), correcting(0.75))
      expect(yield* own).toEqual({ held: 0n, unknown: 0n, spent: usd(0.75) })
      yield* expectLaws(all, evening)
    })
  )

  promise("gives back ended leases in chunks: what was not sent returns, what was sent is unknown", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const many = 2 * CHUNK + 10
      yield* Effect.forEach(Array.range(1, many), (number) => admit(number, 0.01, { refs: [key] }))
      expect(yield* tag(store.send(named(1), evening))).toBe("Sent")
      const end = evening + 10 * MINUTE
      expect(yield* store.expireHolds(end - 1)).toBe(0)
      expect([yield* store.expireHolds(end), yield* store.expireHolds(end), yield* store.expireHolds(end)]).toEqual([
        CHUNK,
        CHUNK,
        10
      ])
      expect(yield* store.expireHolds(end)).toBe(0)
      expect([yield* stateOf(1), yield* stateOf(2)]).toEqual([Option.some("unknown"), Option.some("expired")])
      expect(yield* own).toEqual({ held: 0n, unknown: usd(0.01), spent: 0n })
      yield* expectLaws(all, end)
      yield* store.settle(named(2), costing(0.02), end + 1)
      expect(yield* own).toEqual({ held: 0n, unknown: usd(0.01), spent: usd(0.02) })
    })
  )

  promise("releases no request that was sent once its lease has ended, given back or not: its outcome is unknown", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      for (const number of [1, 2, 3, 4]) yield* admit(number, 1)
      for (const number of [1, 2, 3]) yield* store.send(named(number), evening)
      const end = evening + 10 * MINUTE
      yield* store.release(named(1), end - 1)
      for (const number of [2, 4]) yield* store.release(named(number), end)
      yield* store.expireHolds(end)
      yield* store.release(named(3), end)
      const states = yield* Effect.forEach([1, 2, 3, 4], stateOf)
      expect(states).toEqual(["released", "unknown", "unknown", "released"].map(Option.some))
      expect(yield* own).toEqual({ held: 0n, unknown: usd(2), spent: 0n })
      yield* expectLaws(all, end)
    })
  )

  promise("releases the unsent holds of a process or of a key", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const { organization_id } = key
      for (const number of [1, 2, 3]) yield* admit(number, 1, { terms: { instance: "one" } })
      yield* admit(4, 1, { terms: { instance: "two" } })
      yield* admit(5, 1, { terms: { key_hash: keyHash("b") } })
      yield* store.send(named(1), evening)
      const release = (instance: string | null, key_hash: ReturnType<typeof keyHash> | null) =>
        store.releaseUnsent({ organization_id, instance, key_hash }, evening)
      expect([yield* release("one", null), yield* release("one", null)]).toEqual([2, 0])
      expect(yield* release(null, keyHash("b"))).toBe(1)
      const states = (yield* ledger()).map(({ id, state }) => [id, state])
      expect(Object.fromEntries(states)).toEqual(
        Object.fromEntries(
          (["open", "released", "released", "open", "released"] as const).map((state, at) => [named(at + 1).id, state])
        )
      )
      yield* expectLaws(all, evening)
    })
  )

  promise("does not show or change another organization's hold", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const hold = admitted(yield* admit(1, 1))
      const foreign = named(1, otherOrganization)
      const acts = [
        store.find(foreign),
        store.settle(foreign, costing(9), evening),
        store.release(foreign, evening),
        store.markUnknown(foreign, null, evening),
        store.correct(foreign, correcting(9))
      ]
      for (const act of acts) expect(yield* act).toEqual(Option.none())
      expect(yield* tag(store.send(foreign, evening))).toBe("NotFound")
      expect(yield* ledger(otherOrganization)).toEqual([])
      expect(yield* store.find(named(1, null))).toEqual(Option.some(hold))
      expect(yield* ledger(null)).toEqual([hold])
    })
  )
}
