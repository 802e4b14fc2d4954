import { expect } from "@effect/vitest"
import { type ApiKeyPatch, Usd } from "@tollgate/core"
import {
  holdIdAt,
  type KeyRecord,
  KeyStore,
  type ScopeRef,
  type ScopeTerms,
  SpendingStore,
  type Stores,
  Transaction,
  unlimited
} from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { after } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"
import { costing } from "./spending/samples.js"

const termsOf = (key: KeyRecord): ScopeTerms => ({
  ...unlimited,
  limits: { ...unlimited.limits, [key.limit_reset ?? "lifetime"]: key.limit },
  include_byok: key.include_byok_in_limit,
  max_in_flight: key.max_in_flight
})

/** A key of its own, its scope, and acts on both. */
const stored = Effect.gen(function* () {
  const keys = yield* KeyStore
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const key = yield* aKeyRecord(yield* aHome())
  yield* keys.insert(key)
  const { hash, organization_id } = key
  const ref: ScopeRef = { organization_id, kind: "key", guardrail_id: null, subject: hash }
  const scope = Effect.map(store.scopes([ref], now), ([scope]) => scope)
  const terms = Effect.map(scope, (scope) => {
    const { include_byok, limits, max_in_flight, run, thresholds } = scope ?? expect.fail("The key has no scope.")
    return { include_byok, limits, max_in_flight, run, thresholds }
  })
  const version = Effect.map(scope, (scope) => scope?.version ?? 0)
  const change = (patch: ApiKeyPatch) => keys.update(organization_id, hash, patch, after(1))
  const admit = (number: number, version: number | null) =>
    store.admit({
      terms: {
        id: holdIdAt(now, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, number, 0)),
        organization_id,
        workspace_id: key.workspace_id,
        key_hash: hash,
        user_id: key.creator_user_id,
        models: [],
        provider: null,
        instance: null,
        labels: {},
        asked: Usd.fromNumber(1),
        lease_seconds: 600,
        variant: null
      },
      scopes: [{ ref, terms: unlimited, version }],
      charge: "own",
      plan: [null],
      providers: null,
      dry_run: false,
      now
    })
  return { admit, change, hash, keys, now, organization_id, scope, store, terms, version }
})

/** Promises of every `KeyStore` beside the `SpendingStore` of the same storage. */
export const keyTermsContract = contract<Stores>("The limits of a key", (promise) => {
  promise("are those of its record after every change, also of a name, which raises the version of its scope", () =>
    Effect.gen(function* () {
      const { change, terms, version } = yield* stored
      const patches: ReadonlyArray<ApiKeyPatch> = [
        { limit: Usd.fromNumber(5) },
        { limit_reset: "daily" },
        { limit: Usd.fromNumber(7), limit_reset: "weekly", name: "Renamed" },
        { include_byok_in_limit: true },
        { max_in_flight: 3 },
        { disabled: true },
        { limit_reset: "monthly", disabled: false },
        { limit: null },
        { limit_reset: null },
        { limit: Usd.zero, include_byok_in_limit: false },
        { max_in_flight: 1_000_000_000, limit: null },
        { max_in_flight: null },
        { name: "Renamed again" }
      ]
      for (const [index, patch] of patches.entries()) {
        const key = yield* Effect.flatten(change(patch))
        expect(key).toMatchObject(patch)
        expect({ patch, ...(yield* terms) }).toEqual({ patch, ...termsOf(key) })
        expect(yield* version).toBe(index + 1)
      }
    })
  )

  promise("fence an admission that found no scope, and every later one", () =>
    Effect.gen(function* () {
      const { admit, change } = yield* stored
      yield* change({ limit: Usd.fromNumber(2.5) })
      expect(yield* admit(1, 0)).toEqual({ _tag: "Stale" })
      expect(yield* admit(1, 1)).toMatchObject({ _tag: "Admitted" })
      yield* change({ disabled: true })
      expect(yield* admit(2, 1)).toEqual({ _tag: "Stale" })
      yield* change({ disabled: false, limit: Usd.fromNumber(1) })
      expect(yield* admit(2, 3)).toMatchObject({ _tag: "Refused" })
    })
  )

  promise("are those of its record, under a new version, when all keys of the user are disabled", () =>
    Effect.gen(function* () {
      const { admit, change, hash, keys, organization_id, terms, version } = yield* stored
      const key = yield* Effect.flatten(keys.find(organization_id, hash))
      const disableAll = keys.disableAllOf(organization_id, key.creator_user_id, after(1))
      expect(yield* disableAll).toHaveLength(1)
      expect(yield* admit(1, 0)).toEqual({ _tag: "Stale" })
      yield* change({ disabled: false, limit: Usd.fromNumber(3), limit_reset: "weekly" })
      expect(yield* disableAll).toHaveLength(1)
      expect(yield* terms).toEqual(termsOf(yield* Effect.flatten(keys.find(organization_id, hash))))
      expect(yield* version).toBe(3)
    })
  )

  promise("belong to the transaction that changes the record", () =>
    Effect.gen(function* () {
      const { change, scope, version } = yield* stored
      const { run } = yield* Transaction
      yield* Effect.flip(run(Effect.zipRight(change({ limit: Usd.zero }), Effect.fail("undone"))))
      expect(yield* version).toBe(0)
      yield* change({ limit: Usd.fromNumber(2) })
      const before = yield* scope
      yield* Effect.flip(run(Effect.zipRight(change({ limit: Usd.zero }), Effect.fail("undone"))))
      expect(yield* scope).toEqual(before)
    })
  )

  promise("are not stored for a key that does not exist", () =>
    Effect.gen(function* () {
      const { hash, keys, organization_id, version } = yield* stored
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* keys.update(other, hash, { limit: Usd.zero }, after(1)))).toEqual([])
      yield* keys.delete(organization_id, hash)
      expect(plain(yield* keys.update(organization_id, hash, { limit: Usd.zero }, after(1)))).toEqual([])
      expect(yield* version).toBe(0)
    })
  )

  promise("are those of its record after concurrent changes, admissions and settlements", () =>
    Effect.gen(function* () {
      const { admit, change, hash, keys, now, organization_id, scope, store, terms, version } = yield* stored
      const resets = ["daily", "weekly", "monthly", null] as const
      const spend = (number: number) =>
        Effect.flatMap(admit(number, null), (answer) =>
          answer._tag === "Admitted"
            ? store.settle({ id: answer.hold.id, organization_id }, costing(0.5), now)
            : Effect.succeed(Option.none())
        )
      const acts = Array.from({ length: 24 }, (_, number) =>
        Effect.all([
          change({ limit: Usd.fromNumber(100 + number) }),
          change({ max_in_flight: 1000 + number }),
          change({ limit_reset: resets[number % resets.length] ?? null }),
          spend(number)
        ])
      )
      yield* Effect.all(acts, { concurrency: "unbounded", discard: true })
      const key = yield* Effect.flatten(keys.find(organization_id, hash))
      expect(yield* terms).toEqual(termsOf(key))
      expect((yield* scope)?.own.spent.lifetime).toBe(Usd.fromNumber(12))
      expect(yield* version).toBeGreaterThan(0)
    })
  )
})
