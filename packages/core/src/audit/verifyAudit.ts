import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import { type AuditEnd, AuditStore } from "./AuditStore.js"
import { type BrokenChain, checkChain, type PrunedChain } from "./checkChain.js"

/** What a check of the audit log has found. */
export interface AuditReport {
  readonly chains: number
  readonly entries: number
  /** The first thing that is wrong with each chain of which something is. */
  readonly broken: ReadonlyArray<BrokenChain>
  /** The chains whose beginning the retention has deleted, and an entry says so. */
  readonly pruned: ReadonlyArray<PrunedChain>
}

/**
 * Computes the hash of every entry of the audit log, compares the last one of each chain with the chain's head, and looks for the entry that
 * explains where the chain begins. Who can write to the whole database can also write a new chain: compare its head with one that was
 * published before.
 */
export const verifyAudit = Effect.fnUntraced(function* () {
  const audit = yield* AuditStore
  // Before the chains, so that an entry of this moment is not after the head that is compared with it.
  const ends = yield* audit.ends
  const chains = yield* audit.chains
  const broken: Array<BrokenChain> = []
  const pruned: Array<PrunedChain> = []
  let entries = 0

  /** Reports entries after a number that no head covers. */
  const checkEnd = Effect.fnUntraced(function* (end: AuditEnd, after: number, problem: BrokenChain["problem"]) {
    if (end.seq <= after) return
    const [first] = yield* audit.read(end.organization_id, after, 1)
    if (first !== undefined) broken.push({ organization_id: end.organization_id, seq: first.seq, problem })
  })

  for (const chain of chains) {
    const checked = yield* checkChain(chain)
    entries += checked.entries
    if (checked.pruned !== null) pruned.push(checked.pruned)
    const end = ends.find((one) => one.organization_id === chain.organization_id)
    if (checked.broken !== null) broken.push(checked.broken)
    else if (end !== undefined) yield* checkEnd(end, chain.seq, "after_head")
  }
  const headed = new Set(chains.map(({ organization_id }) => organization_id))
  for (const end of ends) if (!headed.has(end.organization_id)) yield* checkEnd(end, 0, "no_head")
  const report: AuditReport = { chains: chains.length, entries, broken, pruned }
  return report
}, withSpan("audit.verifyAudit"))
