import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import { AuditStore } from "./AuditStore.js"
import type { KeptHead } from "./checkChain.js"
import { checkChains } from "./verifyAudit.js"

/**
 * Verifies the audit log as `verifyAudit` does, and keeps for each chain when that was, up to which entry, and whether it was intact:
 * `getAuditChain` shows it to the organization. A check that fails keeps nothing. If what was found cannot be stored, as by a user of the database
 * who may only read, a warning is logged, and the result is the same.
 *
 * @throws StorageFailure if the log cannot be read.
 */
export const noteAuditCheck = Effect.fnUntraced(function* (kept: ReadonlyArray<KeptHead> = []) {
  const audit = yield* AuditStore
  const checked_at = yield* DateTime.now
  const { lasts, report } = yield* checkChains(kept)
  const broken = new Set(report.broken.map(({ organization_id }) => organization_id))
  const checks = Array.from(lasts, ([organization_id, seq]) => ({
    organization_id,
    checked_at,
    seq,
    intact: !broken.has(organization_id)
  }))
  yield* audit
    .noteChecks(checks)
    .pipe(
      Effect.catchAll(({ cause }) =>
        Effect.logWarning("the check of the audit log was not noted in the database", cause)
      )
    )
  return report
}, withSpan("audit.noteAuditCheck"))
