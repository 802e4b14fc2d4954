import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"

/** How long `prune` leaves entries of the audit log, or null for all of them. @default null */
export class AuditRetention extends Context.Reference<AuditRetention>()("@tollgate/core/AuditRetention", {
  defaultValue: (): Duration.DurationInput | null => null
}) {}
