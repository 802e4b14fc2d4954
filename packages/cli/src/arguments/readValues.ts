import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Operation } from "../operations/Operation.js"
import { flagOf } from "../operations/words.js"
import { ArgumentsRefused } from "./ArgumentsRefused.js"
import type { Given } from "./Given.js"
import type { Usage } from "./usageOf.js"

/** A secret is an argument, which other users can see in the list of processes. */
export class SecretRefused extends Data.TaggedError("SecretRefused")<{ readonly flag: string }> {
  override get message(): string {
    return `${this.flag} takes no value, because other users can read the arguments of a process. Leave the value out: it is asked for on a terminal, and else read from standard input.`
  }
}

/** The arguments of a command, and its flags by name. One that is on or off has the value true or false. */
export interface Values {
  readonly words: ReadonlyArray<string>
  readonly flags: ReadonlyMap<string, string>
}

const split = (word: string): readonly [name: string, value: string | undefined] => {
  const end = word.indexOf("=")
  return end < 0 ? [word, undefined] : [word.slice(0, end), word.slice(end + 1)]
}

/** Reads the arguments of a command that follows from an operation. */
export const readValues = (given: Given, usage: Usage, operation: Operation) =>
  Effect.suspend((): Effect.Effect<Values, ArgumentsRefused | SecretRefused> => {
    const takesValue = new Map(usage.flags.map(({ term }) => [term.replace(/ .*$/, ""), term.includes(" ")]))
    const secrets = operation.fields.filter(({ kind }) => kind === "secret").map(({ name }) => flagOf(name))
    const { rest } = given
    const words: Array<string> = []
    const flags = new Map<string, string>()
    for (let at = 0; at < rest.length; at++) {
      const word = rest[at] ?? ""
      if (word === "--") {
        words.push(...rest.slice(at + 1))
        break
      }
      if (!word.startsWith("-")) {
        words.push(word)
        continue
      }
      const [name, stated] = split(word)
      const next = rest[at + 1]
      if (secrets.includes(name) && (stated !== undefined || next?.startsWith("-") === false)) {
        return new SecretRefused({ flag: name })
      }
      const isValued = takesValue.get(name)
      if (isValued === undefined || flags.has(name)) return new ArgumentsRefused(given)
      const value = stated ?? (isValued ? next : "true")
      if (value === undefined || (isValued && stated === undefined && value.startsWith("--"))) {
        return new ArgumentsRefused(given)
      }
      if (!isValued && !/^(true|false)$/.test(value)) return new ArgumentsRefused(given)
      if (isValued && stated === undefined) at++
      flags.set(name, value)
    }
    return words.length === operation.path.length ? Effect.succeed({ words, flags }) : new ArgumentsRefused(given)
  })
