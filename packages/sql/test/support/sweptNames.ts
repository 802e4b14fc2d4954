import { describe, expect, it } from "@effect/vitest"
import type { SpendingStore } from "@tollgate/core/storage"
import { type Context, Effect, Option, type Scope } from "effect"
import { admission, own, START } from "./holds.js"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LEASE = 2_592_000

/** Two openings of an empty database, which take the time from their arguments, and its names, each with since when it is unused. */
export interface OpenedTwice {
  readonly stores: readonly [Context.Tag.Service<SpendingStore>, Context.Tag.Service<SpendingStore>]
  readonly names: Effect.Effect<ReadonlyArray<{ readonly name: string; readonly since: number | null }>>
}

const named = { models: ["acme/gone"], labels: { team: "red" }, instance: "gone-1" }

/** Names of the requests of a key: those that are asked for again and again, and those of one. */
const acting = ({ names, stores: [sweeping, spending] }: OpenedTwice) => {
  const hold = (number: number, now: number, isNamed: boolean) => {
    const plain = admission(own, number, { now, lease_seconds: LEASE })
    return Effect.map(
      spending.admit(isNamed ? { ...plain, terms: { ...plain.terms, ...named } } : plain),
      ({ _tag }) => _tag
    )
  }
  return {
    hold,
    /** A request whose hold is deleted. Nothing refers to its names then. */
    holdAndPrune: (number: number, now: number) =>
      Effect.gen(function* () {
        expect(yield* hold(number, now, true)).toBe("Admitted")
        yield* spending.release({ id: admission(own, number).terms.id, organization_id: own }, now)
        expect(yield* spending.prune(now + 1)).toBe(1)
      }),
    sweep: (now: number) => sweeping.pruneNames(now),
    /** Since when the names of that request are unused. None if they are deleted. */
    unused: Effect.map(names, (all) =>
      all.flatMap(({ name, since }) =>
        ["gone", "red"].some((text) => name.includes(text)) ? [since === null ? null : since - START] : []
      )
    ),
    count: Effect.map(names, (all) => all.length),
    read: (number: number) =>
      Effect.forEach([sweeping, spending], (store) =>
        Effect.map(
          store.find({ id: admission(own, number).terms.id, organization_id: own }),
          Option.map(({ instance, labels, models }) => ({ instance, labels, models }))
        )
      )
  }
}

const both = [Option.some(named), Option.some(named)]

/** Promises about names that nothing refers to any more, beside a process that has kept their numbers. */
export const sweptNames = <E>(storage: string, open: Effect.Effect<OpenedTwice, E, Scope.Scope>) => {
  describe(`Names that no request has any more, in ${storage}`, () => {
    it.scopedLive("are deleted a day later, and a process that has kept their numbers stores them anew", () =>
      Effect.gen(function* () {
        const { count, hold, holdAndPrune, read, sweep, unused } = acting(yield* open)
        yield* hold(1, START, false)
        const others = yield* count
        yield* holdAndPrune(2, START)
        expect([yield* sweep(START + HOUR), yield* unused]).toEqual([0, [HOUR, HOUR, HOUR]])
        expect([yield* sweep(START + DAY), yield* count]).toEqual([0, others + 3])
        expect([yield* sweep(START + HOUR + DAY), yield* count]).toEqual([3, others])
        expect(yield* hold(3, START + HOUR + DAY + 1, true)).toBe("Admitted")
        expect([yield* read(3), yield* unused]).toEqual([both, [null, null, null]])
      })
    )

    it.scopedLive("stay if a process has booked with their numbers since that was seen", () =>
      Effect.gen(function* () {
        const { hold, holdAndPrune, read, sweep, unused } = acting(yield* open)
        yield* holdAndPrune(2, START)
        yield* sweep(START + MINUTE)
        expect(yield* hold(3, START + 2 * MINUTE, true)).toBe("Admitted")
        // The process has not read them, so they are marked as they were.
        expect(yield* unused).toEqual([MINUTE, MINUTE, MINUTE])
        expect([yield* sweep(START + MINUTE + DAY), yield* unused]).toEqual([0, [null, null, null]])
        expect(yield* read(3)).toEqual(both)
      })
    )

    it.scopedLive("stay for another day if a process has read their numbers since that was seen", () =>
      Effect.gen(function* () {
        const { hold, holdAndPrune, read, sweep, unused } = acting(yield* open)
        yield* holdAndPrune(2, START)
        yield* sweep(START)
        yield* holdAndPrune(3, START + DAY - MINUTE)
        expect(yield* unused).toEqual([null, null, null])
        expect([yield* sweep(START + DAY), yield* unused]).toEqual([0, [DAY, DAY, DAY]])
        expect(yield* hold(4, START + DAY + MINUTE, true)).toBe("Admitted")
        expect([yield* unused, yield* read(4)]).toEqual([[DAY, DAY, DAY], both])
      })
    )

    it.scopedLive("stay while a report names them", () =>
      Effect.gen(function* () {
        const opened = yield* open
        const { count, hold, sweep } = acting(opened)
        const [, spending] = opened.stores
        yield* hold(1, START, true)
        const id = { id: admission(own, 1).terms.id, organization_id: own }
        yield* spending.settle(id, { ...settlement, cost: admission(own, 1).terms.asked }, START)
        const before = yield* count
        expect(yield* spending.prune(START + 1)).toBe(1)
        // The instance is in no report.
        expect([yield* sweep(START), yield* sweep(START + DAY), yield* count]).toEqual([0, 1, before - 1])
        const asked = {
          organization_id: own,
          key_hash: null,
          from: 0,
          to: 1e6,
          by: new Set(["served", "labels"] as const)
        }
        expect(yield* spending.activity(asked)).toMatchObject([
          { model: "acme/gone", labels: { team: "red" }, requests: 1 }
        ])
      })
    )
  })
}

const settlement = {
  ...{ is_byok: false, credential_id: null, model: null, provider: null, basis: null },
  ...{ input_tokens: 0, output_tokens: 0 }
}
