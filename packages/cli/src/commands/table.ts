import { type Command, command } from "../arguments/Command.js"
import { argument } from "../arguments/parameters.js"
import { operationCommands } from "./operationCommands.js"
import { writtenCommands } from "./writtenCommands.js"

const completions = command("completions", {
  description:
    "Print a script by which a shell completes commands, flags and values. For bash, add this line to ~/.bashrc: source <(tollgate completions bash)",
  args: { shell: argument("shell", "The shell: bash, zsh or fish.") },
  flags: {},
  load: async () => {
    const { printScript } = await import("../completions/printScript.js")
    return ({ shell }) => printScript(shell, commands)
  }
})

const written = [...writtenCommands, completions]

const nameOf = ({ path }: Command) => path.join(" ")

const names = new Set(written.map(nameOf))

/** All commands, in the order of the help. */
export const commands: ReadonlyArray<Command> = [
  ...written,
  ...operationCommands.filter((one) => !names.has(nameOf(one)))
]

const begins = (whole: ReadonlyArray<string>, part: ReadonlyArray<string>) => part.every((name, i) => whole[i] === name)

/** The commands whose names begin with this path. */
export const commandsUnder = (path: ReadonlyArray<string>): ReadonlyArray<Command> =>
  commands.filter((one) => begins(one.path, path))
