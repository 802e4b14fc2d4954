import { expect } from "@effect/vitest"
import { type OrganizationId, verifySpending, windowId } from "@tollgate/core"
import { type HoldRecord, type Scope, type ScopeRef, SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { DAY, organization } from "./samples.js"

// The laws are computed here from the ledger alone, without the functions of core, so that an error there shows.

const windows = ["lifetime", "daily", "weekly", "monthly"] as const

const nothing = () => ({ lifetime: 0n, daily: 0n, weekly: 0n, monthly: 0n })
const tallies = () => ({ spent: nothing(), held: nothing(), unknown: nothing() })

/** What a settled hold cost on the day of each of its parts: they are filled in order, and the last takes the rest. */
const costs = ({ cost, parts }: HoldRecord): ReadonlyArray<bigint> => {
  let rest: bigint = cost ?? 0n
  return parts.map(({ amount }, index) => {
    const part = index === parts.length - 1 || rest < amount ? rest : amount
    rest -= part
    return part
  })
}

const columns = { open: "held", unknown: "unknown", settled: "spent" } as const

/** The counters that follow from the ledger, for the windows of a scope's day. */
const recompute = (scope: Scope, holds: ReadonlyArray<HoldRecord>) => {
  const sums = { own: tallies(), byok: tallies() }
  const isPresent = (kind: (typeof windows)[number], day: number) =>
    kind === "lifetime" || windowId(kind, day * DAY) === windowId(kind, scope.day * DAY)
  for (const kind of windows.filter((kind) => isPresent(kind, scope.opening.day))) {
    sums.own.spent[kind] += scope.opening.own[kind]
    sums.byok.spent[kind] += scope.opening.byok[kind]
  }
  const mine = holds.filter((hold) => hold.scopes.includes(scope.id))
  for (const hold of mine) {
    const { state } = hold
    if (state === "expired" || state === "released") continue
    const tally = hold.is_byok ? sums.byok : sums.own
    const spent = costs(hold)
    for (const [index, { amount, day }] of hold.parts.entries()) {
      for (const kind of windows) {
        if (!isPresent(kind, day)) continue
        tally[columns[state]][kind] += state === "settled" ? (spent[index] ?? 0n) : amount
      }
    }
  }
  return { ...sums, holds: mine.filter(({ state }) => state === "open").length }
}

/** Every hold of an organization. */
export const ledger = (organization_id: OrganizationId | null = organization) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const found: Array<HoldRecord> = []
    for (;;) {
      const filter = { organization_id, workspace_id: null, key_hash: null, state: null, flag: null, instance: null }
      const { data, total_count } = yield* store.list(filter, { limit: 100, offset: found.length })
      found.push(...data)
      if (found.length >= total_count || data.length === 0) return found
    }
  })

/**
 * Checks that every counter of the scopes is the sum of the ledger and the opening balance: what settled holds cost, what open
 * holds set aside, and what is unknown, in each window, to the nano-dollar.
 */
export const expectLaws = (refs: ReadonlyArray<ScopeRef>, now: number) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const holds = yield* ledger()
    for (const scope of yield* store.scopes(refs, now)) {
      const { byok, holds: open, own } = scope
      expect({ own, byok, holds: open }).toEqual(recompute(scope, holds))
      for (const amounts of [own, byok].flatMap(({ held, spent, unknown }) => [held, spent, unknown])) {
        expect(amounts.daily <= amounts.weekly && amounts.daily <= amounts.monthly).toBe(true)
      }
      for (const kind of windows) {
        const counters = [own, byok].flatMap(({ held, spent, unknown }) => [spent[kind], held[kind], unknown[kind]])
        expect(counters.every((amount) => amount >= 0n)).toBe(true)
        expect(counters.reduce<bigint>((sum, amount) => sum + amount, 0n)).toBeLessThanOrEqual(2n ** 63n - 1n)
      }
    }
    const counted = holds.filter(({ state }) => state !== "expired" && state !== "released")
    const { differences, entries } = yield* verifySpending()
    expect({ differences, entries }).toEqual({ differences: [], entries: counted.length })
  })
