import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { flag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { onDemand } from "./onDemand.js"

const args = {
  file: Args.text({ name: "file" }).pipe(
    Args.withDescription("The file to create. It must not exist. Standard output, if it is absent or -."),
    Args.withDefault("-")
  ),
  ledger: Options.boolean("ledger").pipe(
    Options.withDescription(
      "Exports the ledger of spending, too, with open holds. Without it, what was spent becomes an opening balance."
    )
  ),
  organization: Options.text("organization").pipe(
    Options.withDescription(
      "The id of the only organization to export, without the ledger. All organizations, if it is absent."
    ),
    Options.optional
  ),
  database: flag(settings.database)
}

/** Writes all accounts as lines of JSON. */
export const exportAccounts = Command.make(
  "export",
  args,
  onDemand(async () => (await import("../actions/exportAccounts.js")).exportAccounts)
).pipe(
  Command.withDescription(
    "Writes all accounts of a database as lines of JSON, with a checksum, also while servers use it. `tollgate import` reads them. Keys are " +
      "hashes and credentials stay sealed: only the master key, which is not in it, opens them. Authorization codes and answers that are kept " +
      "for repeated requests are left out."
  )
)
