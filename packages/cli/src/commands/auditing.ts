import { pruneAudit } from "@tollgate/core"
import { AuditStore } from "@tollgate/core/storage"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

const hourly = Schedule.spaced("1 hour")

/** Deletes what is older than the retention, at once and each hour. */
const pruning = (days: number) =>
  pruneAudit(Duration.days(days)).pipe(
    Effect.catchAll((failure) => Effect.logWarning("old audit entries could not be deleted", failure.cause)),
    Effect.repeat(hourly)
  )

/** Logs the head of each chain, and where the chain begins. */
export const logHeads = Effect.gen(function* () {
  const { chains } = yield* AuditStore
  for (const { deleted, hash, organization_id, seq } of yield* chains) {
    const of = organization_id === "" ? {} : { organization: organization_id }
    const beginning = { first_seq: deleted.seq + 1, deleted_hash: deleted.hash }
    yield* Effect.annotateLogs(Effect.logInfo("head of the audit log"), { ...of, seq, hash, ...beginning })
  }
})

/** Logs the heads each hour. What a server logs when it starts is about itself alone. */
const logging = logHeads.pipe(
  Effect.catchAll((failure) => Effect.logWarning("the heads of the audit log could not be read", failure.cause)),
  Effect.schedule(hourly)
)

/**
 * Logs the heads of the audit log each hour, and deletes entries that are older than so many days; 0 keeps all. A failure of either is
 * logged, and does not stop the other.
 */
export const auditing = (days: number) =>
  days > 0 ? Effect.all([pruning(days), logging], { concurrency: "unbounded", discard: true }) : logging
