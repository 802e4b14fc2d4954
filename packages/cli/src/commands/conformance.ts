import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { flag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"

const flags = {
  url: Options.text("url").pipe(
    Options.withDescription(
      "The server's base address, as in http://127.0.0.1:8787/api/v1. Without it: a server of our own."
    ),
    Options.optional
  ),
  vars: Options.text("vars").pipe(
    Options.withDescription(
      "A JSON file with what the cases' placeholders stand for, for a server whose database is out of reach; " +
        "`tollgate demo --json` prints one. Where the server limits how often it may be asked, the run waits."
    ),
    Options.optional
  ),
  database: Options.text("database").pipe(
    Options.withDescription(
      "The database that the server at --url serves. The run makes invented organizations in it, which stay, and asks about them: " +
        "name one that is there to try things."
    ),
    Options.optional
  ),
  masterKey: flag(settings.masterKey),
  only: Options.text("only").pipe(
    Options.withDescription("The cases to run: an operation's id, as in updateKey, or a part of a case's name."),
    Options.optional
  ),
  slow: Options.boolean("slow").pipe(
    Options.withDescription("Also the cases that wait for time limits, up to a minute.")
  )
}

/** Asks a server whether it keeps the contract. */
export const conformance = Command.make("conformance", flags, (given) =>
  // Loaded when it is asked for, since `serve` should start without it.
  Effect.flatMap(
    Effect.promise(() => import("../conformance/runCommand.js")),
    ({ runCommand }) => runCommand(given)
  )
).pipe(
  Command.withDescription(
    "Asks a server thousands of questions about the contract. Without --url, that is a server of our own, in memory. " +
      "With it, --database or --vars says what to ask about; what cannot be brought about from outside is counted as skipped. " +
      "Ends with 1 if a case did not hold, or none was run."
  )
)
