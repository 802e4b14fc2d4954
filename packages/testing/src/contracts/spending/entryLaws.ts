import { expect } from "@effect/vitest"
import type { OrganizationId } from "@tollgate/core"
import { type EntryRecord, type HoldRecord, SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { ledger } from "./laws.js"
import { organization } from "./samples.js"

// As the laws of counters, those of entries are computed here from what was read alone.

/** The next entries after a position. */
export const entriesAfter = (after: number, limit = 1_000, organization_id: OrganizationId = organization) =>
  Effect.flatMap(SpendingStore, (store) => store.entries({ organization_id, after, limit }))

/** What an entry says, without the rest of its hold, which may change. */
export const saying = (entry: EntryRecord) => {
  const { kind, position } = entry
  const common = { position, kind, id: entry.hold.id, opened_at: entry.hold.opened_at, labels: entry.hold.labels }
  if (entry.kind === "unknown") return { ...common, entry: entry.entry, amount: entry.hold.amount }
  if (entry.kind === "corrected") return { ...common, correction: entry.correction }
  const { amount, basis, credential_id, ended_at, input_tokens, is_byok, model, output_tokens, provider } = entry.hold
  const served = { basis, credential_id, ended_at, input_tokens, is_byok, model, output_tokens, provider }
  const { cost, hold, reconciliation } = entry
  return { ...common, cost, amount, served, was_unknown: hold.was_unknown, reconciliation }
}
type Said = ReturnType<typeof saying>

/** A program that reads the entries of the organization as they come, from where it was. */
export class EntryReader {
  after = 0
  readonly seen: Array<Said> = []
  readonly entries: Array<EntryRecord> = []

  /** Reads pages of a size until there are no more. Each position is greater than the one before it. */
  readonly poll = (limit = 1_000) =>
    Effect.gen(this, function* () {
      for (;;) {
        const page = yield* entriesAfter(this.after, limit)
        expect(page.length).toBeLessThanOrEqual(limit)
        for (const entry of page) {
          expect(entry.position).toBeGreaterThan(this.after)
          this.after = entry.position
          this.seen.push(saying(entry))
          this.entries.push(entry)
        }
        if (page.length === 0) return
      }
    })
}

interface Totals {
  requests: number
  cost: bigint
  byok_cost: bigint
  unknown: bigint
  input_tokens: number
  output_tokens: number
}

const nothing = (): Totals => ({ requests: 0, cost: 0n, byok_cost: 0n, unknown: 0n, input_tokens: 0, output_tokens: 0 })

/** The totals of entries, which are plain sums of what each says. */
const replayed = (entries: ReadonlyArray<EntryRecord>): Totals => {
  const totals = nothing()
  const add = ({ is_byok }: HoldRecord, cost: bigint) => {
    if (is_byok) totals.byok_cost += cost
    else totals.cost += cost
  }
  for (const entry of entries) {
    const { hold } = entry
    if (entry.kind === "unknown") {
      totals.requests++
      totals.unknown += hold.amount
    } else if (entry.kind === "corrected") {
      add(hold, entry.correction.cost - (entry.correction.cost_before ?? 0n))
    } else {
      if (hold.was_unknown === null) totals.requests++
      else totals.unknown -= hold.amount
      add(hold, entry.cost)
      totals.input_tokens += hold.input_tokens
      totals.output_tokens += hold.output_tokens
    }
  }
  return totals
}

/** The same of the ledger, of the holds that have entries. */
const stored = (holds: ReadonlyArray<HoldRecord>): Totals => {
  const totals = nothing()
  for (const { amount, cost, input_tokens, is_byok, output_tokens, position, state } of holds) {
    if (position === null) continue
    totals.requests++
    if (state === "unknown") totals.unknown += amount
    else if (is_byok) totals.byok_cost += cost ?? 0n
    else totals.cost += cost ?? 0n
    totals.input_tokens += input_tokens
    totals.output_tokens += output_tokens
  }
  return totals
}

/** The entries that a hold must have, in their order. A reconciliation is its first correction, and has no entry but the settlement. */
const expectedOf =
  (reconciled: ReadonlySet<HoldRecord["id"]>) =>
  ({ corrections, id, position, state, was_unknown }: HoldRecord) =>
    position === null
      ? []
      : [
          ...(state === "unknown" || was_unknown !== null ? [`${id} unknown`] : []),
          ...(state === "settled" ? [`${id} settled`] : []),
          ...Array.from({ length: corrections }, (_, at) => `${id} corrected ${at + 1}`).slice(
            reconciled.has(id) ? 1 : 0
          )
        ]

/** The holds that were reconciled, by their corrections. */
const reconciledOf = (holds: ReadonlyArray<HoldRecord>) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const found = new Set<HoldRecord["id"]>()
    for (const hold of holds.filter(({ corrections }) => corrections > 0)) {
      const corrections = yield* store.corrections(hold)
      expect(corrections.slice(1).every(({ cost_before }) => cost_before !== null)).toBe(true)
      if (corrections[0]?.cost_before === null) found.add(hold.id)
    }
    return found
  })

/**
 * Checks the entries against the ledger: positions without gaps, each entry of each hold once and in its order, totals that are those of the
 * ledger, and that the reader, which has polled all the time, has seen the same as one that begins now.
 */
export const expectEntries = (reader: EntryReader, charged: (hold: HoldRecord) => boolean) =>
  Effect.gen(function* () {
    yield* reader.poll()
    const entries = yield* entriesAfter(0)
    expect(entries.map(saying)).toEqual(reader.seen)
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, at) => at + 1))
    const holds = yield* ledger()
    const counted = holds.filter(({ state }) => state === "unknown" || state === "settled")
    expect(counted.filter(({ position }) => position === null).filter(charged)).toEqual([])
    const names = entries.map((entry) =>
      entry.kind === "corrected"
        ? `${entry.hold.id} corrected ${entry.correction.number}`
        : `${entry.hold.id} ${entry.kind}`
    )
    const expected = expectedOf(yield* reconciledOf(holds))
    expect([...names].sort()).toEqual(holds.flatMap(expected).sort())
    for (const hold of holds) {
      expect(names.filter((name) => name.startsWith(hold.id))).toEqual(expected(hold))
    }
    expect(replayed(entries)).toEqual(stored(holds))
  })
