import * as Command from "@effect/cli/Command"
import { databaseFlags } from "../database/databaseFlags.js"
import { onDemand } from "./onDemand.js"

/** Seals all provider secrets with the first master key. */
export const rewrapVault = Command.make(
  "rewrap",
  databaseFlags,
  onDemand(async () => (await import("../actions/vault.js")).rewrap)
).pipe(
  Command.withDescription(
    "Seals all provider secrets with the first of the given master keys, and prints which of the others the servers no longer need. Older backups still open with those alone. It may run " +
      "while servers use the database, once all of them have been started with the same first key, and can be repeated if it was interrupted."
  )
)

/** Commands for what is sealed with the master key. */
export const vault = Command.make("vault").pipe(
  Command.withDescription("Manages what is sealed with the master key."),
  Command.withSubcommands([rewrapVault])
)
