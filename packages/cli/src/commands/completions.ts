import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"

const shell = Args.text({ name: "shell" }).pipe(Args.withDescription("The shell: bash, zsh or fish."))

/** Prints a script for a shell. `run` makes it, because it lists all commands, and so this one. */
export const completions = Command.make("completions", { shell }, () => Effect.void).pipe(
  Command.withDescription(
    "Prints a script by which a shell completes commands, flags and values. For bash, add this line to ~/.bashrc: source <(tollgate completions bash)"
  )
)
