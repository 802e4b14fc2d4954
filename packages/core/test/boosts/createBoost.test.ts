import { describe, expect } from "@effect/vitest"
import {
  assignKeys,
  assignMembers,
  BoostNotFound,
  BoostRefused,
  BoostScopeNotFound,
  BudgetNotFound,
  createBoost,
  createGuardrail,
  createKey,
  deleteBoost,
  deleteKey,
  getCurrentKey,
  InvalidInput,
  LedgerRetention,
  listBoosts,
  NewBudgetBoost,
  pruneLedger,
  rotateKey,
  setWorkspaceBudget,
  Usd,
  UserId,
  updateGuardrail,
  updateKey
} from "@tollgate/core"
import { aGuardrail, aKey, aRotation, keyHashes, members, travelTo } from "@tollgate/testing/accounts"
import { DateTime, Effect, Redacted } from "effect"
import { openSpender } from "../spending/support/spender.js"
import { inMemory, openAccount, read, uuid } from "../support/account.js"

const usd = Usd.fromNumber
const at = DateTime.unsafeMake
/** A Saturday evening. */
const evening = "2026-05-30T23:50:00.000Z"
const unknown = "00000000-0000-4000-8000-000000000000"

type Input = typeof NewBudgetBoost.Encoded

const opened = Effect.gen(function* () {
  yield* travelTo(evening)
  const account = yield* openSpender
  const { asManager } = account
  const { data, key } = yield* asManager(createKey(aKey({ limit: 2, limit_reset: "daily" })))
  const given: Input = { scope: "key", id: data.hash, window: "daily", usd: 3, reason: "A test" }
  const boost = (input: Partial<Input> = {}) => asManager(createBoost(read(NewBudgetBoost)({ ...given, ...input })))
  const list = (page: Partial<Parameters<typeof listBoosts>[0]> = {}) =>
    asManager(listBoosts({ limit: 50, offset: 0, ...page }))
  return { ...account, key, hash: data.hash, given, boost, list }
})

const invalid = (field: string, expected: string) => new InvalidInput({ issues: [{ path: [field], expected }] })

