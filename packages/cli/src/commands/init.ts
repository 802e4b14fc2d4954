import * as Command from "@effect/cli/Command"
import { databaseFlags } from "../database/databaseFlags.js"
import { onDemand } from "./onDemand.js"

/** Creates a database with its organization and first management key, without serving it. */
export const init = Command.make(
  "init",
  databaseFlags,
  onDemand(async () => (await import("../actions/init.js")).init)
).pipe(
  Command.withDescription(
    "Creates one organization in a new database and prints its management key and a gateway key, once. Refuses a database that already has an organization."
  )
)
