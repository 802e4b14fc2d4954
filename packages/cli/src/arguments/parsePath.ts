import { commands } from "../commands/tollgateCommand.js"
import { type Usage, usageOf } from "./usageOf.js"

/** The part of the arguments that names a command, and the rest. */
export interface CommandPath {
  readonly path: ReadonlyArray<string>
  readonly rest: ReadonlyArray<string>
}

const begins = (whole: ReadonlyArray<string>, part: ReadonlyArray<string>) => part.every((name, i) => whole[i] === name)

/** The commands whose names begin with this path. */
export const commandsUnder = (path: ReadonlyArray<string>) => commands.filter((one) => begins(one.path, path))

/** The usage of the command with this path, or undefined if the path is incomplete. */
export const usageAt = (path: ReadonlyArray<string>): Usage | undefined => {
  const found = commands.find((one) => one.path.length === path.length && begins(one.path, path))
  return found && usageOf(found.command.descriptor)
}

/** Splits the arguments into the path of a command and the rest. */
export const parsePath = (args: ReadonlyArray<string>): CommandPath => {
  let length = 0
  while (length < args.length && commandsUnder(args.slice(0, length + 1)).length > 0) length++
  return { path: args.slice(0, length), rest: args.slice(length) }
}
