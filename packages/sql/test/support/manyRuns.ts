import { describe, expect, it } from "@effect/vitest"
import { type Services, Usd, verifySpending, WorkspaceId } from "@tollgate/core"
import { CHUNK, runScope, SpendingStore, withRuns } from "@tollgate/core/storage"
import { Array, Effect, type Layer } from "effect"
import { LONG } from "../../../../test/limits.js"
import { admission, idOf, own, refsOf, START } from "./holds.js"

const RUNS = 100_000
const place = { organization_id: own, workspace_id: WorkspaceId.make("22222222-2222-4222-8222-222222222222") }
const LATER = START + 40 * 86_400_000

const settlement = {
  ...{ cost: Usd.fromNumber(0.25), is_byok: false, credential_id: null, model: null, provider: null, basis: null },
  ...{ input_tokens: 0, output_tokens: 0 }
}

/** An admission of $1 in a run that its number names, with a limit. */
const inOwnRun = (number: number, run: number, now = START) => {
  const { scopes, terms, ...rest } = admission(own, number, { now })
  const [key, organization] = scopes
  if (key === undefined || organization === undefined) return expect.unreachable()
  const steps = [{ id: `job-${run}`, limit_usd: Usd.fromNumber(2 + (run % 3)) }]
  const workspace = { ref: { ...organization.ref, kind: "workspace" as const, subject: place.workspace_id } }
  return { ...rest, terms, scopes: withRuns([key, { ...organization, ...workspace }, organization], place, steps) }
}

/** Many runs with a request each, as a program makes that names one for every request, and their retention. */
export const manyRuns = (storage: string, layer: Layer.Layer<Services>) => {
  describe(`${RUNS} runs of one request in ${storage}`, () => {
    it.scopedLive(
      "are counted, listed and deleted in chunks, and those that come back are new",
      () =>
        Effect.gen(function* () {
          const store = yield* SpendingStore
          const expectExact = Effect.map(verifySpending(), ({ differences }) => expect(differences).toEqual([]))
          const each = (from: number, count: number, f: (number: number) => Effect.Effect<unknown, unknown>) =>
            Effect.forEach(Array.range(from, from + count - 1), f, { concurrency: 256, discard: true })
          const spend = (run: (number: number) => number, now: number) => (number: number) =>
            Effect.gen(function* () {
              const { _tag } = yield* store.admit(inOwnRun(number, run(number), now))
              expect(_tag).toBe("Admitted")
              yield* store.settle({ id: idOf(own, number), organization_id: own }, settlement, now)
            })
          yield* each(
            0,
            RUNS,
            spend((number) => number, START)
          )
          const list = { organization_id: own, workspace_id: null, run: null, parent: null, state: null }
          const page = yield* store.runs(list, { limit: 100, offset: RUNS - 50 }, START)
          expect([page.total_count, page.data.length]).toEqual([RUNS, 50])
          yield* expectExact
          // Some are charged again, so that they stay, while others are deleted.
          const kept = RUNS / 100
          let deleted = 0
          const prune = Effect.gen(function* () {
            for (;;) {
              const some = yield* store.pruneRuns(32, LATER)
              expect(some).toBeLessThanOrEqual(CHUNK)
              if (some === 0) return
              deleted += some
            }
          })
          const again = spend((number) => (number - RUNS) * 100, LATER)
          // A run is deleted some days before the latest request of its organization.
          yield* again(RUNS)
          yield* Effect.all([prune, each(RUNS + 1, kept - 1, again)], { concurrency: 2 })
          yield* prune
          const { data, total_count } = yield* store.runs(list, { limit: 1, offset: 0 }, LATER)
          expect(total_count).toBe(kept)
          // One that was deleted before it was charged again is deleted, and new.
          expect(deleted).toBeGreaterThanOrEqual(RUNS - kept)
          expect(deleted).toBeLessThanOrEqual(RUNS)
          yield* expectExact
          yield* each(
            RUNS + kept,
            10,
            spend((number) => 100 * (number - RUNS - kept) + 1, LATER)
          )
          const [first] = yield* store.scopes([runScope(place, "job-1")], LATER)
          expect(first).toMatchObject({ requests: 1, holds: 0 })
          expect(first?.id).toBeGreaterThan(data[0]?.scope.id ?? Number.POSITIVE_INFINITY)
          expect(first?.id).toBeGreaterThan(RUNS)
          const [, organization] = yield* store.scopes(refsOf(own), LATER)
          expect(organization?.own.spent.lifetime).toBe(BigInt(RUNS + kept + 10) * settlement.cost)
          yield* expectExact
        }).pipe(Effect.provide(layer)),
      LONG
    )
  })
}
