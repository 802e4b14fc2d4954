import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ChainId } from "../ports/PendingEntry.js"
import { type AuditChain, type AuditHead, type AuditRecord, hashEntry } from "./AuditRecord.js"
import { AuditStore } from "./AuditStore.js"
import { pruningOf } from "./Pruning.js"
import { readChain } from "./readChain.js"

/** Where a chain is broken. */
export interface BrokenChain {
  readonly organization_id: ChainId
  /**
   * The number of the first entry that is not as it was sealed, that no head covers, or that differs from a head that was kept. If the beginning of
   * a chain is `unexplained`, the number of the last entry that was deleted.
   */
  readonly seq: number
  /**
   * An entry is missing (also if the last ones are gone), is changed, or comes after the head of the chain; the chain has entries and no
   * head; its first entries are gone, and no entry says that the retention has deleted them; or an entry has another hash than the head that
   * was kept of it.
   */
  readonly problem: "missing" | "changed" | "after_head" | "no_head" | "unexplained" | "differs"
  /** If an entry `differs`, the last one before it of which a kept head says that it is the same: between both is the first one that differs. */
  readonly same?: number
}

/** A head that was kept outside of the database. */
export interface KeptHead extends AuditHead {
  readonly organization_id: ChainId
}

/** The beginning of a chain that the retention has deleted: its entries from the first one to this one. */
export interface PrunedChain {
  readonly organization_id: ChainId
  /** The number of the last deleted entry. */
  readonly seq: number
  /** When it was deleted, or, if that was noted late, the time of the note. */
  readonly at: DateTime.Utc
  /** Whether the deletion was noted after it, by a migration. */
  readonly isNotedLate: boolean
}

/** What a check of one chain has found. */
interface CheckedChain {
  /** How many entries were checked. */
  readonly entries: number
  /** How many heads were kept of these entries, and have their hashes. */
  readonly same: number
  readonly broken: BrokenChain | null
  readonly pruned: PrunedChain | null
}

const follows = (before: AuditHead, { hash, seq: _, ...entry }: AuditRecord) =>
  hash === hashEntry(before, { ...entry, created_at: entry.created_at.epochMillis })

/** Compares entries, in their order, with the heads that were kept of a chain. */
class Kept {
  readonly #heads: ReadonlyArray<AuditHead>
  #next = 0
  /** How many are the same. */
  count = 0
  /** The number of the last entry that is the same. */
  last = 0
  constructor(heads: ReadonlyArray<AuditHead>) {
    this.#heads = heads.toSorted((a, b) => a.seq - b.seq)
  }
  /** Whether a head was kept of an entry and has another hash. */
  differs({ hash, seq }: AuditHead): boolean {
    for (let head = this.#heads[this.#next]; head !== undefined && head.seq <= seq; head = this.#heads[++this.#next]) {
      // Of those before it, the entries were deleted.
      if (head.seq < seq) continue
      if (head.hash !== hash) return true
      this.count++
      this.last = seq
    }
    return false
  }
  /** Whether a head was kept of an entry after the one that was compared last. */
  get goesOn(): boolean {
    return this.#next < this.#heads.length
  }
}

const checkOnce = Effect.fnUntraced(function* (
  { deleted, organization_id, ...head }: AuditChain,
  heads: ReadonlyArray<AuditHead>
) {
  const kept = new Kept(heads)
  let last: AuditHead = deleted
  let count = 0
  let broken: BrokenChain | null = null
  let pruned: PrunedChain | null = null
  const breaks = (seq: number, problem: BrokenChain["problem"]) => {
    broken ??= { organization_id, seq, problem, ...(problem === "differs" ? { same: kept.last } : {}) }
    return null
  }
  /** Notes the entry about the deletion of the beginning. */
  const explain = (entry: AuditRecord) => {
    const pruning = pruningOf(entry)
    if (pruning?.to !== deleted.seq || pruning.hash !== deleted.hash) return
    pruned = { organization_id, seq: deleted.seq, at: entry.created_at, isNotedLate: pruning.noted_late }
  }
  const checkPage = (entries: ReadonlyArray<AuditRecord>) => {
    if (entries.length === 0) return breaks(last.seq + 1, "missing")
    for (const entry of entries) {
      if (entry.seq !== last.seq + 1) return breaks(last.seq + 1, "missing")
      if (!follows(last, entry)) return breaks(entry.seq, "changed")
      if (kept.differs(entry)) return breaks(entry.seq, "differs")
      explain(entry)
      last = entry
      count++
    }
    return last.seq
  }
  if (kept.differs(deleted)) breaks(deleted.seq, "differs")
  else {
    yield* readChain({ organization_id, seq: head.seq }, deleted.seq, (entries) =>
      Effect.sync(() => checkPage(entries))
    )
  }
  if (last.seq === head.seq && last.hash !== head.hash) breaks(head.seq, "changed")
  if (deleted.seq > 0 && pruned === null) breaks(deleted.seq, "unexplained")
  if (kept.goesOn) breaks(head.seq + 1, "missing")
  const checked: CheckedChain = { entries: count, same: kept.count, broken, pruned }
  return checked
})

/**
 * Computes the hash of every entry of a chain, compares it with the heads that were kept of the chain and the last one with its head, and looks
 * for the entry about the deletion of its beginning.
 */
export const checkChain = Effect.fnUntraced(function* (chain: AuditChain, heads: ReadonlyArray<AuditHead>) {
  const audit = yield* AuditStore
  for (let begun = chain; ; ) {
    const checked = yield* checkOnce(begun, heads)
    if (checked.broken?.problem !== "missing") return checked
    // What is missing may have been deleted as too old since the chain was read.
    const { chains } = yield* audit.inspect
    const now = chains.find(({ organization_id }) => organization_id === chain.organization_id)
    if (now === undefined || now.deleted.seq <= begun.deleted.seq) return checked
    begun = now
  }
})
