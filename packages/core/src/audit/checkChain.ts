import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type AuditChain, type AuditHead, type AuditRecord, hashEntry } from "./AuditRecord.js"
import { AuditStore } from "./AuditStore.js"
import { pruningOf } from "./Pruning.js"
import { readChain } from "./readChain.js"

/** Where a chain is broken. */
export interface BrokenChain {
  readonly organization_id: AuditChain["organization_id"]
  /**
   * The number of the first entry that is not as it was sealed, or that no head covers. If the beginning of a chain is `unexplained`, the number
   * of the last entry that was deleted.
   */
  readonly seq: number
  /**
   * An entry is missing (also if the last ones are gone), is changed, or comes after the head of the chain; the chain has entries and no
   * head; or its first entries are gone, and no entry says that the retention has deleted them.
   */
  readonly problem: "missing" | "changed" | "after_head" | "no_head" | "unexplained"
}

/** The beginning of a chain that the retention has deleted: its entries from the first one to this one. */
export interface PrunedChain {
  readonly organization_id: AuditChain["organization_id"]
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
  readonly broken: BrokenChain | null
  readonly pruned: PrunedChain | null
}

const follows = (before: AuditHead, { hash, seq: _, ...entry }: AuditRecord) =>
  hash === hashEntry(before, { ...entry, created_at: entry.created_at.epochMillis })

const checkOnce = Effect.fnUntraced(function* ({ deleted, organization_id, ...head }: AuditChain) {
  let last: AuditHead = deleted
  let count = 0
  let broken: BrokenChain | null = null
  let pruned: PrunedChain | null = null
  const breaks = (seq: number, problem: BrokenChain["problem"]) => {
    broken = { organization_id, seq, problem }
    return null
  }
  /** Notes the entry about the deletion of the beginning. */
  const explain = (entry: AuditRecord) => {
    const pruning = pruningOf(entry)
    if (pruning?.to !== deleted.seq || pruning.hash !== deleted.hash) return
    pruned = { organization_id, seq: deleted.seq, at: entry.created_at, isNotedLate: pruning.noted_late }
  }
  yield* readChain({ organization_id, seq: head.seq }, deleted.seq, (entries) =>
    Effect.sync(() => {
      if (entries.length === 0) return breaks(last.seq + 1, "missing")
      for (const entry of entries) {
        if (entry.seq !== last.seq + 1) return breaks(last.seq + 1, "missing")
        if (!follows(last, entry)) return breaks(entry.seq, "changed")
        explain(entry)
        last = entry
        count++
      }
      return last.seq
    })
  )
  if (broken === null && last.seq === head.seq && last.hash !== head.hash) breaks(head.seq, "changed")
  if (broken === null && deleted.seq > 0 && pruned === null) breaks(deleted.seq, "unexplained")
  const checked: CheckedChain = { entries: count, broken, pruned }
  return checked
})

/** Computes the hash of every entry of a chain, compares the last one with the head, and looks for the entry about the deletion of its beginning. */
export const checkChain = Effect.fnUntraced(function* (chain: AuditChain) {
  const audit = yield* AuditStore
  for (let begun = chain; ; ) {
    const checked = yield* checkOnce(begun)
    if (checked.broken?.problem !== "missing") return checked
    // What is missing may have been deleted as too old since the chain was read.
    const now = (yield* audit.chains).find(({ organization_id }) => organization_id === chain.organization_id)
    if (now === undefined || now.deleted.seq <= begun.deleted.seq) return checked
    begun = now
  }
})
