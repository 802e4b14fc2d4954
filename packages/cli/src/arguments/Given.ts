import * as Effect from "effect/Effect"
import type { Operation } from "../operations/Operation.js"
import { operationUsage } from "./operationUsage.js"
import { type CommandPath, commandAt, parsePath } from "./parsePath.js"
import { type Usage, usageOf } from "./usageOf.js"

/** The arguments, with the usage of the command that they name. */
export interface Given extends CommandPath {
  /** Undefined if the path is incomplete. */
  readonly usage: Usage | undefined
  /** The operation, if the command follows from one. */
  readonly derived: { readonly resource: string; readonly operation: Operation } | undefined
}

/** Reads the path of the arguments, and loads what the command takes. */
export const readGiven = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const given = parsePath(args)
  const command = commandAt(given.path)
  if (command === undefined) return { ...given, usage: undefined, derived: undefined } satisfies Given
  if ("command" in command) {
    return { ...given, usage: usageOf(command.command.descriptor), derived: undefined } satisfies Given
  }
  const operation = yield* Effect.promise(command.load)
  const { resource } = command
  return { ...given, usage: operationUsage(operation), derived: { resource, operation } } satisfies Given
})
