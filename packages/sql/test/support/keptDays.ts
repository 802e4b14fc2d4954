import { describe, expect, it } from "@effect/vitest"
import { Usd } from "@tollgate/core"
import { Day, type SpendingStore } from "@tollgate/core/storage"
import { type Context, Effect, type Scope } from "effect"
import { admission, own, START } from "./holds.js"

const DAY = 86_400_000
const today = Day.of(START)
const settlement = {
  cost: Usd.fromNumber(1),
  is_byok: false,
  credential_id: null,
  model: null,
  provider: null,
  basis: null,
  input_tokens: 0,
  output_tokens: 0
}

/** The store of an empty database, which takes the time from its arguments, and the days that are kept in it. */
export interface Opened {
  readonly store: Context.Tag.Service<SpendingStore>
  readonly kept: Effect.Effect<ReadonlyArray<number>>
}

const acting = ({ store }: Opened) => {
  const named = (number: number) => ({ id: admission(own, number).terms.id, organization_id: own })
  const admit = (number: number, days: number, lease_seconds?: number) =>
    store.admit(admission(own, number, { now: START + days * DAY, ...(lease_seconds && { lease_seconds }) }))
  const activity = (from: number, to: number) =>
    store.activity({ organization_id: own, key_hash: null, from: today + from, to: today + to, by: new Set(["day"]) })
  const settle = (number: number, days: number) => store.settle(named(number), settlement, START + days * DAY)
  return {
    named,
    admit,
    settle,
    spend: (number: number, days: number) => Effect.zipRight(admit(number, days), settle(number, days)),
    report: (from: number, to = 20) =>
      Effect.map(activity(from, to), (sums) => sums.map(({ cost, day }) => [Number(day) - today, cost]).sort()),
    activity
  }
}

/** Promises about the sums of closed days, which reports keep. */
export const keptDays = <E>(storage: string, open: Effect.Effect<Opened, E, Scope.Scope>) => {
  describe(`The sums of closed days in ${storage}`, () => {
    it.scopedLive("are kept from the first request of an organization on, however far back a report goes", () =>
      Effect.gen(function* () {
        const opened = yield* open
        const { report, spend } = acting(opened)
        const kept = Effect.map(opened.kept, (days) => days.map((day) => day - today))
        yield* spend(1, 0)
        yield* spend(2, 3)
        const sums = [
          [0, settlement.cost],
          [3, settlement.cost]
        ]
        expect(yield* report(0, 1)).toEqual(sums.slice(0, 1))
        expect(yield* kept).toEqual([0, 1])
        expect(yield* report(-300)).toEqual(sums)
        expect(yield* kept).toEqual([0, 1, 2])
        expect(yield* report(-365)).toEqual(sums)
        expect(yield* kept).toEqual([0, 1, 2])
        // More days are closed than one transaction sums.
        yield* spend(3, 11)
        expect(yield* report(0)).toEqual([...sums, [11, settlement.cost]].sort())
        expect(yield* kept).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      })
    )

    it.scopedLive("stay when a hold of one of the days changes that adds nothing, and follow one that does", () =>
      Effect.gen(function* () {
        const opened = yield* open
        const { admit, named, report, settle, spend } = acting(opened)
        yield* spend(1, 0)
        for (const number of [2, 3]) yield* admit(number, 0, 864_000)
        yield* spend(4, 1)
        yield* report(0)
        expect(yield* opened.kept).toEqual([today])
        yield* opened.store.release(named(2), START + DAY)
        expect(yield* opened.kept).toEqual([today])
        yield* settle(3, 1)
        expect(yield* opened.kept).toEqual([])
        expect(yield* report(0)).toEqual([
          [0, Usd.fromNumber(2)],
          [1, settlement.cost]
        ])
      })
    )

    it.scopedLive(
      "are dropped from the very day on to which a clock steps back, which is open again, and no earlier ones",
      () =>
        Effect.gen(function* () {
          const opened = yield* open
          const { report, spend } = acting(opened)
          yield* spend(1, -1)
          yield* spend(2, 0)
          yield* spend(3, 5)
          yield* report(-1)
          expect(yield* opened.kept).toEqual([-1, 0, 1, 2, 3, 4].map((days) => today + days))
          yield* spend(4, 0)
          expect(yield* opened.kept).toEqual([today - 1])
          expect(yield* report(-1)).toEqual([
            [-1, settlement.cost],
            [0, Usd.fromNumber(2)],
            [5, settlement.cost]
          ])
        })
    )

    it.scopedLive("have null for what was not asked for, as the requests of other days", () =>
      Effect.gen(function* () {
        const { activity, spend } = acting(yield* open)
        yield* spend(1, 0)
        yield* spend(2, 1)
        const nothing = { key_hash: null, user_id: null, workspace_id: null, model: null, provider: null }
        const sum = (day: number) => ({
          ...{ ...nothing, day, basis: null, labels: null, requests: 1, cost: settlement.cost },
          ...{ byok_cost: 0n, unknown: 0n, input_tokens: 0, output_tokens: 0 }
        })
        const sums = yield* activity(0, 1)
        expect(sums.toSorted((one, other) => Number(one.day) - Number(other.day))).toStrictEqual([
          sum(today),
          sum(today + 1)
        ])
      })
    )
  })
}
