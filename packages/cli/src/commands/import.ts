import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { onDemand } from "./onDemand.js"

const args = {
  file: Args.text({ name: "file" }).pipe(
    Args.withDescription("A file that `tollgate export` made, or - for standard input.")
  ),
  withoutCredentials: Options.boolean("without-credentials").pipe(
    Options.withDescription(
      "If the master key of the exported database is lost: its credentials are imported disabled, without their secrets, as `tollgate vault abandon` leaves them."
    )
  ),
  ...databaseFlags
}

/** Stores the accounts of an export. */
export const importAccounts = Command.make(
  "import",
  args,
  onDemand(async () => (await import("../actions/importAccounts.js")).importAccounts)
).pipe(
  Command.withDescription(
    "Stores all accounts of an export in a new database: all of them, or nothing if a line or the checksum is wrong. A missing SQLite file is " +
      "created; a PostgreSQL database needs the owner of its tables. Give the master key of the exported database, if you have it here: another " +
      "one is refused, because it would not open the credentials."
  )
)
