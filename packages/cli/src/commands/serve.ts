import * as Command from "@effect/cli/Command"
import { databaseFlags } from "../database/databaseFlags.js"
import { logFlags } from "../settings/logFlags.js"
import { flag, repeatedFlag, switchFlag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { onDemand } from "./onDemand.js"

/** Serves the HTTP API until it is interrupted. */
export const serve = Command.make(
  "serve",
  {
    host: flag(settings.host),
    port: flag(settings.port),
    requestsPerMinute: flag(settings.requestsPerMinute),
    retentionDays: flag(settings.retentionDays),
    auditRetentionDays: flag(settings.auditRetentionDays),
    serveCredentials: switchFlag(settings.serveCredentials),
    allowImport: switchFlag(settings.allowImport),
    corsOrigins: repeatedFlag(settings.corsOrigins),
    metrics: flag(settings.metrics),
    ...databaseFlags,
    ...logFlags
  },
  onDemand(async () => (await import("../actions/serve.js")).serve)
).pipe(
  Command.withDescription(
    "Serves the HTTP API on a database. A new one gets an organization, its first management key and a gateway key, which are " +
      "printed once. SIGTERM and Ctrl+C stop the server after the requests in flight, for at most 7 seconds; a third Ctrl+C ends it " +
      "at once. SIGHUP is ignored."
  )
)
