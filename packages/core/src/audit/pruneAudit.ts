import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import type { AuditChain } from "./AuditRecord.js"
import { AuditStore } from "./AuditStore.js"
import { readChain } from "./readChain.js"

/**
 * Deletes the oldest entries of each chain, up to the first one that is not older than the retention, and returns their number. What
 * remains can still be verified. Storage keeps all entries if nobody calls it.
 */
export const pruneAudit = Effect.fnUntraced(function* (retention: Duration.DurationInput) {
  const audit = yield* AuditStore
  const since = DateTime.subtractDuration(yield* DateTime.now, retention).epochMillis
  let deleted = 0
  const prune = (chain: AuditChain) =>
    readChain(
      chain,
      chain.deleted.seq,
      Effect.fnUntraced(function* (entries) {
        const first = entries.findIndex(({ created_at }) => created_at.epochMillis >= since)
        const old = first < 0 ? entries : entries.slice(0, first)
        const last = old.at(-1)
        if (last === undefined) return null
        yield* audit.deleteUpTo(chain.organization_id, { seq: last.seq, hash: last.hash })
        deleted += old.length
        return last.seq
      })
    )
  for (const chain of yield* audit.chains) yield* prune(chain)
  return { deleted }
}, withSpan("audit.pruneAudit"))
