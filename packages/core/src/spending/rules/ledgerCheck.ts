import * as Day from "../model/Day.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import { none, type Scope, type ScopeId, type ScopeRef, type Tally } from "../model/Scope.js"
import { addTo, contributions } from "./changes.js"
import { openingOn } from "./rollScope.js"

/** The parts of a hold that decide what it adds to its scopes. `position` is that of its latest entry, which may be a correction. */
export type LedgerEntry = Pick<HoldRecord, "amount" | "cost" | "is_byok" | "parts" | "position" | "scopes" | "state">

/** Sees every scope, then every entry of the ledger that counts, and answers at the end. */
export interface LedgerVisitor<A> {
  readonly scope: (scope: Scope) => void
  readonly entry: (entry: LedgerEntry) => void
  readonly end: () => A
}

/** A counter that is not what its opening balance and the ledger say. Amounts are nano-dollars. */
export interface CounterDifference {
  readonly ref: ScopeRef
  /** The counter, such as `own spent daily`; `open holds` and `requests` are numbers of holds, `last entry` is a position. */
  readonly counter: string
  readonly stored: bigint
  /** The sum of the opening balance and the ledger. */
  readonly computed: bigint
}

/** Result of a comparison of all counters with the ledger. */
export interface LedgerReport {
  readonly scopes: number
  /** The entries that count: open, unknown and settled. */
  readonly entries: number
  readonly differences: ReadonlyArray<CounterDifference>
}

interface ComputedCounters {
  readonly scope: Scope
  own: Tally
  byok: Tally
  holds: number
  requests: number
  /** The greatest position of an entry. */
  last: number
}

const beginAt = (scope: Scope): ComputedCounters => {
  const { byok, own } = openingOn(scope.opening, scope.day)
  return {
    scope,
    own: { spent: own, held: none, unknown: none },
    byok: { spent: byok, held: none, unknown: none },
    holds: 0,
    requests: scope.opening.requests,
    last: 0
  }
}

const amounts = ["spent", "held", "unknown"] as const
const kinds = ["own", "byok"] as const

const differencesOf = (sums: ComputedCounters): ReadonlyArray<CounterDifference> => {
  const { entries, ref } = sums.scope
  const compared = [
    { ref, counter: "open holds", stored: BigInt(sums.scope.holds), computed: BigInt(sums.holds) },
    { ref, counter: "requests", stored: BigInt(sums.scope.requests), computed: BigInt(sums.requests) },
    // Entries of deleted holds had positions, too.
    { ref, counter: "last entry", stored: BigInt(entries), computed: BigInt(Math.max(entries, sums.last)) },
    ...kinds.flatMap((kind) =>
      amounts.flatMap((amount) =>
        Day.kinds.map((window) => ({
          ref,
          counter: `${kind} ${amount} ${window}`,
          stored: sums.scope[kind][amount][window],
          computed: sums[kind][amount][window]
        }))
      )
    )
  ]
  return compared.filter(({ computed, stored }) => computed !== stored)
}

/** Computes every counter of every scope from its opening balance and the ledger, and compares it with the stored one. */
export const ledgerCheck = (): LedgerVisitor<LedgerReport> => {
  const scopes = new Map<ScopeId, ComputedCounters>()
  let entries = 0
  return {
    scope: (scope) => {
      scopes.set(scope.id, beginAt(scope))
    },
    entry: (entry) => {
      entries++
      const changes = contributions(entry)
      for (const id of entry.scopes) {
        const sums = scopes.get(id)
        if (sums === undefined) continue
        if (entry.state === "open") sums.holds++
        if (sums.scope.ref.kind === "organization") sums.last = Math.max(sums.last, entry.position ?? 0)
        // Entries that count are the requests of a run.
        if (sums.scope.ref.kind === "run") sums.requests++
        for (const change of changes) {
          const same = Day.sameWindows(sums.scope.day, change.day)
          if (change.is_byok) sums.byok = addTo(sums.byok, change, same)
          else sums.own = addTo(sums.own, change, same)
        }
      }
    },
    end: () => ({ scopes: scopes.size, entries, differences: [...scopes.values()].flatMap(differencesOf) })
  }
}
