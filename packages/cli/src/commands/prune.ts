import * as Command from "@effect/cli/Command"
import { databaseFlags } from "../database/databaseFlags.js"
import { logFlags } from "../settings/logFlags.js"
import { flag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { onDemand } from "./onDemand.js"

/** Deletes old entries of the ledger and of the audit log, and answers of repeated requests. */
export const prune = Command.make(
  "prune",
  {
    retentionDays: flag(settings.retentionDays),
    auditRetentionDays: flag(settings.auditRetentionDays),
    ...logFlags,
    ...databaseFlags
  },
  onDemand(async () => (await import("../actions/prune.js")).prune)
).pipe(
  Command.withDescription(
    "Deletes entries of the ledger that have ended and are older than the retention, answers that were kept for repeated requests more than " +
      "24 hours ago, and, with --audit-retention-days, older entries of the audit log, which leave an entry and a line in the log. Counters and reports keep what requests have cost. It " +
      "may run while servers use the database, with the same retention; `tollgate serve` does it by itself each hour."
  )
)
