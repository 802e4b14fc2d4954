import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import { ValueRefused } from "../settings/withFlagNames.js"
import { type InputLost, standardInput } from "./standardInput.js"

/** How JSON is given that is not in the arguments. */
export const fileForm = "@ and the path of a file, or - for standard input"

const refused = (problem: string) => new ValueRefused({ problems: [problem] })

const textOf = (flag: string, value: string): Effect.Effect<string, InputLost | ValueRefused> => {
  if (value === "-") return standardInput
  if (!value.startsWith("@")) return Effect.succeed(value)
  const path = value.slice(1)
  return Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: () => refused(`${flag}: the file ${path} cannot be read.`)
  })
}

/** Reads the value of a flag as JSON: from the value itself, from a file, or from standard input. */
export const readJson = (flag: string, value: string) =>
  Effect.flatMap(textOf(flag, value), (text) =>
    Effect.try({
      try: (): unknown => JSON.parse(text),
      catch: () => refused(`${flag} must be JSON, ${fileForm}.`)
    })
  )
