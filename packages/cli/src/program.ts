import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import { hasReaderLeft, outputLost } from "./output/streams.js"
import { run } from "./run.js"

const FAILED = 1
const WRONG_USE = 2
/** What a shell gives a command that Ctrl+C has ended. */
const INTERRUPTED = 130

/** Refusals of the arguments, as opposed to failures. They exit with 2. */
const wrongUse = new Set([
  "AccountUnclear",
  "ArgumentsRefused",
  "FlagsRefused",
  "ForwardAuthRefused",
  "NothingSelected",
  "OperationsElsewhere",
  "SettingRefused",
  "TargetRefused",
  "UrlRefused",
  "ValueRefused",
  "VarsRefused"
])

const isWrongUse = (failure: unknown) =>
  Predicate.hasProperty(failure, "_tag") && typeof failure._tag === "string" && wrongUse.has(failure._tag)

const isOutputIncomplete = () => outputLost() !== undefined && !hasReaderLeft()

/** Whether a command runs until it is stopped. Any other one has not done its work then. */
const isServer = ([command]: ReadonlyArray<string>) => command === "serve"

/** The exit code of a command that ended so. A reader that closes the pipe, such as `head`, has all that it wants: that is no failure. */
export const codeOf = (exit: Exit.Exit<unknown, unknown>, args: ReadonlyArray<string>): number => {
  if (Exit.isFailure(exit) && !Cause.isInterruptedOnly(exit.cause)) {
    return isWrongUse(Cause.squash(exit.cause)) ? WRONG_USE : FAILED
  }
  if (Exit.isFailure(exit) && !isServer(args)) return INTERRUPTED
  // A server that was stopped has done its work, even if its output was lost.
  return Exit.isSuccess(exit) && isOutputIncomplete() ? FAILED : 0
}

/** Prints a refusal as one sentence, and an unexpected failure with its trace. */
const explain = (args: ReadonlyArray<string>) => (cause: Cause.Cause<unknown>) => {
  if (Cause.isInterruptedOnly(cause)) return isServer(args) ? Effect.void : Console.error("Stopped before its end.")
  const failure = Cause.squash(cause)
  const isRefusal = failure instanceof Error && Predicate.hasProperty(failure, "_tag") && failure.message !== ""
  return Console.error(isRefusal ? failure.message : Cause.pretty(cause))
}

const checkOutput = Effect.suspend(() => {
  const lost = outputLost()
  return lost === undefined || hasReaderLeft() ? Effect.void : lost
})

/** Runs the command and prints why it failed. `codeOf` gives the exit code. */
export const program = (args: ReadonlyArray<string>) =>
  run(args).pipe(
    Effect.zipLeft(checkOutput),
    // Not `tapErrorCause`, which an interruption skips.
    Effect.onError(explain(args))
  )
