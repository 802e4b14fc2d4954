import { expect } from "@effect/vitest"
import {
  type ActivityField,
  type ActivityList,
  type ActivitySum,
  type HoldRecord,
  type ScopeRef,
  SpendingStore
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { expectLaws, ledger } from "./laws.js"
import { DAY, evening, organization } from "./samples.js"

// As the laws of counters, those of activity are computed here from the ledger alone.

const dayOf = (instant: number) => Math.floor(instant / DAY)

export const everything: ReadonlyArray<ActivityField> = ["day", "key", "user", "workspace", "served", "labels"]

/** The activity of the organization, over 366 days around a time. */
export const activity = (overrides: Partial<ActivityList> = {}) =>
  Effect.flatMap(SpendingStore, (store) =>
    store.activity({
      organization_id: organization,
      key_hash: null,
      from: dayOf(evening) - 183,
      to: dayOf(evening) + 182,
      by: new Set(everything),
      ...overrides
    })
  )

const amountsOf = (hold: HoldRecord) => {
  const cost: bigint = hold.cost ?? 0n
  return {
    requests: 1,
    cost: hold.is_byok ? 0n : cost,
    byok_cost: hold.is_byok ? cost : 0n,
    unknown: hold.state === "unknown" ? hold.amount : 0n,
    input_tokens: hold.input_tokens,
    output_tokens: hold.output_tokens
  }
}

type Amounts = ReturnType<typeof amountsOf>

/** The amounts of each group, by the name of the group. */
const grouped = (rows: ReadonlyArray<readonly [name: string, amounts: Amounts]>) => {
  const sums: Record<string, Amounts> = {}
  for (const [name, row] of rows) {
    const sum = sums[name]
    sums[name] =
      sum === undefined
        ? row
        : {
            requests: sum.requests + row.requests,
            cost: sum.cost + row.cost,
            byok_cost: sum.byok_cost + row.byok_cost,
            unknown: sum.unknown + row.unknown,
            input_tokens: sum.input_tokens + row.input_tokens,
            output_tokens: sum.output_tokens + row.output_tokens
          }
  }
  return sums
}

const nameOf = ({ basis, day, key_hash, labels, model, provider, user_id, workspace_id }: Partial<ActivitySum>) =>
  JSON.stringify([day, key_hash, user_id, workspace_id, model, provider, basis, labels])

/** Activity by a name, which stands for everything that tells it apart by default. */
export const ofSums = (sums: ReadonlyArray<ActivitySum>, name: (sum: ActivitySum) => string = nameOf) =>
  grouped(
    sums.map((sum) => {
      const { byok_cost, cost, input_tokens, output_tokens, requests, unknown } = sum
      return [name(sum), { requests, cost, byok_cost, unknown, input_tokens, output_tokens }]
    })
  )

/** Activity by days. A storage may tell sums apart by more than what is asked for. */
export const byDay = Effect.map(activity({ by: new Set(["day"]) }), (sums) => ofSums(sums, ({ day }) => String(day)))

const ofLedger = (holds: ReadonlyArray<HoldRecord>) =>
  grouped(
    holds
      .filter(({ state }) => state === "settled" || state === "unknown")
      .map((hold) => {
        const { basis, key_hash, labels, provider, user_id, workspace_id } = hold
        const model = hold.model ?? hold.models[0] ?? null
        const day = dayOf(hold.opened_at)
        return [nameOf({ basis, day, key_hash, labels, model, provider, user_id, workspace_id }), amountsOf(hold)]
      })
  )

/** Checks that the activity is that of the ledger, whatever was summed and kept before. */
export const expectActivity = () =>
  Effect.gen(function* () {
    expect(ofSums(yield* activity())).toEqual(ofLedger(yield* ledger()))
  })

/** Deletes what may be deleted, and checks that the activity stays, and every counter. */
export const expectPruned = (refs: ReadonlyArray<ScopeRef>, now: number) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const expected = ofSums(yield* activity())
    const before = yield* store.scopes(refs, now)
    yield* store.prune(now + 400 * DAY)
    expect((yield* ledger()).filter(({ state }) => state !== "open" && state !== "unknown")).toEqual([])
    expect(ofSums(yield* activity())).toEqual(expected)
    const amounts = (scopes: typeof before) => scopes.map(({ byok, holds, own }) => ({ byok, holds, own }))
    expect(amounts(yield* store.scopes(refs, now))).toEqual(amounts(before))
    yield* expectLaws(refs, now)
  })
