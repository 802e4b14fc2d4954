import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as Descriptor from "@effect/cli/CommandDescriptor"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { ArgumentsRefused } from "./arguments/ArgumentsRefused.js"
import { readGiven } from "./arguments/Given.js"
import { help } from "./arguments/help.js"
import { readValues } from "./arguments/readValues.js"
import { lacksValue, separateValues } from "./arguments/repeatedFlags.js"
import { stateSwitches, wrongSwitch } from "./arguments/switches.js"
import { tollgateCommand } from "./commands/tollgateCommand.js"
import { hasColors } from "./output/colors.js"
import { version } from "./version.js"

const execute = Command.run(tollgateCommand, { name: "Tollgate", version })

/** Runs the command that the arguments name. Writes help and refusals itself, because @effect/cli writes them for terminals only. */
export const run = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const given = yield* readGiven(args)
  const { derived, rest, usage } = given
  const showHelp = Effect.suspend(() => Console.log(help(given, hasColors(process.stdout))))
  if (rest.length === 0 && usage === undefined) return yield* showHelp
  const flags = rest.slice(0, rest.includes("--") ? rest.indexOf("--") : rest.length)
  const asksForHelp = flags.includes("--help") || flags.includes("-h")
  if (derived !== undefined && usage !== undefined) {
    if (asksForHelp) return yield* showHelp
    if (flags.includes("--version")) return yield* Console.log(version)
    const values = yield* readValues(given, usage, derived.operation)
    const { operate } = yield* Effect.promise(() => import("./actions/operate.js"))
    return yield* operate({ ...derived, ...values })
  }
  // A resource without a command that is written by hand is unknown to @effect/cli.
  if (usage === undefined && asksForHelp && rest.length === 1) return yield* showHelp
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
  if (given.path[0] === "completions") {
    const { printScript } = yield* Effect.promise(() => import("./completions/printScript.js"))
    return yield* printScript(rest.find((word) => word !== "--") ?? "")
  }
  return yield* execute(["node", "tollgate", ...words])
})