describe("createBoost", () => {
  inMemory("adds to a limit of a key until the end of the window, from the next admission on", () =>
    Effect.gen(function* () {
      const { boost, hash, hold, key, list } = yield* opened
      expect(yield* Effect.flip(hold(key, { amount: 3 }))).toMatchObject({ budgets: [{ limit: usd(2), boost: 0n }] })
      const made = yield* boost()
      expect(made).toEqual({
        id: uuid,
        scope: "key",
        scope_id: hash,
        key_hash: null,
        user_id: null,
        window: "daily",
        usd: usd(3),
        state: "in_force",
        until: at("2026-05-31T00:00:00Z"),
        reason: "A test",
        created_at: at(evening),
        created_by: expect.any(String),
        request_id: null,
        ended_at: null
      })
      const { budgets } = yield* hold(key, { amount: 4.5 })
      expect(budgets).toMatchObject([{ limit: usd(2), boost: usd(3), held: usd(4.5), remaining: usd(0.5) }])
      expect(yield* list()).toEqual({ data: [made], total_count: 1 })
      yield* travelTo("2026-05-31T00:00:00.000Z")
      expect(yield* list()).toEqual({ data: [{ ...made, state: "ended" }], total_count: 1 })
      expect(yield* Effect.flip(hold(key, { amount: 2.5 }))).toMatchObject({ budgets: [{ boost: 0n }] })
    })
  )

  inMemory("is shown to the holder of the key, and stays when the limit or the secret changes", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, boost, hold, list, ordinaryHash } = yield* opened
      yield* asManager(updateKey(ordinaryHash, { limit: usd(1), limit_reset: "weekly" }))
      yield* boost({ id: ordinaryHash, window: "weekly", usd: 2 })
      const budget = { scope: "key", window: "weekly", boost: usd(2) }
      expect((yield* asOrdinary(getCurrentKey)).budgets).toMatchObject([
        { ...budget, limit: usd(1), remaining: usd(3) }
      ])
      yield* asManager(updateKey(ordinaryHash, { limit: usd(4) }))
      const { key } = yield* asManager(rotateKey(ordinaryHash, aRotation()))
      expect(yield* Effect.flip(hold(Redacted.value(key), { amount: 7 }))).toMatchObject({ budgets: [budget] })
      yield* hold(Redacted.value(key), { amount: 6 })
      yield* asManager(deleteKey(ordinaryHash))
      expect(yield* list()).toMatchObject({ data: [{ state: "in_force" }] })
    })
  )

  inMemory("adds to a limit of a workspace, and to that of a guardrail for one key or one member", () =>
    Effect.gen(function* () {
      const { asManager, boost, hold, key, hash, list, workspace } = yield* opened
      yield* asManager(updateKey(hash, { limit: null }))
      yield* asManager(setWorkspaceBudget("default", "monthly", { limit_usd: usd(4) }))
      const { id } = yield* asManager(createGuardrail(aGuardrail({ limit_usd: 1, reset_interval: "daily" })))
      const user = UserId.make("Acme-owner")
      const ofKey = { scope: "guardrail_key", id, key_hash: hash } as const
      const ofMember = { scope: "guardrail_member", id, user_id: user } as const
      for (const input of [ofKey, ofMember])
        expect(yield* Effect.flip(boost(input))).toEqual(new BudgetNotFound({ interval: "daily" }))
      yield* asManager(assignKeys(id, keyHashes(hash)))
      yield* asManager(assignMembers(id, members(user)))
      const made = [
        yield* boost(ofKey),
        yield* boost({ ...ofMember, usd: 4 }),
        yield* boost({ scope: "workspace", id: "default", window: "monthly", usd: 5 })
      ]
      expect(made).toMatchObject([
        { scope: "guardrail_key", scope_id: id, key_hash: hash, user_id: null },
        { scope: "guardrail_member", scope_id: id, key_hash: null, user_id: user },
        { scope: "workspace", scope_id: workspace.id, until: at("2026-06-01T00:00:00Z") }
      ])
      expect(yield* Effect.flip(hold(key, { amount: 4.5 }))).toMatchObject({
        budgets: [{ scope: "guardrail_key", limit: usd(1), boost: usd(3) }]
      })
      // A scope that the boost has created follows its guardrail.
      yield* asManager(updateGuardrail(id, { limit_usd: usd(2) }))
      expect((yield* hold(key, { amount: 4.5 })).budgets).toMatchObject([
        { scope: "guardrail_key", limit: usd(2), boost: usd(3) },
        { scope: "guardrail_member", limit: usd(2), boost: usd(4) },
        { scope: "workspace", limit: usd(4), boost: usd(5) }
      ])
      expect(yield* list({ scope: "guardrail_key" })).toMatchObject({ data: [made[0]], total_count: 1 })
      expect(yield* list({ id: workspace.id })).toMatchObject({ data: [made[2]], total_count: 1 })
      expect((yield* list({ id })).total_count).toBe(2)
      expect((yield* list({ id: hash })).total_count).toBe(1)
    })
  )

  inMemory("is refused where there is no limit in the window, or one of 0", () =>
    Effect.gen(function* () {
      const { asManager, boost, hash, list } = yield* opened
      for (const window of ["lifetime", "weekly", "monthly"] as const) {
        const until = "2026-05-30T23:55:00Z"
        expect(yield* Effect.flip(boost({ window, until }))).toEqual(new BudgetNotFound({ interval: window }))
      }
      yield* asManager(updateKey(hash, { limit: usd(0) }))
      expect(yield* Effect.flip(boost())).toEqual(new BoostRefused({ reason: "limit_is_zero" }))
      const none = boost({ scope: "workspace", id: "default" })
      expect(yield* Effect.flip(none)).toEqual(new BudgetNotFound({ interval: "daily" }))
      expect(yield* list()).toEqual({ data: [], total_count: 0 })
    })
  )

  inMemory("ends in the future, with the window at the latest, and after 366 days of a lifetime", () =>
    Effect.gen(function* () {
      const { asManager, boost, hash } = yield* opened
      const past = invalid("until", "a time in the future")
      expect(yield* Effect.flip(boost({ until: evening }))).toEqual(past)
      expect(yield* Effect.flip(boost({ until: "2026-05-31T00:00:00.001Z" }))).toEqual(
        invalid("until", "a time at most the end of the window, 2026-05-31T00:00:00.000Z")
      )
      expect(yield* boost({ until: "2026-05-31T00:00:00Z" })).toMatchObject({ state: "in_force" })
      yield* asManager(updateKey(hash, { limit: usd(1), limit_reset: null }))
      const lifetime = { window: "lifetime" } as const
      expect(yield* Effect.flip(boost(lifetime))).toEqual(
        invalid("until", "a time at most 366 days from now, for a lifetime budget")
      )
      expect(yield* Effect.flip(boost({ ...lifetime, until: "2027-05-31T23:50:00.001Z" }))).toEqual(
        invalid("until", "a time at most 366 days from now")
      )
      expect(yield* boost({ ...lifetime, until: "2027-05-31T23:50:00Z" })).toMatchObject({ window: "lifetime" })
    })
  )

  inMemory("is refused beside 16 in force, and above a billion dollars together", () =>
    Effect.gen(function* () {
      const { asManager, boost, list } = yield* opened
      yield* boost({ usd: 1e9 })
      expect(yield* Effect.flip(boost({ usd: 1e-9 }))).toEqual(new BoostRefused({ reason: "boosts_too_large" }))
      const { data } = yield* list()
      for (const { id } of data) yield* asManager(deleteBoost(id))
      for (let n = 0; n < 16; n++) yield* boost({ until: "2026-05-30T23:55:00Z" })
      expect(yield* Effect.flip(boost())).toEqual(new BoostRefused({ reason: "too_many_boosts" }))
      yield* travelTo("2026-05-30T23:55:00.000Z")
      yield* boost()
      expect((yield* list({ state: "in_force" })).total_count).toBe(1)
      expect((yield* list({ state: "ended" })).total_count).toBe(17)
    })
  )

  inMemory("is refused for what is not there, and for another account", () =>
    Effect.gen(function* () {
      const { boost, hash } = yield* opened
      const stranger = yield* openAccount("Other")
      const theirs = { scope: "key", id: hash, window: "daily", usd: 1, reason: "Mine" } as const
      expect(yield* Effect.flip(stranger.asManager(createBoost(read(NewBudgetBoost)(theirs))))).toEqual(
        new BoostScopeNotFound()
      )
      expect(yield* Effect.flip(boost({ id: "no hash" }))).toEqual(new BoostScopeNotFound())
      const workspace = boost({ scope: "workspace", id: "no-such" })
      expect(yield* Effect.flip(workspace)).toEqual(new BoostScopeNotFound())
      const guardrail = { scope: "guardrail_key", id: unknown, key_hash: hash } as const
      expect(yield* Effect.flip(boost(guardrail))).toEqual(new BoostScopeNotFound())
      expect(yield* Effect.flip(boost({ ...guardrail, key_hash: undefined }))).toEqual(
        invalid("key_hash", "the hash of the key, for a guardrail_key")
      )
      expect(yield* Effect.flip(boost({ scope: "guardrail_member", id: unknown }))).toEqual(
        invalid("user_id", "the id of the user, for a guardrail_member")
      )
      expect(yield* Effect.flip(boost({ key_hash: hash }))).toEqual(
        invalid("key_hash", "no value, for another scope than guardrail_key")
      )
      expect(yield* Effect.flip(boost({ user_id: "ada" }))).toEqual(
        invalid("user_id", "no value, for another scope than guardrail_member")
      )
    })
  )
})

