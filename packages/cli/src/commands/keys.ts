import * as Command from "@effect/cli/Command"
import { recoverKey } from "./recoverKey.js"

/** What is done to keys on the machine that has the database. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Keys, for who has the database and its master key."),
  Command.withSubcommands([recoverKey])
)
