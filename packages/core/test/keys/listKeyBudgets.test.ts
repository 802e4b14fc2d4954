import { describe, expect } from "@effect/vitest"
import {
  assignKeys,
  assignMembers,
  createGuardrail,
  createKey,
  createWorkspace,
  getCurrentKey,
  KeyNotFound,
  listKeyBudgets,
  setOrganizationBudget,
  setWorkspaceBudget,
  Usd,
  updateKey
} from "@tollgate/core"
import { aGuardrail, aKey, aKeyPatch, aWorkspace, keyHashes, members, travelTo } from "@tollgate/testing/accounts"
import { DateTime, Effect } from "effect"
import { openSpender } from "../spending/support/spender.js"
import { inMemory, openAccount } from "../support/account.js"

const usd = Usd.fromNumber
const midnight = DateTime.unsafeMake("2026-06-01T00:00:00Z")

const opened = Effect.zipRight(travelTo("2026-05-31T23:50:00Z"), openSpender)

describe("listKeyBudgets", () => {
  inMemory("names every budget that binds a key, with all that others have spent from it", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey, organization, settle, unknown, workspace } = yield* opened
      const budgets = asManager(listKeyBudgets(ordinaryHash))
      expect(yield* budgets).toEqual([])
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ name: "Build server", limit: 10 })))
      const terms = { reset_interval: "weekly" } as const
      const ofKey = yield* asManager(createGuardrail(aGuardrail({ ...terms, name: "Careful", limit_usd: 8 })))
      yield* asManager(assignKeys(ofKey.id, keyHashes(ordinaryHash)))
      const ofUser = yield* asManager(createGuardrail(aGuardrail({ ...terms, name: "Interns", limit_usd: 9 })))
      yield* asManager(assignMembers(ofUser.id, members("Acme-owner")))
      yield* asManager(setWorkspaceBudget("default", "daily", { limit_usd: usd(50) }))
      yield* setOrganizationBudget(organization.id, "monthly", { limit_usd: usd(60) })
      // Another key of the same user in the same workspace.
      const { key: other } = yield* asManager(createKey(aKey()))
      const spent = yield* hold(other, { amount: 3 })
      yield* settle(spent.data.id, { cost: usd(3) })
      const lost = yield* hold(ordinaryKey, { amount: 2 })
      yield* unknown(lost.data.id)
      yield* hold(ordinaryKey, { amount: 1 })

      const own = { boost: 0n, spent: 0n, held: usd(1), unknown: usd(2) }
      const shared = { ...own, spent: usd(3) }
      const expected = [
        { ...own, scope: "key", window: "lifetime", limit: usd(10), remaining: usd(7), resets_at: null },
        { ...own, scope: "guardrail_key", window: "weekly", limit: usd(8), remaining: usd(5), resets_at: midnight },
        {
          ...shared,
          scope: "guardrail_member",
          window: "weekly",
          limit: usd(9),
          remaining: usd(3),
          resets_at: midnight
        },
        { ...shared, scope: "workspace", window: "daily", limit: usd(50), remaining: usd(44), resets_at: midnight },
        { ...shared, scope: "organization", window: "monthly", limit: usd(60), remaining: usd(54), resets_at: midnight }
      ]
      const names = [
        { id: ordinaryHash, name: "Build server" },
        { id: ofKey.id, name: "Careful" },
        { id: ofUser.id, name: "Interns" },
        { id: workspace.id, name: "Default" },
        { id: organization.id, name: "Acme" }
      ]
      expect(yield* budgets).toEqual(expected.map((budget, at) => ({ ...budget, ...names[at] })))
    })
  )

  inMemory("lists the same budgets as the key sees itself, and none of another workspace", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, ordinaryHash } = yield* opened
      yield* asManager(createWorkspace(aWorkspace({ slug: "research" })))
      for (const place of ["default", "research"])
        yield* asManager(setWorkspaceBudget(place, "lifetime", { limit_usd: usd(50) }))
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 0, limit_reset: "monthly" })))
      const ofManager = yield* asManager(listKeyBudgets(ordinaryHash))
      const { budgets } = yield* asOrdinary(getCurrentKey)
      const named = (all: ReadonlyArray<{ readonly scope: string; readonly window: string }>) =>
        all.map(({ scope, window }) => `${scope} ${window}`)
      expect(named(ofManager)).toEqual(["key monthly", "workspace lifetime"])
      expect(named(budgets)).toEqual(named(ofManager))
    })
  )

  inMemory("finds nothing of another organization, nor by what is no hash", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      expect(yield* Effect.flip(stranger.asManager(listKeyBudgets(ordinaryHash)))).toEqual(KeyNotFound.of(ordinaryHash))
      expect(yield* Effect.flip(asManager(listKeyBudgets("no hash")))).toEqual(KeyNotFound.of(null))
    })
  )
})
