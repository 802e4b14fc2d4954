import { describe, expect, it } from "@effect/vitest"
import { KeyHash, OrganizationId, Usd, UserId, WorkspaceId } from "@tollgate/core"
import { holdIdAt, type ScopeRef, SpendingStore, Transaction, unlimited } from "@tollgate/core/storage"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { whenWaiting } from "./support/activity.js"
import { emptyDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const workspace_id = WorkspaceId.make("22222222-2222-4222-8222-222222222222")
const key_hash = KeyHash.make("a".repeat(64))

const ref = (kind: ScopeRef["kind"], subject: string): ScopeRef => ({
  organization_id,
  kind,
  guardrail_id: null,
  subject
})

const idOf = (number: number) => holdIdAt(Date.UTC(2026, 4, 31), Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, number, 0))
const named = (number: number) => ({ id: idOf(number), organization_id })

/** Each hold is of a key of its own, so that what two writers have in common is the organization alone. */
const admission = (number: number) => ({
  terms: {
    ...{ id: idOf(number), organization_id, workspace_id, key_hash, user_id: UserId.make("ada") },
    ...{ models: ["acme/writer"], provider: null, instance: null, labels: {}, asked: Usd.fromNumber(1) },
    ...{ lease_seconds: 600, variant: null }
  },
  scopes: [ref("key", `key ${number}`), ref("organization", organization_id)].map((ref) => ({
    ref,
    terms: unlimited,
    version: null
  })),
  ...{ charge: "own" as const, plan: [null], providers: null, now: 0, dry_run: false }
})

const settlement = {
  ...{ cost: Usd.fromNumber(0.5), is_byok: false, credential_id: null, model: null, provider: null, basis: null },
  ...{ input_tokens: 0, output_tokens: 0 }
}
const correction = { cost: Usd.fromNumber(0.25), reason: "Invoice", corrected_by: null, corrected_at: 0 }

/** The stores of a process that uses the database. */
const processOn = (url: string) =>
  Effect.map(Layer.build(Layer.fresh(inDatabase(url))), (context) => ({
    store: Context.get(context, SpendingStore),
    transaction: Context.get(context, Transaction)
  }))

type Store = Effect.Effect.Success<ReturnType<typeof processOn>>["store"]

const entriesOf = (store: Store, after = 0) =>
  Effect.map(store.entries({ organization_id, after, limit: 1_000 }), (entries) =>
    entries.map(({ hold, kind, position }) => [position, kind, hold.id] as const)
  )

/** Acts that make an entry of a hold, which each writer does to its own. */
const acts: Readonly<Record<string, (store: Store, number: number) => Effect.Effect<unknown, unknown>>> = {
  settled: (store, number) => store.settle(named(number), settlement, 0),
  unknown: (store, number) => store.markUnknown(named(number), null, 0),
  corrected: (store, number) => store.correct(named(number), correction)
}

describe("A reader of entries on PostgreSQL", () => {
  for (const [kind, act] of Object.entries(acts)) {
    it.scopedLive(`never passes an entry that is not committed: ${kind}, in two processes`, () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        const [slow, quick] = [yield* processOn(url), yield* processOn(url)]
        for (const number of [1, 2]) {
          yield* quick.store.admit(admission(number))
          if (kind === "corrected") yield* quick.store.settle(named(number), settlement, 0)
        }
        const before = yield* entriesOf(quick.store)
        const from = before.length
        const [entered, commit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const writing = Effect.zipRight(act(slow.store, 1), Deferred.succeed(entered, undefined))
        const first = yield* Effect.fork(slow.transaction.run(Effect.zipRight(writing, Deferred.await(commit))))
        yield* Deferred.await(entered)
        const second = yield* Effect.fork(act(quick.store, 2))
        // The first has its position and is not committed; the second waits for the organization, and has none.
        yield* whenWaiting(url, 1)
        expect([yield* entriesOf(quick.store, from), yield* entriesOf(slow.store, from)]).toEqual([[], []])
        expect(second.unsafePoll()).toBeNull()
        yield* Deferred.succeed(commit, undefined)
        yield* Fiber.joinAll([first, second])
        const committed = [
          [from + 1, kind, idOf(1)],
          [from + 2, kind, idOf(2)]
        ]
        expect([yield* entriesOf(quick.store, from), yield* entriesOf(slow.store, from)]).toEqual([
          committed,
          committed
        ])
        expect((yield* quick.store.inspect(() => counting())).entries).toBe(from + 2)
      })
    )
  }

  it.scopedLive("sees every entry of two busy processes once, without a gap", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const writers = [yield* processOn(url), yield* processOn(url)]
      const reader = yield* processOn(url)
      const numbers = Array.from({ length: 120 }, (_, at) => at + 1)
      const write = (number: number) =>
        Effect.gen(function* () {
          const { store } = writers[number % 2] ?? reader
          yield* store.admit(admission(number))
          if (number % 3 === 0) yield* store.markUnknown(named(number), null, 0)
          yield* store.settle(named(number), settlement, 0)
          if (number % 4 === 0) yield* store.correct(named(number), correction)
        })
      const writing = yield* Effect.fork(Effect.forEach(numbers, write, { concurrency: 24, discard: true }))
      const seen: Array<readonly [number, string, string]> = []
      let polls = 0
      const poll = Effect.gen(function* () {
        const entries = yield* entriesOf(reader.store, seen.at(-1)?.[0] ?? 0)
        if (entries.length > 0) polls++
        seen.push(...entries)
      })
      while (writing.unsafePoll() === null) yield* poll
      yield* Fiber.join(writing)
      yield* poll
      expect(seen.map(([position]) => position)).toEqual(seen.map((_, at) => at + 1))
      expect(seen).toHaveLength(120 + 40 + 30)
      expect(new Set(seen.map(([, kind, id]) => `${kind} ${id}`)).size).toBe(seen.length)
      // They raced: the entries of both are mixed, and the reader saw them in parts.
      const writerOf = (id: string) => numbers.find((number) => idOf(number) === id) ?? 0
      const turns = seen.filter(([, , id], at) => at > 0 && writerOf(id) % 2 !== writerOf(seen[at - 1]?.[2] ?? "") % 2)
      expect(turns.length).toBeGreaterThan(10)
      expect(polls).toBeGreaterThan(3)
    })
  )
})

/** The entries that the scope of the organization has counted. */
const counting = () => {
  let entries = 0
  return {
    scope: (scope: { readonly entries: number }) => {
      entries += scope.entries
    },
    entry: () => {},
    end: () => ({ entries })
  }
}
