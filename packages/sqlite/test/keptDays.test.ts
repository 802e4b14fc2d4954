import { describe, expect, it } from "@effect/vitest"
import { Usd } from "@tollgate/core"
import { Day, SpendingStore } from "@tollgate/core/storage"
import { Effect } from "effect"
import { admission, own, START } from "../../sql/test/support/holds.js"
import { connect, emptyFile, inFile } from "./support/files.js"

const DAY = 86_400_000
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

describe("The sums of closed days", () => {
  it.scopedLive("are kept from the first request of an organization on, however far back a report goes", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      yield* Effect.gen(function* () {
        const store = yield* SpendingStore
        const today = Day.of(START)
        const report = (from: Day.Day) =>
          Effect.map(
            store.activity({ organization_id: own, key_hash: null, from, to: today + 9, by: new Set(["day"]) }),
            (sums) => sums.map(({ cost, day }) => [day, cost]).sort()
          )
        const other = yield* connect(file)
        const kept = () => other.values("SELECT day FROM spending_days ORDER BY day")
        const spend = (number: number, now: number) => {
          const { terms, ...rest } = admission(own, number, { now })
          const name = { id: terms.id, organization_id: own }
          return Effect.zipRight(store.admit({ terms, ...rest }), store.settle(name, settlement, now))
        }
        yield* spend(1, START)
        yield* spend(2, START + 3 * DAY)
        const sums = [
          [today, settlement.cost],
          [today + 3, settlement.cost]
        ]
        expect(yield* report(today - 300)).toEqual(sums)
        expect(kept()).toEqual([today, today + 1, today + 2])
        expect(yield* report(today - 365)).toEqual(sums)
        expect(kept()).toHaveLength(3)
        // One day more is closed.
        yield* spend(3, START + 4 * DAY)
        expect(yield* report(today)).toEqual([...sums, [today + 4, settlement.cost]])
        expect(kept()).toEqual([today, today + 1, today + 2, today + 3])
      }).pipe(Effect.provide(inFile(file)))
    })
  )
})
