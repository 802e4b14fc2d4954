import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { Command } from "../arguments/Command.js"
import { ValueRefused } from "../settings/withFlagNames.js"
import { bash } from "./bash.js"
import { fish } from "./fish.js"
import { nodes } from "./nodes.js"
import { zsh } from "./zsh.js"

const shells = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish]
])

/** Prints the script by which a shell completes commands and flags without starting one. */
export const printScript = Effect.fnUntraced(function* (shell: string, commands: ReadonlyArray<Command>) {
  const script = shells.get(shell)
  if (script === undefined) return yield* new ValueRefused({ problems: ["<shell> must be bash, zsh or fish."] })
  yield* Console.log(script(yield* nodes(commands)).trimEnd())
})
