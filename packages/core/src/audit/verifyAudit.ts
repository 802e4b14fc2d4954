import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import { type AuditChain, type AuditHead, type AuditRecord, hashEntry } from "./AuditRecord.js"
import { AuditStore } from "./AuditStore.js"

const PAGE = 1_000

/** Where a chain is broken: an entry is missing or changed, or the last entries are gone. */
export interface BrokenChain {
  readonly organization_id: AuditChain["organization_id"]
  /** The number of the first entry that is not as it was sealed. */
  readonly seq: number
  readonly problem: "missing" | "changed"
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
  const chains = yield* audit.chains
  const broken: Array<BrokenChain> = []
  let count = 0
  const check = Effect.fnUntraced(function* ({ deleted, organization_id, ...head }: AuditChain) {
    const breaks = (seq: number, problem: BrokenChain["problem"]) => {
      broken.push({ organization_id, seq, problem })
    }
    let last: AuditHead = deleted
    /** Whether what is missing was deleted as too old since the chains were read: then the check goes on after it. */
    const isPruned = Effect.map(audit.chains, (now) => {
      const chain = now.find((one) => one.organization_id === organization_id)
      if (chain === undefined || chain.deleted.seq <= last.seq) return false
      last = chain.deleted
      return true
    })
    while (last.seq < head.seq) {
      const entries = yield* audit.read(organization_id, last.seq, Math.min(PAGE, head.seq - last.seq))
      if (entries[0]?.seq !== last.seq + 1) {
        if (yield* isPruned) continue
        return breaks(last.seq + 1, "missing")
      }
      for (const entry of entries) {
        if (entry.seq !== last.seq + 1) return breaks(last.seq + 1, "missing")
        if (!follows(last, entry)) return breaks(entry.seq, "changed")
        last = entry
        count++
      }
    }
    if (last.seq === head.seq && last.hash !== head.hash) breaks(head.seq, "changed")
  })
  for (const chain of chains) yield* check(chain)
  const report: AuditReport = { chains: chains.length, entries: count, broken }
  return report
}, withSpan("audit.verifyAudit"))
