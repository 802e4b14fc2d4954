import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { unknownCommand } from "./arguments/ArgumentsRefused.js"
import { commandHelp, overview } from "./arguments/help.js"
import { readValues } from "./arguments/readValues.js"
import { commandsUnder } from "./commands/table.js"
import { hasColors } from "./output/colors.js"
import { version } from "./version.js"

/** How many of the first words name a command, or the beginning of one. */
const pathLength = (args: ReadonlyArray<string>) => {
  let length = 0
  while (length < args.length && commandsUnder(args.slice(0, length + 1)).length > 0) length++
  return length
}

/** Runs the command that the arguments name. */
export const run = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const length = pathLength(args)
  const [path, rest] = [args.slice(0, length), args.slice(length)]
  const words = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest
  const asksForHelp = words.includes("--help") || words.includes("-h")
  const commands = commandsUnder(path)
  const command = commands.find((one) => one.path.length === length)
  if (!asksForHelp && words.includes("--version")) return yield* Console.log(version)
  if (command === undefined) {
    const [word] = asksForHelp ? [] : rest
    if (word !== undefined) return yield* unknownCommand(path, word, commands)
    return yield* Console.log(overview(path, commands, hasColors(process.stdout)))
  }
  const usage = yield* Effect.promise(command.usage)
  if (asksForHelp) return yield* Console.log(commandHelp(path, usage, hasColors(process.stdout)))
  yield* command.run(yield* readValues(path, usage, rest))
})
