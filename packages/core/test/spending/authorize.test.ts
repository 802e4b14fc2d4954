import { describe, expect } from "@effect/vitest"
import {
  BudgetExceeded,
  createByokCredential,
  createKey,
  deleteKey,
  HoldConflict,
  HoldEnded,
  HoldId,
  InvalidInput,
  KeyRefused,
  UserId,
  UserNotInOrganization,
  updateKey
} from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aByokCredential, aKey, aKeyPatch, travel, travelTo } from "@tollgate/testing"
import { DateTime, Effect, Either, Redacted } from "effect"
import { inMemory } from "../support/account.js"
import { idOf, organization_id, usd } from "./support/samples.js"
import { gateway, openSpender } from "./support/spender.js"

const evening = "2026-05-31T23:50:00.000Z"

const opened = Effect.zipRight(travelTo(evening), openSpender)

describe("authorize", () => {
  inMemory("returns the hold, its plan, the holder of the key, and every budget with what remains", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey, organization, workspace } = yield* opened
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 10, limit_reset: "daily" })))
      const answer = yield* hold(ordinaryKey, { amount: 2.5, labels: { team: "blue" }, instance: "one" })
      const { key_holder, ...rest } = answer
      expect(key_holder).toMatchObject({
        kind: "ordinary",
        organization_id: organization.id,
        key: { hash: ordinaryHash }
      })
      expect(rest).toEqual({
        data: {
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
          state: "open",
          amount: usd(2.5),
          cost: null,
          is_byok: false,
          key_hash: ordinaryHash,
          workspace_id: workspace.id,
          user_id: "Acme-owner",
          models: ["acme/writer"],
          provider: null,
          credential_id: null,
          basis: null,
          labels: { team: "blue" },
          instance: "one",
          opened_at: DateTime.unsafeMake(evening),
          sent_at: null,
          lease_ends_at: DateTime.unsafeMake("2026-06-01T00:00:00Z"),
          ended_at: null,
          corrections: 0,
          flags: []
        },
        repeated: false,
        plan: { credentials: [{ id: null, provider: null, name: null, label: null }], left_out: [] },
        providers: null,
        budgets: [
          {
            scope: "key",
            window: "daily",
            limit: usd(10),
            boost: 0n,
            spent: 0n,
            held: usd(2.5),
            unknown: 0n,
            remaining: usd(7.5),
            resets_at: DateTime.unsafeMake("2026-06-01T00:00:00Z")
          }
        ]
      })
    })
  )

  inMemory("refuses a key that cannot spend, with its state", () =>
    Effect.gen(function* () {
      const { asManager, hold, managementKey, ordinaryHash, ordinaryKey } = yield* opened
      const state = (key: Redacted.Redacted | string, by = hold) =>
        Effect.map(Effect.flip(by(key)), (refusal) => refusal instanceof KeyRefused && refusal.key_state)
      const { key: expiring } = yield* asManager(createKey(aKey({ expires_at: "2026-06-01T00:00:00Z" })))
      expect(yield* state("no key")).toBe("unknown")
      expect(yield* state(Redacted.value(ordinaryKey).replace(/.$/, (last) => (last === "x" ? "y" : "x")))).toBe(
        "unknown"
      )
      expect(yield* state(managementKey)).toBe("management")
      const { hold: elsewhere } = gateway({ organizationId: organization_id })
      expect(yield* state(ordinaryKey, elsewhere)).toBe("unknown")
      yield* hold(expiring)
      yield* travel("10 minutes")
      expect(yield* state(expiring)).toBe("expired")
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ disabled: true })))
      expect(yield* state(ordinaryKey)).toBe("disabled")
      yield* asManager(deleteKey(ordinaryHash))
      expect(yield* state(ordinaryKey)).toBe("unknown")
    })
  )

  inMemory("refuses what does not fit the key's limit, and judges by the limit as it is now", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey } = yield* opened
      const limit = (dollars: number | null) => asManager(updateKey(ordinaryHash, aKeyPatch({ limit: dollars })))
      yield* limit(1)
      yield* hold(ordinaryKey)
      const refused = yield* Effect.flip(hold(ordinaryKey))
      expect(refused).toBeInstanceOf(BudgetExceeded)
      expect(refused).toMatchObject({
        reason: "budget_held",
        budgets: [{ scope: "key", id: ordinaryHash, window: "lifetime", asked: usd(1), holds: 1, remaining: 0n }]
      })
      yield* limit(2)
      yield* hold(ordinaryKey)
      yield* limit(0)
      expect(yield* Effect.flip(hold(ordinaryKey))).toMatchObject({ reason: "budget_spent" })
      yield* limit(null)
      yield* hold(ordinaryKey)
    })
  )

  inMemory("refuses only after every ended hold was given back", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey } = yield* opened
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 600 })))
      yield* Effect.replicateEffect(hold(ordinaryKey, { lease_seconds: 60 }), 600, { discard: true })
      expect(yield* Effect.flip(hold(ordinaryKey))).toMatchObject({ reason: "budget_held" })
      yield* travel("1 minute")
      yield* hold(ordinaryKey, { amount: 600 })
      const store = yield* SpendingStore
      const filter = { organization_id: null, workspace_id: null, key_hash: null, flag: null, instance: null }
      const expired = yield* store.list({ ...filter, state: "expired" }, { limit: 1, offset: 0 })
      expect(expired.total_count).toBe(600)
    })
  )

  inMemory("admits nothing after a disabling was acknowledged, while 64 callers go on", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey } = yield* opened
      let acknowledged = false
      const one = Effect.gen(function* () {
        const isLate = acknowledged
        const answer = yield* Effect.either(Effect.zipRight(Effect.yieldNow(), hold(ordinaryKey)))
        return { isLate, admitted: Either.isRight(answer) }
      })
      const disable = Effect.gen(function* () {
        yield* Effect.replicateEffect(Effect.yieldNow(), 8)
        yield* asManager(updateKey(ordinaryHash, aKeyPatch({ disabled: true })))
        acknowledged = true
      })
      const [answers] = yield* Effect.all([Effect.replicateEffect(one, 1000, { concurrency: 64 }), disable], {
        concurrency: 2
      })
      const admitted = answers.filter((answer) => answer.admitted)
      expect(admitted.filter(({ isLate }) => isLate)).toEqual([])
      expect(admitted.length).toBeGreaterThan(0)
      expect(admitted.length).toBeLessThan(1000)
    })
  )

  inMemory("repeats a creation with the same terms while the hold is open and not sent", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey, sent, settle } = yield* opened
      const id = idOf(1)
      const first = yield* hold(ordinaryKey, { id })
      expect(yield* hold(ordinaryKey, { id: id.toUpperCase() })).toEqual({ ...first, repeated: true })
      for (const other of [{ amount: 2 }, { models: ["acme/reader"] }, { labels: { a: "b" } }, { lease_seconds: 9 }]) {
        expect(yield* Effect.flip(hold(ordinaryKey, { id, ...other }))).toEqual(new HoldConflict({ id }))
      }
      yield* sent(id)
      expect(yield* Effect.flip(hold(ordinaryKey, { id }))).toEqual(new HoldEnded({ id }))
      yield* settle(id, { cost: usd(1) })
      expect(yield* Effect.flip(hold(ordinaryKey, { id }))).toEqual(new HoldEnded({ id }))
    })
  )

  inMemory("refuses an id whose time is more than a day ahead or older than the ledger's retention", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey } = yield* opened
      const now = DateTime.unsafeMake(evening).epochMillis
      const DAY = 86_400_000
      for (const instant of [now + DAY, now - 400 * DAY]) yield* hold(ordinaryKey, { id: idOf(1, instant) })
      for (const instant of [now + DAY + 1, now - 400 * DAY - 1]) {
        const refused = yield* Effect.flip(hold(ordinaryKey, { id: HoldId.make(idOf(1, instant)) }))
        expect(refused).toEqual(
          new InvalidInput({
            issues: [
              { path: ["id"], expected: "a UUIDv7 whose time is at most 24 hours ahead and at most 400 days ago" }
            ]
          })
        )
      }
    })
  )

  inMemory("plans the credentials of the workspace, and falls back to them if the gateway's own do not fit", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey } = yield* opened
      const add = (input: Parameters<typeof aByokCredential>[0]) =>
        asManager(createByokCredential(aByokCredential(input)))
      const first = yield* add({ provider: "openai", name: "first" })
      const fallback = yield* add({ provider: "openai", is_fallback: true })
      const disabled = yield* add({ provider: "openai", disabled: true })
      const other = yield* add({ provider: "azure" })
      const narrow = yield* add({ provider: "openai", allowed_models: ["acme/reader"] })
      const slot = ({ id, label, name, provider }: typeof first) => ({ id, provider, name, label })
      const own = { id: null, provider: "openai", name: null, label: null }
      const left_out = [
        { id: other.id, reason: "provider" },
        { id: disabled.id, reason: "disabled" },
        { id: narrow.id, reason: "model" }
      ]
      const planned = (input: Parameters<typeof hold>[1]) =>
        Effect.map(hold(ordinaryKey, { provider: "openai", ...input }), ({ data, plan }) => ({
          ...plan,
          byok: data.is_byok
        }))
      const sorted = (plan: Effect.Effect.Success<ReturnType<typeof planned>>) => ({
        ...plan,
        left_out: [...plan.left_out].sort((a, b) => a.reason.localeCompare(b.reason))
      })
      const expected = [...left_out].sort((a, b) => a.reason.localeCompare(b.reason))
      const any = { credentials: [slot(first), own, slot(fallback)], left_out: expected, byok: false }
      expect(sorted(yield* planned({ credential: "any" }))).toEqual(any)
      const byok = { credentials: [slot(first), slot(fallback)], left_out: expected, byok: true }
      expect(sorted(yield* planned({ credential: "byok" }))).toEqual(byok)
      for (const credential of ["own", undefined] as const) {
        expect(yield* planned({ credential })).toEqual({ credentials: [own], left_out: [], byok: false })
      }
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 2 })))
      const without = { ...byok, left_out: [{ id: null, reason: "budget" }, ...expected] }
      const plan = sorted(yield* planned({ amount: 5, credential: "any" }))
      expect(plan).toEqual({ ...without, left_out: without.left_out.sort((a, b) => a.reason.localeCompare(b.reason)) })
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ include_byok_in_limit: true })))
      expect(yield* Effect.flip(planned({ amount: 5, credential: "any" }))).toBeInstanceOf(BudgetExceeded)
    })
  )

  inMemory("judges a dry run and stores nothing, and refuses a user of another organization", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey } = yield* opened
      expect((yield* hold(ordinaryKey, { dry_run: true })).data.state).toBe("open")
      const store = yield* SpendingStore
      const all = { organization_id: null, workspace_id: null, key_hash: null, flag: null, instance: null, state: null }
      expect((yield* store.list(all, { limit: 1, offset: 0 })).total_count).toBe(0)
      expect(yield* Effect.flip(hold(ordinaryKey, { user_id: "stranger" }))).toEqual(
        new UserNotInOrganization({ user_id: UserId.make("stranger"), field: "user_id" })
      )
    })
  )
})
