import * as Command from "@effect/cli/Command"
import { flag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { onDemand } from "./onDemand.js"

/** Changes the tables of a database to those of this version. */
export const migrate = Command.make(
  "migrate",
  { database: flag(settings.database) },
  onDemand(async () => (await import("../actions/migrate.js")).migrate)
).pipe(
  Command.withDescription(
    "Creates the tables of a PostgreSQL database, or changes those of any database to this version. Other commands do the same " +
      "when they open it; this one is for a server whose user has only the privileges SELECT, INSERT, UPDATE and DELETE."
  )
)
