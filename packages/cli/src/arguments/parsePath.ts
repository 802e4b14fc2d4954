import { type DerivedCommand, derivedCommands } from "../commands/derived.js"
import { commands } from "../commands/tollgateCommand.js"

/** The part of the arguments that names a command, and the rest. */
export interface CommandPath {
  readonly path: ReadonlyArray<string>
  readonly rest: ReadonlyArray<string>
}

/** A command that is written by hand, or one that follows from an operation. */
export type AnyCommand = (typeof commands)[number] | DerivedCommand

const all: ReadonlyArray<AnyCommand> = [...commands, ...derivedCommands]

const begins = (whole: ReadonlyArray<string>, part: ReadonlyArray<string>) => part.every((name, i) => whole[i] === name)

/** The commands whose names begin with this path. */
export const commandsUnder = (path: ReadonlyArray<string>) => all.filter((one) => begins(one.path, path))

/** The command with this path, or undefined if the path is incomplete. */
export const commandAt = (path: ReadonlyArray<string>) =>
  all.find((one) => one.path.length === path.length && begins(one.path, path))

/** Splits the arguments into the path of a command and the rest. */
export const parsePath = (args: ReadonlyArray<string>): CommandPath => {
  let length = 0
  while (length < args.length && commandsUnder(args.slice(0, length + 1)).length > 0) length++
  return { path: args.slice(0, length), rest: args.slice(length) }
}
