import { describe, expect } from "@effect/vitest"
import {
  assignKeys,
  assignMembers,
  Caller,
  createGuardrail,
  createKey,
  getCurrentKey,
  getKey,
  hostCaller,
  InvalidCredential,
  setOrganizationBudget,
  setWorkspaceBudget,
  Usd,
  updateKey
} from "@tollgate/core"
import { aGuardrail, aKey, aKeyPatch, keyHashes, members, travelTo } from "@tollgate/testing/accounts"
import { DateTime, Effect } from "effect"
import { openSpender } from "../spending/support/spender.js"
import { inMemory, openAccount } from "../support/account.js"

const usd = Usd.fromNumber
const midnight = DateTime.unsafeMake("2026-06-01T00:00:00Z")

const opened = Effect.zipRight(travelTo("2026-05-31T23:50:00Z"), openSpender)

describe("getCurrentKey", () => {
  inMemory("shows each caller its own key, and whether it manages the account", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, managementHash, ordinaryHash } = yield* openAccount()
      const managing = yield* asManager(getKey(managementHash))
      const ordinary = yield* asManager(getKey(ordinaryHash))
      expect(yield* asManager(getCurrentKey)).toEqual({ ...managing, is_management_key: true, budgets: [] })
      expect(yield* asOrdinary(getCurrentKey)).toEqual({ ...ordinary, is_management_key: false, budgets: [] })
    })
  )

  inMemory("lists every budget that limits the key, from the key to the organization", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, hold, ordinaryHash, ordinaryKey, organization } = yield* opened
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 10 })))
      const { id } = yield* asManager(
        createGuardrail(aGuardrail({ limit_usd: 8, reset_interval: "weekly", include_byok_in_budgets: true }))
      )
      yield* asManager(assignKeys(id, keyHashes(ordinaryHash)))
      const own = { boost: 0n, held: 0n, unknown: 0n, spent: 0n }
      const unused = [
        { ...own, scope: "key", window: "lifetime", limit: usd(10), remaining: usd(10), resets_at: null },
        { ...own, scope: "guardrail_key", window: "weekly", limit: usd(8), remaining: usd(8), resets_at: midnight }
      ]
      expect((yield* asOrdinary(getCurrentKey)).budgets).toEqual(unused)
      yield* hold(ordinaryKey, { amount: 2 })
      const used = { ...own, held: usd(2) }
      const [ofKey, ofGuardrail] = [
        { ...unused[0], ...used, remaining: usd(8) },
        { ...unused[1], ...used, remaining: usd(6) }
      ]
      expect((yield* asOrdinary(getCurrentKey)).budgets).toEqual([ofKey, ofGuardrail])
      const limit = { limit_usd: usd(50) }
      yield* asManager(setWorkspaceBudget("default", "daily", limit))
      yield* setOrganizationBudget(organization.id, "monthly", { limit_usd: usd(5) })
      yield* setOrganizationBudget(organization.id, "lifetime", limit)
      const shared = [
        { scope: "workspace", window: "daily", remaining: usd(6), resets_at: midnight },
        { scope: "organization", window: "lifetime", remaining: usd(6), resets_at: null },
        { scope: "organization", window: "monthly", remaining: usd(3), resets_at: midnight }
      ]
      expect((yield* asOrdinary(getCurrentKey)).budgets).toEqual([ofKey, ofGuardrail, ...shared])
      const managed = { ...used, limit: usd(50), remaining: usd(48) }
      expect((yield* asManager(getCurrentKey)).budgets).toEqual([
        { ...shared[0], ...managed },
        { ...shared[1], ...managed },
        { ...shared[2], ...used, limit: usd(5), remaining: usd(3) }
      ])
    })
  )

  inMemory("shows an ordinary key of the budget of its user's guardrail only what remains", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, hold, ordinaryKey } = yield* opened
      const { id } = yield* asManager(createGuardrail(aGuardrail({ limit_usd: 8, reset_interval: "daily" })))
      yield* asManager(assignMembers(id, members("Acme-owner")))
      const { key: other } = yield* asManager(createKey(aKey()))
      yield* hold(other, { amount: 3 })
      yield* hold(ordinaryKey, { amount: 1 })
      expect((yield* asOrdinary(getCurrentKey)).budgets).toEqual([
        { scope: "guardrail_member", window: "daily", remaining: usd(4), resets_at: midnight }
      ])
    })
  )

  inMemory("has none for a host", () =>
    Effect.gen(function* () {
      const { organization } = yield* openAccount()
      const host = yield* hostCaller(organization.id)
      const refused = Effect.flip(Effect.provideService(getCurrentKey, Caller, host))
      expect(yield* refused).toEqual(new InvalidCredential())
    })
  )
})
