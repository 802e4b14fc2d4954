import * as Array from "effect/Array"
import { tollgateCommand } from "../commands/tollgateCommand.js"
import { resources } from "../operations/resources.js"
import { resourceWordOf, wordOf } from "../operations/words.js"
import { bold } from "../output/colors.js"
import type { Given } from "./Given.js"
import { type AnyCommand, commandsUnder } from "./parsePath.js"
import { type Term, usageOf } from "./usageOf.js"

const WIDTH = 90

const wrapped = (text: string, indent: number): string => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > WIDTH - indent) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line) => " ".repeat(indent) + line).join("\n")
}

/** The first sentence of a text. */
export const firstSentence = (text: string) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text

/** What a command does, in a sentence. */
export const aboutOf = (one: AnyCommand) =>
  "command" in one ? firstSentence(usageOf(one.command.descriptor).description) : one.summary

/** The help of a command, or the list of the commands whose names begin with this path. */
export const help = ({ path, usage }: Pick<Given, "path" | "usage">, colors: boolean): string => {
  const name = ["tollgate", ...path].join(" ")
  const section = (title: string, lines: ReadonlyArray<string>) =>
    lines.length === 0 ? [] : [[bold(title, colors), ...lines].join("\n")]
  const explained = ({ meaning, term }: Term) => `  ${bold(term, colors)}\n${wrapped(meaning, 6)}`

  if (usage !== undefined) {
    const written = [name, ...usage.arguments.map(({ term }) => term), ...(usage.flags.length > 0 ? ["[flags]"] : [])]
    return [
      `${bold("Usage:", colors)} ${written.join(" ")}`,
      wrapped(usage.description, 0),
      ...section("Arguments:", usage.arguments.map(explained)),
      ...section("Flags:", usage.flags.map(explained))
    ].join("\n\n")
  }

  const rows = (listed: ReadonlyArray<readonly [name: string, about: string]>) => {
    const width = Math.max(...listed.map(([name]) => name.length)) + 2
    return listed.map(
      ([name, about]) =>
        `  ${bold(name, colors)}${" ".repeat(width - name.length)}${wrapped(about, width + 2).trimStart()}`
    )
  }
  const isRoot = path.length === 0
  // The commands of all operations would hide the others, so the overview has a line for each resource.
  const [written, derived] = Array.partition(commandsUnder(path), (one) => !("command" in one))
  const listed = isRoot ? written : [...derived, ...written]
  const overview = rows(listed.map((one) => [one.path.join(" "), aboutOf(one)]))
  const ofResources = resources.map(
    ({ methods, name }) => [resourceWordOf(name), `${Object.keys(methods).map(wordOf).join(", ")}.`] as const
  )
  return [
    `${bold("Usage:", colors)} ${name} <command> [flags]`,
    ...(isRoot ? [wrapped(usageOf(tollgateCommand.descriptor).description, 0)] : []),
    ...section("Commands:", overview),
    ...(isRoot ? section("Every operation of the API, on a database or a server:", rows(ofResources)) : []),
    "Run tollgate <command> --help for more, and tollgate --version for the version."
  ].join("\n\n")
}