describe("deleteBoost", () => {
  inMemory("ends a boost now, and keeps what was spent and other boosts", () =>
    Effect.gen(function* () {
      const { asManager, boost, hold, key, list, settle } = yield* opened
      const [first] = [yield* boost(), yield* boost()]
      const { data } = yield* hold(key, { amount: 8 })
      yield* settle(data.id, { cost: usd(7.5) })
      expect(yield* asManager(deleteBoost(first.id.toUpperCase()))).toEqual({ deleted: true })
      const budget = { limit: usd(2), boost: usd(3), spent: usd(7.5), remaining: usd(-2.5) }
      expect(yield* Effect.flip(hold(key, { amount: 0.25 }))).toMatchObject({ budgets: [budget] })
      const ended = { ...first, state: "ended", ended_at: at(evening) }
      expect((yield* list({ state: "ended" })).data).toEqual([ended])
      for (const id of [first.id, unknown, "x"]) {
        const refused = yield* Effect.flip(asManager(deleteBoost(id)))
        expect(refused).toEqual(BoostNotFound.of(id === "x" ? null : id))
      }
    })
  )

  inMemory("does not end that of another account, nor one that has ended by itself", () =>
    Effect.gen(function* () {
      const { asManager, boost } = yield* opened
      const { id } = yield* boost()
      const stranger = yield* openAccount("Other")
      expect(yield* Effect.flip(stranger.asManager(deleteBoost(id)))).toEqual(BoostNotFound.of(id))
      yield* travelTo("2026-05-31T00:00:00.000Z")
      expect(yield* Effect.flip(asManager(deleteBoost(id)))).toEqual(BoostNotFound.of(id))
    })
  )
})

describe("pruneLedger", () => {
  inMemory("deletes boosts once they have ended for as long as the ledger is kept", () =>
    Effect.gen(function* () {
      const { asManager, boost, list } = yield* opened
      const { id } = yield* boost()
      yield* asManager(deleteBoost(id))
      yield* boost()
      const prune = Effect.provideService(pruneLedger, LedgerRetention, 86_400_000)
      yield* travelTo("2026-05-31T23:50:00.000Z")
      yield* prune
      expect((yield* list()).total_count).toBe(2)
      yield* travelTo("2026-05-31T23:50:00.001Z")
      yield* prune
      expect((yield* list()).total_count).toBe(1)
      yield* travelTo("2026-06-01T00:00:00.001Z")
      yield* prune
      expect((yield* list()).total_count).toBe(0)
    })
  )
})
