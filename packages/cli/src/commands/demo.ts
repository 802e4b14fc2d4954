import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { onDemand } from "./onDemand.js"

const json = Options.boolean("json").pipe(
  Options.withDescription("Print one JSON object with the placeholder names that the conformance cases use.")
)

/** Fills a new database with two invented organizations. */
export const demo = Command.make(
  "demo",
  { json, ...databaseFlags },
  onDemand(async () => (await import("../actions/demo.js")).demo)
).pipe(
  Command.withDescription(
    "Fills a new database with invented data: two organizations with workspaces, members, keys with limits, credentials for " +
      "three providers, guardrails, presets and a dozen image models. Prints their ids and keys."
  )
)
