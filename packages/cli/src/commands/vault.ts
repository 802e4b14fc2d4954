import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
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

/** Gives up secrets that no key opens. */
export const abandonVault = Command.make(
  "abandon",
  {
    yes: Options.boolean("yes").pipe(
      Options.withDescription("Confirms that every provider secret is forgotten for good.")
    ),
    ...databaseFlags
  },
  onDemand(async () => (await import("../actions/abandonVault.js")).abandonVault)
).pipe(
  Command.withDescription(
    "Leads out if the master key is lost: forgets all provider secrets, whose credentials stay, disabled, until they get new ones, and the answers " +
      "kept for Idempotency-Key. Notes a new key: that of the key file, which is created if it is missing, or of the variable. Stop every server first. It is " +
      "refused while anything has the database open, and if a secret opens with the key."
  )
)

/** Commands for what is sealed with the master key. */
export const vault = Command.make("vault").pipe(
  Command.withDescription("Manages what is sealed with the master key."),
  Command.withSubcommands([rewrapVault, abandonVault])
)
