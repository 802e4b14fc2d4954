import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"

const flags = {
  url: Options.text("url").pipe(
    Options.withDescription(
      "The server's base address, as in http://127.0.0.1:8787/api/v1. Without it: a server of our own."
    ),
    Options.optional
  ),
  vars: Options.text("vars").pipe(
    Options.withDescription(
      "A JSON file with what the cases' placeholders stand for; `tollgate demo --json` prints one."
    ),
    Options.optional
  ),
  only: Options.text("only").pipe(
    Options.withDescription("The cases to run: an operation's number, or a part of a name."),
    Options.optional
  ),
  slow: Options.boolean("slow").pipe(
    Options.withDescription("Also the cases that wait for time limits, up to a minute.")
  )
}

/** Asks a server with the eight operations whether it keeps the contract. */
export const conformance = Command.make("conformance", flags, (given) =>
  // Loaded when it is asked for, since `serve` should start without it.
  Effect.flatMap(
    Effect.promise(() => import("./conformance/runCommand.js")),
    ({ runCommand }) => runCommand(given)
  )
).pipe(
  Command.withDescription(
    "Runs the conformance cases against any server with the eight operations. What cannot be brought about from outside " +
      "is counted as skipped. Without --url, every case runs against a server of our own, in memory."
  )
)
