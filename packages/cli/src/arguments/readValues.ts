import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import { type ArgumentsRefused, refusals } from "./ArgumentsRefused.js"
import type { Usage, Values } from "./Command.js"

const tokensOf = ({ flags }: Usage, rest: ReadonlyArray<string>) => {
  const options = flags.map(({ name, value }) => [
    name.replace(/^--/, ""),
    { type: value === null ? ("boolean" as const) : ("string" as const) }
  ])
  return parseArgs({ args: [...rest], options: Object.fromEntries(options), strict: false, tokens: true }).tokens
}

/** Reads what is written behind the words of a command. */
export const readValues = (
  path: ReadonlyArray<string>,
  usage: Usage,
  rest: ReadonlyArray<string>
): Effect.Effect<Values, ArgumentsRefused> =>
  Effect.suspend((): Effect.Effect<Values, ArgumentsRefused> => {
    const refused = refusals(path, usage)
    const args: Array<string> = []
    const flags = new Map<string, string>()
    const tokens = tokensOf(usage, rest)
    for (const [at, token] of tokens.entries()) {
      if (token.kind === "positional") args.push(token.value)
      if (token.kind !== "option") continue
      const { inlineValue, rawName, value } = token
      const flag = usage.flags.find(({ name }) => name === rawName)
      if (flag === undefined) return refused.unknownFlag(rawName)
      if (flag.isSecret && (value !== undefined || tokens[at + 1]?.kind === "positional")) return refused.secret(flag)
      const before = flags.get(rawName)
      if (before !== undefined && !flag.isRepeatable) return refused.repeated(flag)
      const stated = flag.value === null ? (value ?? "true") : value
      if (stated === undefined || (inlineValue === false && stated.startsWith("--"))) return refused.lacksValue(flag)
      if (flag.value === null && stated !== "true" && stated !== "false") return refused.switchValue(flag)
      flags.set(rawName, before === undefined ? stated : `${before},${stated}`)
    }
    const lacking = usage.args.find(({ isOptional }, at) => at >= args.length && !isOptional)
    if (lacking !== undefined) return refused.missing(`argument <${lacking.name}>`)
    if (args.length > usage.args.length) return refused.unexpected()
    const required = usage.flags.find(({ isRequired, name }) => isRequired && !flags.has(name))
    if (required !== undefined) return refused.missing(`flag ${required.name}`)
    return Effect.succeed({ args, flags })
  })
