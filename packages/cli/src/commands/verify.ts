import * as Command from "@effect/cli/Command"
import { databaseFlags } from "../database/databaseFlags.js"
import { onDemand } from "./onDemand.js"

/** Compares every counter of spending with the ledger. */
export const verify = Command.make(
  "verify",
  databaseFlags,
  onDemand(async () => (await import("../actions/verify.js")).verify)
).pipe(
  Command.withDescription(
    "Computes every counter of spending from its opening balance and the ledger, and prints each that differs. Exits with 1 if " +
      "there is one. It changes nothing, and may run while servers use the database."
  )
)
