import * as Effect from "effect/Effect"
import { aboutOf, firstSentence } from "../arguments/help.js"
import { operationUsage } from "../arguments/operationUsage.js"
import { type AnyCommand, commandsUnder } from "../arguments/parsePath.js"
import { type Usage, usageOf } from "../arguments/usageOf.js"
import type { Operation } from "../operations/Operation.js"
import { flagOf } from "../operations/words.js"
import type { FlagWord, Node } from "./Word.js"

/** More values than these are no help. */
const MOST = 100

const files = /^(<(file|database|copy)>|--(database|input|vars) .*)$/

const choicesIn = (operation: Operation | undefined) =>
  new Map(
    (operation?.fields ?? []).map(({ choices = [], isNullable, name }) => [
      flagOf(name),
      choices.length === 0 || choices.length > MOST ? [] : [...choices, ...(isNullable ? ["null"] : [])]
    ])
  )

const flagsOf = ({ flags }: Usage, operation: Operation | undefined): ReadonlyArray<FlagWord> => {
  const choices = choicesIn(operation)
  return flags.map(({ meaning, term }) => {
    const name = term.replace(/ .*$/, "")
    return {
      name,
      about: firstSentence(meaning.replace(/^Required\. /, "")),
      takesValue: term.includes(" "),
      choices: choices.get(name) ?? [],
      isFile: files.test(term)
    }
  })
}

const nodeOf = Effect.fnUntraced(function* (command: AnyCommand) {
  const operation = "command" in command ? undefined : yield* Effect.promise(command.load)
  const usage = "command" in command ? usageOf(command.command.descriptor) : undefined
  const found = usage ?? (operation && operationUsage(operation)) ?? { arguments: [], flags: [], description: "" }
  return {
    path: command.path.join(" "),
    next: [],
    flags: flagsOf(found, operation),
    takesFiles: found.arguments.some(({ term }) => files.test(term))
  } satisfies Node
})

/** The beginnings of paths, the empty one first: each with the words that can follow. */
const branches = (commands: ReadonlyArray<AnyCommand>): ReadonlyArray<Node> => {
  const beginnings = commands.flatMap(({ path }) => path.map((_, length) => path.slice(0, length).join(" ")))
  return [...new Set(["", ...beginnings])].map((path) => {
    const length = path === "" ? 0 : path.split(" ").length
    const own = commands.filter((one) => one.path.slice(0, length).join(" ") === path)
    const words = new Map<string, string>()
    for (const one of own) {
      const word = one.path[length]
      if (word === undefined || words.has(word)) continue
      words.set(word, one.path.length === length + 1 ? aboutOf(one) : `Commands of ${word}.`)
    }
    return { path, next: Array.from(words, ([word, about]) => ({ word, about })), flags: [], takesFiles: false }
  })
}

/** Everything that a shell can complete. */
export const nodes = Effect.suspend(() => {
  const commands = commandsUnder([])
  return Effect.map(Effect.forEach(commands, nodeOf), (leaves) => [...branches(commands), ...leaves])
})
