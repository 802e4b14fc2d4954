import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Effect from "effect/Effect"

/** A selection that matches nothing is wrong use, and said before any server is asked. */
const selecting = Effect.fnUntraced(function* (only: string) {
  const { cases, selectCases } = yield* Effect.promise(() => import("@tollgate/testing/conformance"))
  yield* Effect.mapError(selectCases(cases, only), ({ message }) => ValidationError.invalidValue(HelpDoc.p(message)))
  return only
})

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
    Options.withDescription("The cases to run: an operation's id, as in updateKey, or a part of a case's name."),
    Options.mapEffect(selecting),
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
    Effect.promise(() => import("./conformance/runCommand.js")),
    ({ runCommand }) => runCommand(given)
  )
).pipe(
  Command.withDescription(
    "Runs the conformance cases against any server of the contract. What cannot be brought about from outside " +
      "is counted as skipped. Without --url, every case runs against a server of our own, in memory."
  )
)
