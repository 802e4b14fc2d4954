import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { onDemand } from "./onDemand.js"

const file = Args.text({ name: "file" }).pipe(
  Args.withDescription(
    "A file with one key in each line (NDJSON): the SHA-256 of its secret, `secret_hash`, and its terms."
  )
)

const prefix = Options.text("prefix").pipe(
  Options.withDescription(
    "How the secrets begin, such as sk-or-v1-. Only secrets that begin so are looked up. Leave it out for keys of the form of this server's own."
  ),
  Options.optional
)

const fromLine = Options.text("from-line").pipe(
  Options.withDescription("The number of the first line to import. Default: 1."),
  Options.optional
)

const dryRun = Options.boolean("dry-run").pipe(
  Options.withDescription("Checks the keys, prints what an import would do, and imports none.")
)

const organization = Options.text("organization").pipe(
  Options.withDescription("The id of the organization that gets the keys. Required if there are several."),
  Options.optional
)

const url = Options.text("url").pipe(
  Options.withDescription(
    "The address of a server that was started with --allow-import, in place of a database, with a management key in the variable TOLLGATE_KEY."
  ),
  Options.optional
)

/** Imports keys of another service. */
export const importKeys = Command.make(
  "import",
  { file, prefix, dryRun, fromLine, organization, url, ...databaseFlags },
  onDemand(async () => (await import("../actions/importKeys.js")).importKeys)
).pipe(
  Command.withDescription(
    "Imports keys that another service has issued, by the SHA-256 of their secrets. First checks each line of the file; then imports " +
      "batches of 1,000 keys, each of them whole or not at all."
  )
)
