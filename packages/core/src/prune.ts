import * as Effect from "effect/Effect"
import { AuditRetention } from "./audit/AuditRetention.js"
import { pruneAudit } from "./audit/pruneAudit.js"
import { pruneAnswers } from "./idempotency/pruneAnswers.js"
import { pruneLedger } from "./spending/upkeep/pruneLedger.js"

/**
 * Deletes all that storage needs no more, and returns how much of each: entries of the ledger beyond `LedgerRetention`, answers of
 * repeated requests after 24 hours, and entries of the audit log beyond `AuditRetention`, if that is set. Runs without a request for 32 days
 * and alerts beyond `LedgerRetention` are deleted, too, and not counted. Each part can be run by itself: `pruneLedger`, `pruneAnswers`, `pruneAudit`.
 *
 * @throws StorageFailure. What was deleted before stays deleted.
 */
export const prune = Effect.gen(function* () {
  const retention = yield* AuditRetention
  const { deleted: ledger } = yield* pruneLedger
  const { deleted: answers } = yield* pruneAnswers
  const { deleted: audit } = retention === null ? { deleted: 0 } : yield* pruneAudit(retention)
  return { ledger, answers, audit }
})
