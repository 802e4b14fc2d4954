import { createHash } from "node:crypto"
import { describe, expect } from "@effect/vitest"
import {
  BudgetExceeded,
  deleteKey,
  getKey,
  HashTaken,
  hostCaller,
  InvalidInput,
  importKeys,
  ManagementCaller,
  NewImportedKeys,
  Usd,
  verifySpending
} from "@tollgate/core"
import { type ScopeRef, SpendingStore } from "@tollgate/core/storage"
import { Clock, Effect, Schema, TestClock } from "effect"
import { gateway } from "../spending/support/spender.js"
import { inMemory, openAccount } from "../support/account.js"

const PREFIX = "sk-or-v1-"
const usd = Usd.fromNumber

type Line = (typeof NewImportedKeys.Encoded)["keys"][number]

const line = (secret: string, terms: Partial<Line> = {}): Line => ({
  secret_hash: createHash("sha256").update(`${PREFIX}${secret}`).digest("hex"),
  name: secret,
  ...terms
})
const input = (keys: ReadonlyArray<Line>, rest: Partial<typeof NewImportedKeys.Encoded> = {}) =>
  Schema.decodeSync(NewImportedKeys)({ prefix: PREFIX, keys, ...rest })

/** What was spent from the workspace and the organization. */
const pooled = Effect.fnUntraced(function* (organization_id: ScopeRef["organization_id"], workspace: string) {
  const store = yield* SpendingStore
  const ref = { organization_id, guardrail_id: null }
  const refs: ReadonlyArray<ScopeRef> = [
    { ...ref, kind: "workspace", subject: workspace },
    { ...ref, kind: "organization", subject: organization_id }
  ]
  return (yield* store.scopes(refs, yield* Clock.currentTimeMillis)).map(({ own }) => own.spent)
})

