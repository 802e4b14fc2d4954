import * as Command from "@effect/cli/Command"
import { importKeys } from "./importKeys.js"
import { recoverKey } from "./recoverKey.js"

/** Commands for keys that need the database itself. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Manages keys on the machine that has the database and its master key."),
  Command.withSubcommands([importKeys, recoverKey])
)
