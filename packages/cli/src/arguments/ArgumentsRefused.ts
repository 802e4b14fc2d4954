import * as Data from "effect/Data"
import type { Command, Flag, Usage } from "./Command.js"
import { usageLine } from "./help.js"

const BUILT_IN = ["--help", "--version"]

/** Whether a word becomes another one by inserting, deleting or replacing so many letters. */
const differsBy = (most: number, word: string, other: string): boolean => {
  if (word === other) return true
  if (word !== "" && word[0] === other[0]) return differsBy(most, word.slice(1), other.slice(1))
  const shorter = [word.slice(1), other.slice(1)] as const
  return (
    most > 0 &&
    [shorter, [shorter[0], other] as const, [word, shorter[1]] as const].some((both) => differsBy(most - 1, ...both))
  )
}

/** Suggests the known name that differs least, in at most three letters and in at most half of them. */
const nearest = (written: string, known: ReadonlyArray<string>): string => {
  const letters = Math.min(3, Math.floor(written.replace(/^-+/, "").length / 2))
  for (let most = 1; most <= letters; most++) {
    const found = known.find((name) => differsBy(most, written.toLowerCase(), name))
    if (found !== undefined) return ` Did you mean ${found}?`
  }
  return ""
}

const nameOf = (path: ReadonlyArray<string>) => ["tollgate", ...path].join(" ")

/** The arguments are not what the command takes. The sentence repeats no value, which may be a secret. */
export class ArgumentsRefused extends Data.TaggedError("ArgumentsRefused")<{ readonly why: string }> {
  override get message(): string {
    return this.why
  }
}

/** A flag or a command that does not exist, if it looks like one: a secret in its place is not repeated. */
const shownName = (written: string): string =>
  /^-{0,2}[a-z]{1,20}(-[a-z]{1,20}){0,3}$/.test(written) ? ` ${written}` : ""

/** There is no command of these words. */
export const unknownCommand = (
  path: ReadonlyArray<string>,
  word: string,
  commands: ReadonlyArray<Command>
): ArgumentsRefused => {
  const help = `See ${nameOf(path)} --help.`
  if (word.startsWith("-")) {
    const flag = /^-[^-]/.test(word) ? word.slice(0, 2) : word.replace(/=.*$/s, "")
    return new ArgumentsRefused({ why: `Unknown flag${shownName(flag)}.${nearest(flag, BUILT_IN)} ${help}` })
  }
  const known = [...new Set(commands.map((one) => one.path[path.length] ?? ""))]
  const name = shownName(word) === "" ? "" : ` ${nameOf([...path, word])}`
  return new ArgumentsRefused({
    why: `Unknown command${name}.${nearest(word, known) || ` The commands are ${known.join(", ")}.`} ${help}`
  })
}

/** The sentences about the arguments of one command. */
export const refusals = (path: ReadonlyArray<string>, usage: Usage) => {
  const refused = (why: string) => new ArgumentsRefused({ why: `${why} See ${nameOf(path)} --help.` })
  const withUsage = (why: string) => new ArgumentsRefused({ why: `${why}. Usage: ${usageLine(path, usage)}` })
  return {
    missing: (name: string) => withUsage(`Missing ${name}`),
    unexpected: () => withUsage(usage.args.length === 0 ? "Unexpected argument" : "Too many arguments"),
    unknownFlag: (name: string) => {
      const known = [...usage.flags.map((flag) => flag.name), ...BUILT_IN]
      return refused(`Unknown flag${shownName(name)}.${nearest(name, known)}`)
    },
    repeated: ({ name }: Flag) => refused(`${name} is given more than once.`),
    lacksValue: ({ name }: Flag) => refused(`${name} needs a value.`),
    switchValue: ({ name }: Flag) => refused(`${name} must be true or false, or stand alone.`),
    secret: ({ name }: Flag) =>
      new ArgumentsRefused({
        why: `${name} takes no value, because other users can read the arguments of a process. Leave the value out: it is asked for on a terminal, and else read from standard input.`
      })
  }
}
