import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as Descriptor from "@effect/cli/CommandDescriptor"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { ArgumentsRefused } from "./arguments/ArgumentsRefused.js"
import { help } from "./arguments/help.js"
import { parsePath, usageAt } from "./arguments/parsePath.js"
import { lacksValue, separateValues } from "./arguments/repeatedFlags.js"
import { stateSwitches, wrongSwitch } from "./arguments/switches.js"
import { tollgateCommand } from "./commands/tollgateCommand.js"
import { hasColors } from "./output/colors.js"
import { version } from "./version.js"

const execute = Command.run(tollgateCommand, { name: "Tollgate", version })

/** Runs the command that the arguments name. Writes help and refusals itself, because @effect/cli writes them for terminals only. */
export const run = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const given = parsePath(args)
  const showHelp = Effect.suspend(() => Console.log(help(given.path, hasColors(process.stdout))))
  if (given.rest.length === 0 && usageAt(given.path) === undefined) return yield* showHelp
  const words = separateValues(stateSwitches(given))
  const directive = yield* Effect.mapError(
    Descriptor.parse(tollgateCommand.descriptor, ["tollgate", ...words], CliConfig.defaultConfig),
    () => new ArgumentsRefused(given)
  )
  if (directive._tag === "UserDefined") {
    if (directive.leftover.length > 0 || lacksValue(given) || wrongSwitch(given) !== undefined)
      return yield* new ArgumentsRefused(given)
  } else {
    if (directive.option._tag === "ShowHelp") return yield* showHelp
    if (directive.option._tag === "ShowVersion") return yield* Console.log(version)
  }
  return yield* execute(["node", "tollgate", ...words])
})
