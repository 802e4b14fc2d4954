import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import { onDemand } from "./onDemand.js"

const args = {
  database: Args.text({ name: "database" }).pipe(Args.withDescription("The SQLite file to copy.")),
  copy: Args.text({ name: "copy" }).pipe(Args.withDescription("The file to create. It must not exist."))
}

/** Copies a database, also while a server has it open. */
export const backup = Command.make(
  "backup",
  args,
  onDemand(async () => (await import("../actions/backup.js")).backup)
).pipe(
  Command.withDescription(
    "Copies a database file, also while a server has it open, and verifies the copy. Never overwrites a file. " +
      "Keep the copy as secret as the database. Without the master key its credentials cannot be read."
  )
)
