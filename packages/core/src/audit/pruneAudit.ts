import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import type { AuditChain } from "./AuditRecord.js"
import { AuditStore } from "./AuditStore.js"
import { entryOf, isPruning } from "./Pruning.js"
import { readChain } from "./readChain.js"

/**
 * Deletes the oldest entries of each chain, up to the first one that is not older than the retention, and returns their number. At most
 * 1,000 entries are deleted at once, in one transaction with an entry `audit.prune` of the same chain that says which ones, and
 * a line in the log. What remains can still be verified. Unless it is called, storage keeps all entries.
 */
export const pruneAudit = Effect.fnUntraced(function* (retention: Duration.DurationInput) {
  const audit = yield* AuditStore
  const now = yield* DateTime.now
  const since = DateTime.subtractDuration(now, retention).epochMillis
  let deleted = 0
  const prune = (chain: AuditChain) => {
    const { organization_id } = chain
    let from = chain.deleted.seq + 1
    return readChain(
      chain,
      chain.deleted.seq,
      Effect.fnUntraced(function* (entries) {
        const first = entries.findIndex(({ created_at }) => created_at.epochMillis >= since)
        const old = first < 0 ? entries : entries.slice(0, first)
        const last = old.at(-1)
        if (last === undefined) return null
        // Alone, they stay: to delete them would only add another one.
        if (old.every(isPruning)) return last.seq
        const pruning = { from, to: last.seq, hash: last.hash }
        // Another process may have deleted them meanwhile.
        if (!(yield* audit.prune(pruning, entryOf(organization_id, pruning, now.epochMillis)))) return null
        const of = organization_id === "" ? {} : { organization: organization_id }
        yield* Effect.annotateLogs(Effect.logInfo("old audit entries deleted"), { ...of, ...pruning })
        deleted += last.seq - from + 1
        from = last.seq + 1
        return last.seq
      })
    )
  }
  for (const chain of yield* audit.chains) yield* prune(chain)
  return { deleted }
}, withSpan("audit.pruneAudit"))
