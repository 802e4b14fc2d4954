import { expect } from "@effect/vitest"
import { UserId, WorkspaceId } from "@tollgate/core"
import { type ActivityField, type ActivityFilter, type ActivitySum, SpendingStore } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import type { Promised } from "../contract.js"
import { activity, everything, ofSums } from "./activityLaws.js"
import {
  admit,
  costing,
  DAY,
  evening,
  keyHash,
  MINUTE,
  named,
  organization,
  otherOrganization,
  usd,
  whole,
  workspace
} from "./samples.js"

const keys = ["a", "b", "c"].map(keyHash)
const users = ["ada", "eve", "a,b\\c"].map((id) => UserId.make(id))
const workspaces = [workspace, WorkspaceId.make("55555555-5555-4555-8555-555555555555")]
const asked = [["acme/writer"], [], ["acme/large", "acme/writer"]]
const used = [null, "acme/small"]
const providers = [null, "acme", "openai"]

/** A filter by some of the values that requests have, and by one that none has. */
const filter: fc.Arbitrary<ActivityFilter> = fc.record(
  {
    key: fc.subarray([...keys, keyHash("d")], { minLength: 1 }),
    user: fc.subarray([...users, UserId.make("nobody")], { minLength: 1 }),
    workspace: fc.subarray([...workspaces, WorkspaceId.make(otherOrganization)], { minLength: 1 }),
    model: fc.subarray([null, "acme/writer", "acme/large", "acme/small", "none"], { minLength: 1 }),
    provider: fc.subarray([...providers, "azure"], { minLength: 1 })
  },
  { requiredKeys: [] }
)

const report = fc.record({
  only: filter,
  key_hash: fc.option(fc.constantFrom(...keys)),
  by: fc.subarray([...everything]).map((fields) => new Set(fields))
})

const valueOf = (sum: ActivitySum): Readonly<Record<ActivityField, unknown>> => ({
  day: sum.day,
  key: sum.key_hash,
  user: sum.user_id,
  workspace: sum.workspace_id,
  served: [sum.model, sum.provider, sum.basis],
  labels: sum.labels
})

/** The name of a group: what its requests have in common, of what is asked for. */
const nameBy = (by: ReadonlySet<ActivityField>) => (sum: ActivitySum) => {
  const values = valueOf(sum)
  return JSON.stringify([...by].map((field) => values[field]))
}

const has = <A>(values: ReadonlyArray<A> | undefined, value: A) => values === undefined || values.includes(value)

/** Requests of two closed days and of the present one, each of another kind. A third of them are unknown. */
const spend = Effect.gen(function* () {
  const store = yield* SpendingStore
  for (const number of Array.range(0, 47)) {
    const at = <A>(values: ReadonlyArray<A>, every = 1) =>
      Array.unsafeGet(values, Math.floor(number / every) % values.length)
    const now = evening + at([0, 1, 2], 16) * DAY
    const terms = {
      key_hash: at(keys, 2),
      user_id: at(users, 3),
      workspace_id: at(workspaces, 5),
      models: at(asked, 4),
      provider: at(providers, 7),
      lease_seconds: 864_000
    }
    yield* admit(number, 4, { refs: [whole], now, terms })
    const cost = costing(1 + number / 4, { model: at(used, 6), is_byok: at([true, false], 8), input_tokens: number })
    if (number % 3 === 0) yield* store.markUnknown(named(number), null, now)
    else yield* store.settle(named(number), { ...cost, provider: at(providers, 7) }, now)
  }
})

/** Compares reports of some requests with those of all, of which the others are left out by hand. */
const expectFiltered = (numRuns: number) =>
  Effect.gen(function* () {
    const sums = yield* activity()
    let found = 0
    for (const { by, key_hash, only } of fc.sample(report, { numRuns, seed: 41 })) {
      const expected = sums.filter(
        (sum) =>
          has(only.key, sum.key_hash) &&
          has(key_hash === null ? undefined : [key_hash], sum.key_hash) &&
          has(only.user, sum.user_id) &&
          has(only.workspace, sum.workspace_id) &&
          has(only.model, sum.model) &&
          has(only.provider, sum.provider)
      )
      const name = nameBy(by)
      expect(ofSums(yield* activity({ by, key_hash, only }), name)).toEqual(ofSums(expected, name))
      if (expected.length > 0) found++
    }
    // Otherwise, the filters would have nothing to tell apart.
    expect(found).toBeGreaterThan(numRuns / 4)
  })

/** Promises about reports of some requests. */
export const activityFilterPromises = (promise: Promised): void => {
  promise("sums the requests that have one of the values of each filter, as if the others were left out by hand", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* spend
      yield* expectFiltered(60)
      // What is settled of the closed days.
      expect(yield* store.prune(evening + DAY + MINUTE)).toBeGreaterThan(0)
      yield* expectFiltered(60)
    })
  )

  promise("sums nothing of another organization that has the same key, user and workspace", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const theirs = { ...whole, organization_id: otherOrganization, subject: otherOrganization }
      yield* admit(1, 1, { refs: [whole] })
      yield* store.settle(named(1), costing(0.25), evening)
      yield* admit(2, 1, { refs: [theirs], terms: { organization_id: otherOrganization } })
      yield* store.settle(named(2, otherOrganization), costing(0.5), evening)
      const only = { key: [keyHash("a")], user: [UserId.make("ada")], workspace: [workspace], model: ["acme/writer"] }
      const costs = (organization_id: typeof organization) =>
        Effect.map(activity({ organization_id, only, by: new Set() }), (sums) => sums.map(({ cost }) => cost))
      expect([yield* costs(organization), yield* costs(otherOrganization)]).toEqual([[usd(0.25)], [usd(0.5)]])
    })
  )

  promise("counts what was sent as unknown from the end of its lease on, where a filter asks for it", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const terms = { lease_seconds: 60, models: ["acme/lost"], user_id: UserId.make("eve"), provider: "acme" as never }
      yield* admit(1, 1, { terms })
      yield* store.send(named(1), evening)
      const unknown = (only: ActivityFilter, now: number) =>
        Effect.map(activity({ only, now }), (sums) => sums.map(({ unknown }) => unknown))
      const matching: ReadonlyArray<ActivityFilter> = [
        { key: [keyHash("b"), keyHash("a")] },
        { user: [UserId.make("eve")] },
        { workspace: [workspace] },
        { model: ["acme/lost"] },
        { provider: [null, "acme"] }
      ]
      for (const only of matching) {
        expect([yield* unknown(only, evening), yield* unknown(only, evening + MINUTE)]).toEqual([[], [usd(1)]])
      }
      for (const only of [{ key: [keyHash("b")] }, { user: [UserId.make("ada")] }, { model: [null] }]) {
        expect(yield* unknown(only, evening + MINUTE)).toEqual([])
      }
    })
  )
}
