import { describe, expect, it } from "@effect/vitest"
import { Usd, verifySpending, WorkspaceId } from "@tollgate/core"
import { runScope, SpendingStore, withRuns } from "@tollgate/core/storage"
import { Effect, type Layer, type Scope } from "effect"
import { admission, idOf, own, START } from "./holds.js"

/** A database without accounts. */
export interface ExportedDatabase {
  readonly stores: Layer.Layer<SpendingStore, unknown>
  /** What an export writes. */
  readonly exported: (ledger: boolean) => Effect.Effect<string, unknown>
  readonly imported: (text: string) => Effect.Effect<unknown, unknown>
}

const place = { organization_id: own, workspace_id: WorkspaceId.make("22222222-2222-4222-8222-222222222222") }
const DAY = 86_400_000
const later = START + 40 * DAY
const settlement = {
  ...{ cost: Usd.fromNumber(0.5), is_byok: false, credential_id: null, model: null, provider: null, basis: null },
  ...{ input_tokens: 0, output_tokens: 0 }
}

const named = (number: number) => ({ id: idOf(own, number), organization_id: null })

/** An admission of $1 in a run below the key and the organization. */
const admitIn = (number: number, run: string, now: number) =>
  Effect.flatMap(SpendingStore, (store) => {
    const { scopes, ...rest } = admission(own, number, { now, lease_seconds: 90 * 86_400 })
    const [key, organization] = scopes
    if (key === undefined || organization === undefined) throw new Error("An admission has two scopes.")
    const workspace = { ...organization, ref: { ...organization.ref, kind: "workspace" as const } }
    const steps = run.split("/").map((id) => ({ id, limit_usd: Usd.fromNumber(5) }))
    return store.admit({ ...rest, scopes: withRuns([key, workspace, organization], place, steps) })
  })

const runNamed = (path: string) =>
  Effect.flatMap(SpendingStore, (store) =>
    Effect.map(store.scopes([runScope(place, path)], later), ([scope]) => scope ?? expect.fail(`no run ${path}`))
  )

const isVerified = Effect.map(verifySpending(), ({ differences }) => expect(differences).toEqual([]))

/** Promises about the runs of an export. */
export const exportedRuns = (storage: string, open: Effect.Effect<ExportedDatabase, unknown, Scope.Scope>) => {
  /** A database with a run of two requests, one of which is open, and a deleted one, of which a hold is left. */
  const filled = Effect.gen(function* () {
    const database = yield* open
    const kept = yield* Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admitIn(1, "kept/child", START)
      yield* admitIn(2, "kept/child", START)
      yield* store.settle(named(1), settlement, START)
      yield* admitIn(3, "gone", START)
      yield* store.settle(named(3), settlement, START)
      const gone = yield* runNamed("gone")
      expect(yield* store.pruneRuns(-1, START)).toBe(1)
      return { gone: gone.id, scopes: [yield* runNamed("kept"), yield* runNamed("kept/child")] }
    }).pipe(Effect.provide(database.stores))
    return { ...kept, ...database }
  })

  describe(`The runs of an export of ${storage}`, () => {
    it.scoped("are imported as they are, and no new one has the number of a deleted one", () =>
      Effect.gen(function* () {
        const { exported, gone, scopes } = yield* filled
        const { imported, stores } = yield* open
        yield* imported(yield* exported(true))
        yield* Effect.gen(function* () {
          const store = yield* SpendingStore
          expect([yield* runNamed("kept"), yield* runNamed("kept/child")]).toEqual(scopes)
          yield* isVerified
          yield* admitIn(4, "new", later)
          const created = yield* runNamed("new")
          expect(created.id).toBeGreaterThan(gone)
          const correction = { cost: Usd.fromNumber(2), reason: "late", corrected_by: null, corrected_at: later }
          expect(yield* store.correct(named(3), correction)).toMatchObject({ _tag: "Some" })
          expect(yield* runNamed("new")).toEqual(created)
          yield* isVerified
        }).pipe(Effect.provide(stores))
      })
    )

    it.scoped("keep what they have spent and the requests that are over, if the ledger is left out", () =>
      Effect.gen(function* () {
        const { exported } = yield* filled
        const { imported, stores } = yield* open
        yield* imported(yield* exported(false))
        yield* Effect.gen(function* () {
          const over = { requests: 1, holds: 0, charged_at: START, opening: { requests: 1 } }
          expect(yield* runNamed("kept")).toMatchObject({ ...over, own: { spent: { lifetime: settlement.cost } } })
          expect(yield* runNamed("kept/child")).toMatchObject(over)
          yield* isVerified
        }).pipe(Effect.provide(stores))
      })
    )
  })
}
