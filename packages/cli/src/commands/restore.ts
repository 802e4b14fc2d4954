import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import { onDemand } from "./onDemand.js"

const args = {
  copy: Args.text({ name: "copy" }).pipe(Args.withDescription("A copy that `tollgate backup` made.")),
  database: Args.text({ name: "database" }).pipe(Args.withDescription("The SQLite file to create. It must not exist."))
}

/** Creates a database from a copy. */
export const restore = Command.make(
  "restore",
  args,
  onDemand(async () => (await import("../actions/restore.js")).restore)
).pipe(
  Command.withDescription(
    "Creates a database file from a copy, after verifying the copy. Refuses to overwrite a database that exists, is open, or has left its log."
  )
)
