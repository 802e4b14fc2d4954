import * as Effect from "effect/Effect"
import { type Command, type Flag, firstSentence } from "../arguments/Command.js"
import type { Node } from "./Node.js"

/** More values than these are no help. */
const MAX_CHOICES = 100

const shortened = ({ choices = [], meaning, ...flag }: Flag): Flag => ({
  ...flag,
  meaning: firstSentence(meaning.replace(/^Required\. /, "")),
  choices: choices.length > MAX_CHOICES ? [] : choices
})

const nodeOf = Effect.fnUntraced(function* ({ path, usage }: Command) {
  const { args, flags } = yield* Effect.promise(usage)
  return {
    path: path.join(" "),
    next: [],
    flags: flags.map(shortened),
    takesFiles: args.some(({ isFile }) => isFile === true)
  } satisfies Node
})

/** The beginnings of paths, the empty one first: each with the words that can follow. */
const branches = (commands: ReadonlyArray<Command>): ReadonlyArray<Node> => {
  const beginnings = commands.flatMap(({ path }) => path.map((_, length) => path.slice(0, length).join(" ")))
  return [...new Set(["", ...beginnings])].map((path) => {
    const length = path === "" ? 0 : path.split(" ").length
    const own = commands.filter((one) => one.path.slice(0, length).join(" ") === path)
    const words = new Map<string, string>()
    for (const one of own) {
      const word = one.path[length]
      if (word === undefined || words.has(word)) continue
      words.set(word, one.path.length === length + 1 ? one.summary : `Commands of ${word}.`)
    }
    return { path, next: Array.from(words, ([word, about]) => ({ word, about })), flags: [], takesFiles: false }
  })
}

/** Everything that a shell can complete. */
export const nodes = (commands: ReadonlyArray<Command>): Effect.Effect<ReadonlyArray<Node>> =>
  Effect.map(Effect.forEach(commands, nodeOf), (leaves) => [...branches(commands), ...leaves])
