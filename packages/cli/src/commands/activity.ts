import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { onDemand } from "./onDemand.js"

const text = (name: string, description: string) =>
  Options.text(name).pipe(Options.withDescription(description), Options.optional)

const flags = {
  from: text("from", "The first day (UTC), such as 2026-05-01. Default: 29 days before the last."),
  to: text("to", "The last day (UTC), at most 366 days in all. Default: today."),
  last: text("last", "The last days (UTC), such as 7d, today one of them, in place of --from and --to."),
  month: text("month", "A month (UTC), such as 2026-10, in place of --from and --to."),
  groupBy: Options.text("group-by").pipe(
    Options.withDescription(
      "Groups, separated by commas: day, model, provider, key, user, workspace, basis, or label: and the name of a label."
    ),
    Options.withDefault("day")
  ),
  json: Options.boolean("json").pipe(Options.withDescription("Prints JSON, with whole hashes of keys.")),
  csv: Options.boolean("csv").pipe(Options.withDescription("Prints CSV, with whole hashes of keys.")),
  organization: text("organization", "The id of the organization. Required if the database has several."),
  url: text(
    "url",
    "The address of a server to ask in place of a database, with the API key in the variable TOLLGATE_KEY."
  )
}

/** Prints what requests have cost. */
export const listActivity = Command.make(
  "list",
  { ...flags, ...databaseFlags },
  onDemand(async () => (await import("../actions/activity.js")).listActivity)
).pipe(
  Command.withDescription(
    "Prints what the requests of an organization have cost, in USD: newest day first, then the highest cost, with a bar for each, and the " +
      "total. Keys and workspaces have their names beside them. A user has none: the host has assigned the id."
  )
)

/** Commands for reports. */
export const activity = Command.make("activity").pipe(
  Command.withDescription("Reports what requests have cost."),
  Command.withSubcommands([listActivity])
)
