import { pruneAudit } from "@tollgate/core"
import { AuditStore } from "@tollgate/core/storage"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Logs the heads of the audit log each hour, and deletes what is older than the retention before. A failure is logged. */
export const auditing = (days: number) =>
  Effect.gen(function* () {
    if (days > 0) yield* pruneAudit(Duration.days(days))
    const { chains } = yield* AuditStore
    for (const { hash, organization_id, seq } of yield* chains) {
      const of = organization_id === "" ? {} : { organization: organization_id }
      yield* Effect.annotateLogs(Effect.logInfo("head of the audit log"), { ...of, seq, hash })
    }
  }).pipe(
    Effect.catchAll((failure) => Effect.logWarning("the audit log could not be read", failure.cause)),
    // What a server says when it starts is about itself alone.
    Effect.schedule(Schedule.spaced("1 hour"))
  )
