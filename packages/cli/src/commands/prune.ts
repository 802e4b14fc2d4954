import * as Command from "@effect/cli/Command"
import { databaseFlags } from "../database/databaseFlags.js"
import { flag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { onDemand } from "./onDemand.js"

/** Deletes old entries of the ledger. */
export const prune = Command.make(
  "prune",
  { retentionDays: flag(settings.retentionDays), ...databaseFlags },
  onDemand(async () => (await import("../actions/prune.js")).prune)
).pipe(
  Command.withDescription(
    "Deletes entries of the ledger that have ended and are older than the retention. Counters and reports keep what they have cost. It " +
      "may run while servers use the database, with the same retention; `tollgate serve` does it by itself each hour."
  )
)
