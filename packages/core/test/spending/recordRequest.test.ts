import { describe, expect } from "@effect/vitest"
import {
  createKey,
  deleteKey,
  GatewayCaller,
  getKey,
  HoldConflict,
  InvalidInput,
  KeyHash,
  KeyNotFound,
  KeyRefused,
  NewUsage,
  recordRequest,
  replacePrices,
  setWorkspaceBudget,
  updateKey
} from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aKey, aKeyPatch, aPriceBook, aRateCard, travelTo } from "@tollgate/testing"
import { DateTime, Effect } from "effect"
import { inMemory, read } from "../support/account.js"
import { idOf, organization_id, usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const evening = "2026-05-31T23:50:00.000Z"

const opened = Effect.gen(function* () {
  yield* travelTo(evening)
  const account = yield* openSpender
  const record = (input: Partial<typeof NewUsage.Encoded> = {}, caller = asHost) =>
    Effect.provideService(
      recordRequest(read(NewUsage)({ id: idOf(1), key_hash: account.ordinaryHash, ...input })),
      GatewayCaller,
      caller
    )
  return { ...account, record }
})

const issue = (path: string, expected: string) => new InvalidInput({ issues: [{ path: [path], expected }] })

describe("recordRequest", () => {
  inMemory("counts the cost of a request without an admission, beyond every budget", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey, record, workspace } = yield* opened
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 1 })))
      yield* asManager(setWorkspaceBudget("default", "daily", { limit_usd: usd(2) }))
      const at = DateTime.unsafeMake(evening)
      expect(yield* record({ cost: 3, model: "writer", provider: "openai", basis: "provider" })).toEqual({
        id: idOf(1),
        state: "settled",
        amount: usd(3),
        cost: usd(3),
        is_byok: false,
        key_hash: ordinaryHash,
        workspace_id: workspace.id,
        user_id: "Acme-owner",
        models: ["writer"],
        provider: "openai",
        credential_id: null,
        basis: "provider",
        labels: {},
        instance: null,
        opened_at: at,
        sent_at: at,
        lease_ends_at: at,
        ended_at: at,
        corrections: 0,
        flags: []
      })
      const shown = yield* asManager(getKey(ordinaryHash))
      expect(shown).toMatchObject({ usage: usd(3), usage_daily: usd(3), limit_remaining: usd(-2) })
      const refused = yield* Effect.flip(hold(ordinaryKey))
      expect(refused).toMatchObject({ budgets: [{ scope: "key" }, { scope: "workspace", remaining: usd(-1) }] })
    })
  )

  inMemory("changes nothing when it is repeated, and refuses an id that names something else", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey, record, unknown } = yield* opened
      const { data: other } = yield* asManager(createKey(aKey()))
      const first = yield* record({ cost: 1 })
      expect(yield* record({ cost: 5 })).toEqual(first)
      expect(yield* asManager(getKey(ordinaryHash))).toMatchObject({ usage: usd(1) })
      const conflict = (number: number) => new HoldConflict({ id: idOf(number) })
      expect(yield* Effect.flip(record({ cost: 1, key_hash: other.hash }))).toEqual(conflict(1))
      yield* hold(ordinaryKey, { id: idOf(2) })
      expect(yield* Effect.flip(record({ id: idOf(2), cost: 1 }))).toEqual(conflict(2))
      // The cost would be lost: the hold is settled by its own act.
      yield* unknown(idOf(2))
      expect(yield* Effect.flip(record({ id: idOf(2), cost: 1 }))).toEqual(conflict(2))
    })
  )

  inMemory("counts for ordinary keys only: a management key makes no requests", () =>
    Effect.gen(function* () {
      const { managementHash, record } = yield* opened
      const refused = yield* Effect.flip(record({ cost: 1, key_hash: managementHash }))
      expect(refused).toEqual(new KeyRefused({ key_state: "management" }))
      expect(refused).toMatchObject({ details: { key_state: "management" } })
    })
  )

  inMemory("counts in the intervals of its time, BYOK apart", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, record } = yield* opened
      yield* travelTo("2026-06-02T12:00:00Z")
      const credential_id = "44444444-4444-4444-8444-444444444444"
      yield* record({ cost: 1, at: "2026-06-01T08:00:00Z" })
      yield* record({ id: idOf(2), cost: 2, credential_id, at: "2026-06-01T10:00:00+02:00" })
      yield* record({ id: idOf(3), cost: 4, at: evening })
      expect(yield* asManager(getKey(ordinaryHash))).toMatchObject({
        usage: usd(5),
        usage_daily: 0n,
        usage_weekly: usd(1),
        usage_monthly: usd(1),
        byok_usage: usd(2),
        byok_usage_daily: 0n,
        byok_usage_weekly: usd(2)
      })
    })
  )

  inMemory("prices a usage as of its time, and leaves one without a price unknown until it is settled", () =>
    Effect.gen(function* () {
      const { record, settle } = yield* opened
      const card = (input: number) => aRateCard({ provider: "openai", rates: { input, output: 1 } })
      yield* replacePrices(aPriceBook(card(1)))
      yield* travelTo("2026-06-01T12:00:00Z")
      yield* replacePrices(aPriceBook(card(2)))
      const used = { usage: { input: 1_000_000 }, model: "writer", provider: "openai" } as const
      expect(yield* record({ ...used, at: evening })).toMatchObject({ cost: usd(1), basis: "table" })
      expect(yield* record({ id: idOf(2), ...used })).toMatchObject({ cost: usd(2), basis: "table" })
      const unknown = yield* record({ id: idOf(3), ...used, model: "reader" })
      expect(unknown).toMatchObject({ state: "unknown", cost: null, models: ["reader"], flags: ["price_missing"] })
      const { find } = yield* SpendingStore
      expect(yield* find({ id: idOf(3), organization_id: null })).toMatchObject({ value: { asked: usd(0) } })
      expect(yield* record({ id: idOf(3), ...used, model: "reader" })).toEqual(unknown)
      expect(yield* settle(idOf(3), { cost: usd(0.5) })).toMatchObject({ state: "settled", cost: usd(0.5) })
    })
  )

  inMemory("counts for disabled and deleted keys, and for no key of another organization", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey, record, settle } = yield* opened
      const { data } = yield* hold(ordinaryKey)
      yield* settle(data.id, { cost: usd(1) })
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ disabled: true })))
      yield* record({ cost: 2 })
      yield* asManager(setWorkspaceBudget("default", "lifetime", { limit_usd: usd(100) }))
      yield* asManager(deleteKey(ordinaryHash))
      const elsewhere = { organizationId: organization_id }
      const absent = KeyNotFound.of(ordinaryHash)
      expect(yield* Effect.flip(record({ id: idOf(2), cost: 4 }, elsewhere))).toEqual(absent)
      expect(yield* record({ id: idOf(2), cost: 4 })).toMatchObject({ state: "settled", user_id: "Acme-owner" })
      const spent = yield* asManager(setWorkspaceBudget("default", "daily", { limit_usd: usd(50) }))
      expect(spent).toMatchObject({ spent_usd: usd(7) })
      const other = KeyHash.make("f".repeat(64))
      expect(yield* Effect.flip(record({ id: idOf(3), key_hash: other, cost: 4 }))).toEqual(KeyNotFound.of(other))
    })
  )

  inMemory("states its cost or its usage with a model, and a time that has been", () =>
    Effect.gen(function* () {
      const { record } = yield* opened
      const usage = { input: 1 }
      expect(yield* Effect.flip(record())).toEqual(issue("cost", "the cost in USD, or a usage"))
      expect(yield* Effect.flip(record({ usage }))).toEqual(issue("model", "the slug of the model that was used"))
      const time = issue("at", "a time that is not in the future, within the retention of the ledger")
      for (const at of ["2026-05-31T23:50:00.001Z", "2020-01-01T00:00:00Z"]) {
        expect(yield* Effect.flip(record({ cost: 1, at }))).toEqual(time)
      }
      expect(yield* Effect.flip(record({ cost: 1, id: idOf(1, 0) }))).toMatchObject({ issues: [{ path: ["id"] }] })
    })
  )
})
