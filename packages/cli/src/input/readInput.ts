import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Field, Operation } from "../operations/Operation.js"
import { flagOf } from "../operations/words.js"
import { ValueRefused } from "../settings/withFlagNames.js"
import { fileForm, readJson } from "./readJson.js"
import { readSecrets } from "./readSecrets.js"
import type { InputLost } from "./standardInput.js"

const refused = (problem: string) => new ValueRefused({ problems: [problem] })

// Plain decimals only: `Number` would also read "0x10" and " 5 ". Other text goes to the schema, which says what it must be.
const numberOf = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

const valueOf = (field: Field, text: string): Effect.Effect<unknown, InputLost | ValueRefused> => {
  if (field.isNullable && text === "null") return Effect.succeed(null)
  switch (field.kind) {
    case "boolean":
      return Effect.succeed(text === "true")
    case "list":
      return Effect.succeed(text === "" ? [] : text.split(",").map((item) => item.trim()))
    case "number":
      return Effect.succeed(numberOf(text))
    case "json":
      return readJson(flagOf(field), text)
    default:
      return Effect.succeed(text)
  }
}

const wholeInput = Effect.fnUntraced(function* (text: string | undefined) {
  if (text === undefined) return {}
  // It may have a secret, and other users can read the arguments of a process.
  if (text !== "-" && !text.startsWith("@")) return yield* refused(`--input must be ${fileForm}.`)
  const whole = yield* readJson("--input", text)
  return Predicate.isRecord(whole) ? whole : yield* refused("--input must be a JSON object.")
})

const once = (readers: ReadonlyArray<string>) =>
  readers.length < 2
    ? Effect.void
    : refused(`Standard input can be read once, and ${readers.join(" and ")} would read it.`)

/** Reads what an operation takes from the flags: the whole input of `--input`, then the fields, then the secrets. */
export const readInput = Effect.fnUntraced(function* (operation: Operation, flags: ReadonlyMap<string, string>) {
  const stated = operation.fields.flatMap((field) => {
    const text = flags.get(flagOf(field))
    return field.kind === "secret" || text === undefined ? [] : [{ field, text }]
  })
  const readers = [
    ...(flags.get("--input") === "-" ? ["--input"] : []),
    ...stated.filter(({ field, text }) => field.kind === "json" && text === "-").map(({ field }) => flagOf(field))
  ]
  yield* once(readers)
  const whole = yield* wholeInput(flags.get("--input"))
  const secrets = operation.fields.filter(
    (field) =>
      field.kind === "secret" && !(field.name in whole) && (field.isRequired || flags.get(flagOf(field)) === "true")
  )
  if (!process.stdin.isTTY) yield* once([...readers, ...secrets.slice(0, 1).map(flagOf)])
  const values = yield* Effect.forEach(stated, ({ field, text }) => valueOf(field, text))
  const own = Object.fromEntries(stated.map(({ field }, i) => [field.name, values[i]]))
  return { ...whole, ...own, ...(yield* readSecrets(secrets)) }
})