describe("importKeys, of keys that have spent", () => {
  inMemory("goes on from what a key has spent in each window, and verifies", () =>
    Effect.gen(function* () {
      const { asManager, organization, workspace } = yield* openAccount()
      // A Wednesday.
      yield* TestClock.setTime(Date.UTC(2026, 6, 1, 12))
      const used = { usage: 40, usage_daily: 1, usage_weekly: 9, usage_monthly: 1 }
      const { hashes } = yield* asManager(
        importKeys(
          input([
            line("alice", { limit: 10, limit_reset: "weekly", ...used }),
            line("bob", { usage: 2.5 }),
            line("carol")
          ])
        )
      )
      const [alice = "", bob = "", carol = ""] = hashes
      const usageOf = (hash: string) =>
        Effect.map(asManager(getKey(hash)), ({ usage, usage_daily, usage_monthly, usage_weekly }) => [
          usage,
          usage_daily,
          usage_weekly,
          usage_monthly
        ])
      expect(yield* usageOf(alice)).toEqual([usd(40), usd(1), usd(9), usd(1)])
      expect(yield* usageOf(bob)).toEqual([usd(2.5), 0n, 0n, 0n])
      expect(yield* usageOf(carol)).toEqual([0n, 0n, 0n, 0n])
      const both = { lifetime: usd(42.5), daily: usd(1), weekly: usd(9), monthly: usd(1) }
      expect(yield* pooled(organization.id, workspace.id)).toEqual([both, both])
      const spend = (amount: number) => gateway().hold(`${PREFIX}alice`, { amount })
      const refused = yield* Effect.flip(spend(1.01))
      expect(refused).toBeInstanceOf(BudgetExceeded)
      expect(yield* verifySpending()).toMatchObject({ differences: [] })
      yield* spend(1)
      expect(yield* verifySpending()).toMatchObject({ scopes: 4, entries: 1, differences: [] })
      yield* TestClock.adjust("7 days")
      expect(yield* usageOf(alice)).toEqual([usd(40), 0n, 0n, usd(1)])
      expect(yield* verifySpending()).toMatchObject({ differences: [] })
      yield* asManager(deleteKey(bob))
      expect((yield* pooled(organization.id, workspace.id)).map(({ lifetime }) => lifetime)).toEqual([
        usd(42.5),
        usd(42.5)
      ])
    })
  )

  inMemory("refuses amounts of a window that are not a part of the longer ones", () =>
    Effect.gen(function* () {
      const issuesOf = (terms: Partial<Line>) =>
        Effect.map(
          Effect.flip(Schema.decode(NewImportedKeys)({ keys: [line("alice", terms)] }, { errors: "all" })),
          (error) => InvalidInput.fromParseError(error).issues
        )
      const ofBoth = "an amount of at most usage_weekly and usage_monthly"
      const issue = (field: string, expected: string) => ({ path: ["keys", 0, field], expected })
      expect(yield* issuesOf({ usage: 5, usage_daily: 2, usage_weekly: 1, usage_monthly: 3 })).toEqual([
        issue("usage_daily", ofBoth)
      ])
      expect(yield* issuesOf({ usage: 5, usage_daily: 2, usage_weekly: 3, usage_monthly: 1 })).toEqual([
        issue("usage_daily", ofBoth)
      ])
      expect(yield* issuesOf({ usage: 1, usage_weekly: 2, usage_monthly: 3 })).toEqual([
        issue("usage_weekly", "an amount of at most usage"),
        issue("usage_monthly", "an amount of at most usage")
      ])
      expect(yield* issuesOf({ usage: -1 })).toEqual([issue("usage", "a number between 0 and 1000000000")])
      // At the beginning of a month, a week has more than it, and at the end less.
      input([line("alice", { usage: 5, usage_weekly: 3, usage_monthly: 1 })])
      input([line("alice", { usage: 5, usage_weekly: 1, usage_monthly: 3 })])
    })
  )

  inMemory("refuses what management keys have spent, and what the counters have no room for, also in a dry run", () =>
    Effect.gen(function* () {
      const { asManager, organization, workspace } = yield* openAccount()
      const issuesOf = (keys: ReadonlyArray<Line>, rest: object = {}) =>
        asManager(
          Effect.map(Effect.flip(importKeys(input(keys, rest))), (error) =>
            error instanceof InvalidInput ? error.issues : error
          )
        )
      expect(yield* issuesOf([line("alice"), line("bob", { management: true, usage: 0.5 })])).toEqual([
        { path: ["keys", 1, "usage"], expected: "0 for a management key, which cannot spend" }
      ])
      const rich = Array.from({ length: 10 }, (_, at) => line(`${at}`, { usage: 1_000_000_000 }))
      const noRoom = [
        {
          path: ["keys"],
          expected:
            "keys whose usage fits into the counters of their workspaces and the organization, which are at most 9,223,372,036.854775807 USD"
        }
      ]
      expect(yield* issuesOf(rich, { dry_run: true })).toEqual(noRoom)
      expect(yield* issuesOf(rich)).toEqual(noRoom)
      expect(yield* pooled(organization.id, workspace.id)).toEqual([])
      yield* asManager(importKeys(input(rich.slice(1))))
      expect(yield* issuesOf(rich.slice(0, 1), { dry_run: true })).toEqual(noRoom)
      expect(yield* issuesOf(rich.slice(0, 1))).toEqual(noRoom)
      expect(yield* verifySpending()).toMatchObject({ scopes: 11, differences: [] })
    })
  )

  inMemory("names the keys whose secrets are taken to the host alone", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* openAccount()
      const other = yield* openAccount("Other")
      yield* other.asManager(importKeys(input([line("bob"), line("dave")])))
      const all = importKeys(input(["alice", "bob", "carol", "dave"].map((secret) => line(secret))))
      const fromHost = Effect.provideService(all, ManagementCaller, yield* hostCaller(organization.id))
      expect(yield* Effect.flip(fromHost)).toEqual(new HashTaken({ places: [1, 3] }))
      expect(yield* asManager(Effect.flip(all))).toEqual(new HashTaken())
    })
  )
})
