import { tollgateCommand } from "../commands/tollgateCommand.js"
import { bold } from "../output/colors.js"
import { commandsUnder, usageAt } from "./parsePath.js"
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

const firstSentence = (text: string) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text

/** The help of a command, or the list of the commands whose names begin with this path. */
export const help = (path: ReadonlyArray<string>, colors: boolean): string => {
  const name = ["tollgate", ...path].join(" ")
  const section = (title: string, lines: ReadonlyArray<string>) =>
    lines.length === 0 ? [] : [[bold(title, colors), ...lines].join("\n")]
  const explained = ({ meaning, term }: Term) => `  ${bold(term, colors)}\n${wrapped(meaning, 6)}`

  const usage = usageAt(path)
  if (usage !== undefined) {
    const written = [name, ...usage.arguments.map(({ term }) => term), ...(usage.flags.length > 0 ? ["[flags]"] : [])]
    return [
      `${bold("Usage:", colors)} ${written.join(" ")}`,
      wrapped(usage.description, 0),
      ...section("Arguments:", usage.arguments.map(explained)),
      ...section("Flags:", usage.flags.map(explained))
    ].join("\n\n")
  }
  const listed = commandsUnder(path).map((one) => ({ ...one, name: one.path.join(" ") }))
  const width = Math.max(...listed.map((one) => one.name.length)) + 2
  const overview = listed.map((one) => {
    const about = wrapped(firstSentence(usageOf(one.command.descriptor).description), width + 2).trimStart()
    return `  ${bold(one.name, colors)}${" ".repeat(width - one.name.length)}${about}`
  })
  return [
    `${bold("Usage:", colors)} ${name} <command> [flags]`,
    ...(path.length === 0 ? [wrapped(usageOf(tollgateCommand.descriptor).description, 0)] : []),
    ...section("Commands:", overview),
    "Run tollgate <command> --help for more, and tollgate --version for the version."
  ].join("\n\n")
}
