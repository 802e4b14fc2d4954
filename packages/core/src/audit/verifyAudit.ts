import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import { type AuditChain, type AuditHead, type AuditRecord, hashEntry } from "./AuditRecord.js"
import { type AuditEnd, AuditStore } from "./AuditStore.js"
import { readChain } from "./readChain.js"

/**
 * Where a chain is broken. An entry is missing (also if the last ones are gone), is changed, or comes after the head of the chain; or the chain has
 * entries and no head.
 */
export interface BrokenChain {
  readonly organization_id: AuditChain["organization_id"]
  /** The number of the first entry that is not as it was sealed, or that no head covers. */
  readonly seq: number
  readonly problem: "missing" | "changed" | "after_head" | "no_head"
}

/** What a check of the audit log has found. */
export interface AuditReport {
  readonly chains: number
  readonly entries: number
  readonly broken: ReadonlyArray<BrokenChain>
}

const follows = (before: AuditHead, { hash, seq: _, ...entry }: AuditRecord) =>
  hash === hashEntry(before, { ...entry, created_at: entry.created_at.epochMillis })

/**
 * Computes the hash of every entry of the audit log, and compares the last one of each chain with the chain's head. Who can write to the
 * whole database can also write a new chain: compare its head with one that was published before.
 */
export const verifyAudit = Effect.fnUntraced(function* () {
  const audit = yield* AuditStore
  // Before the chains, so that an entry of this moment is not after the head that is compared with it.
  const ends = yield* audit.ends
  const chains = yield* audit.chains
  const broken: Array<BrokenChain> = []
  let count = 0

  /** Reports entries after a number that no head covers. */
  const checkEnd = Effect.fnUntraced(function* (end: AuditEnd, after: number, problem: BrokenChain["problem"]) {
    if (end.seq <= after) return
    const [first] = yield* audit.read(end.organization_id, after, 1)
    if (first !== undefined) broken.push({ organization_id: end.organization_id, seq: first.seq, problem })
  })

  const check = Effect.fnUntraced(function* ({ deleted, organization_id, ...head }: AuditChain) {
    const breaks = (seq: number, problem: BrokenChain["problem"]) => {
      broken.push({ organization_id, seq, problem })
      return null
    }
    let last: AuditHead = deleted
    /** Whether what is missing was deleted as too old since the chains were read: then the check goes on after it. */
    const isPruned = Effect.map(audit.chains, (now) => {
      const chain = now.find((one) => one.organization_id === organization_id)
      if (chain === undefined || chain.deleted.seq <= last.seq) return false
      last = chain.deleted
      return true
    })
    const checkPage = Effect.fnUntraced(function* (entries: ReadonlyArray<AuditRecord>) {
      if (entries[0]?.seq !== last.seq + 1) {
        return (yield* isPruned) ? last.seq : breaks(last.seq + 1, "missing")
      }
      for (const entry of entries) {
        if (entry.seq !== last.seq + 1) return breaks(last.seq + 1, "missing")
        if (!follows(last, entry)) return breaks(entry.seq, "changed")
        last = entry
        count++
      }
      return last.seq
    })
    const known = broken.length
    yield* readChain({ organization_id, seq: head.seq }, deleted.seq, checkPage)
    if (broken.length > known) return
    if (last.seq === head.seq && last.hash !== head.hash) return breaks(head.seq, "changed")
    const end = ends.find((one) => one.organization_id === organization_id)
    if (end !== undefined) yield* checkEnd(end, head.seq, "after_head")
  })
  for (const chain of chains) yield* check(chain)
  const headed = new Set(chains.map(({ organization_id }) => organization_id))
  for (const end of ends) if (!headed.has(end.organization_id)) yield* checkEnd(end, 0, "no_head")
  const report: AuditReport = { chains: chains.length, entries: count, broken }
  return report
}, withSpan("audit.verifyAudit"))
