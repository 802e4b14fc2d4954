import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { flag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { onDemand } from "./onDemand.js"

const flags = {
  url: Options.text("url").pipe(
    Options.withDescription(
      "The base URL of the server, such as http://127.0.0.1:8787/api/v1. Default: a server of its own, in memory."
    ),
    Options.optional
  ),
  vars: Options.text("vars").pipe(
    Options.withDescription(
      "A JSON file with a value for each placeholder of the cases, for a server whose database is out of reach. " +
        "`tollgate demo --json` prints such a file. The run waits when the server's rate limit is reached."
    ),
    Options.optional
  ),
  database: Options.text("database").pipe(
    Options.withDescription(
      "The database that the server at --url serves. The run creates invented organizations in it, and they stay: " +
        "use a database that is made for tests."
    ),
    Options.optional
  ),
  masterKey: flag(settings.masterKey),
  only: Options.text("only").pipe(
    Options.withDescription("The cases to run: the id of an operation, such as updateKey, or a part of a case's name."),
    Options.optional
  ),
  slow: Options.boolean("slow").pipe(
    Options.withDescription("Also run the cases that wait for time limits, up to a minute each.")
  )
}

/** Checks a server against the contract. */
export const conformance = Command.make(
  "conformance",
  flags,
  onDemand(async () => (await import("../conformance/runCommand.js")).runCommand)
).pipe(
  Command.withDescription(
    "Sends a server thousands of requests and checks each answer against the contract. Without --url, it starts a server of its " +
      "own, in memory. With --url, it needs --database or --vars; cases that need a state it cannot create are counted as skipped. " +
      "Exits with 1 if a case failed or none was run."
  )
)
