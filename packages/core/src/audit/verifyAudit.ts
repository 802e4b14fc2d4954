import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { ChainId } from "../ports/PendingEntry.js"
import { withSpan } from "../runtime/withSpan.js"
import { type AuditEnd, AuditStore } from "./AuditStore.js"
import { type BrokenChain, checkChain, type KeptHead, type PrunedChain } from "./checkChain.js"

/** What a check of the audit log has found. */
export interface AuditReport {
  readonly chains: number
  readonly entries: number
  /** How many entries have no number and no hash yet, and were not checked. */
  readonly unsealed: number
  /** How many of the given heads are those of entries. The entries of others were deleted. */
  readonly same: number
  /** The first thing that is wrong with each chain of which something is. */
  readonly broken: ReadonlyArray<BrokenChain>
  /** The chains whose beginning the retention has deleted, and an entry says so. */
  readonly pruned: ReadonlyArray<PrunedChain>
}

/** Checks every chain as `verifyAudit` does. Also returns the number of the last entry of each chain, as it was when the check began. */
export const checkChains = Effect.fnUntraced(function* (kept: ReadonlyArray<KeptHead>) {
  const audit = yield* AuditStore
  const { chains, ends, unsealed } = yield* audit.inspect
  const broken: Array<BrokenChain> = []
  const pruned: Array<PrunedChain> = []
  let [entries, same] = [0, 0]
  const keptOf = Arr.groupBy(kept, ({ organization_id }) => organization_id)

  /** Reports entries after a number that no head covers. */
  const checkEnd = Effect.fnUntraced(function* (end: AuditEnd, after: number, problem: BrokenChain["problem"]) {
    if (end.seq <= after) return
    const [first] = yield* audit.read(end.organization_id, after, 1)
    if (first !== undefined) broken.push({ organization_id: end.organization_id, seq: first.seq, problem })
  })

  for (const chain of chains) {
    const checked = yield* checkChain(chain, keptOf[chain.organization_id] ?? [])
    entries += checked.entries
    same += checked.same
    if (checked.pruned !== null) pruned.push(checked.pruned)
    const end = ends.find((one) => one.organization_id === chain.organization_id)
    if (checked.broken !== null) broken.push(checked.broken)
    else if (end !== undefined) yield* checkEnd(end, chain.seq, "after_head")
  }
  const known = new Set(chains.map(({ organization_id }) => organization_id))
  for (const end of ends) {
    if (known.has(end.organization_id)) continue
    known.add(end.organization_id)
    yield* checkEnd(end, 0, "no_head")
  }
  for (const { organization_id } of kept) {
    if (known.has(organization_id)) continue
    known.add(organization_id)
    broken.push({ organization_id, seq: 1, problem: "missing" })
  }
  const report: AuditReport = { chains: chains.length, entries, unsealed, same, broken, pruned }
  const lasts = new Map<ChainId, number>([
    ...kept.map(({ organization_id }) => [organization_id, 0] as const),
    ...[...ends, ...chains].map(({ organization_id, seq }) => [organization_id, seq] as const)
  ])
  return { report, lasts }
})

/**
 * Computes the hash of every entry of the audit log, compares the last one of each chain with the chain's head, and looks for the entry that
 * explains where the chain begins. A writer of the whole database can also write a new chain: that is found by heads that were
 * `kept` outside of the database before. Writes nothing.
 */
export const verifyAudit = Effect.fnUntraced(function* (kept: ReadonlyArray<KeptHead> = []) {
  return (yield* checkChains(kept)).report
}, withSpan("audit.verifyAudit"))
