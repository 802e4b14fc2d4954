import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { logFlags } from "../settings/logFlags.js"
import { onDemand } from "./onDemand.js"

const organization = Options.text("organization").pipe(
  Options.withDescription("The id of the organization that the key is for. Required if there are several."),
  Options.optional
)

/** Mints a management key on the machine that has the database and its master key. */
export const recoverKey = Command.make(
  "recover",
  { organization, ...databaseFlags, ...logFlags },
  onDemand(async () => (await import("../actions/recoverKey.js")).recoverKey)
).pipe(
  Command.withDescription(
    "Mints a management key for an organization that has lost its own, and prints it once. Needs the database and its " +
      "master key. The log on standard error records it."
  )
)
