import * as AutoCorrect from "@effect/cli/AutoCorrect"
import * as CliConfig from "@effect/cli/CliConfig"
import * as Data from "effect/Data"
import type { Given } from "./Given.js"
import { commandsUnder } from "./parsePath.js"
import { wrongSwitch } from "./switches.js"
import { repeatedFlagsOf, type Usage } from "./usageOf.js"

const BUILT_IN = ["--help", "--version"]

/** Suggests a known name that differs in at most three letters and in at most half of them. */
const nearest = (written: string, known: ReadonlyArray<string>): string => {
  const distances = known
    .map((name) => ({ name, distance: AutoCorrect.levensteinDistance(written, name, CliConfig.defaultConfig) }))
    .filter(({ distance }) => distance <= Math.min(3, written.replace(/^-+/, "").length / 2))
    .sort((one, other) => one.distance - other.distance)
  return distances[0] === undefined ? "" : ` Did you mean ${distances[0].name}?`
}

/** The name of a flag without its value, which may be a secret or an address with a password. */
const nameIn = (written: string) => (/^-[^-]/.test(written) ? written.slice(0, 2) : written.replace(/=.*$/s, ""))

const flagsIn = ({ rest }: Given) => {
  const end = rest.indexOf("--")
  return rest.slice(0, end < 0 ? rest.length : end).filter((word) => /^-./.test(word))
}

const aboutFlags = (name: string, usage: Usage, given: Given): string | undefined => {
  const { flags } = usage
  const known = new Map(flags.map(({ term }) => [term.replace(/ .*$/, ""), term.includes(" ")]))
  const written = flagsIn(given).map(nameIn)
  const strange = written.find((flag) => !known.has(flag))
  if (strange !== undefined) return `${name} has no flag ${strange}.${nearest(strange, [...known.keys(), ...BUILT_IN])}`
  const repeated = repeatedFlagsOf(usage)
  const twice = written.find((flag, i) => written.indexOf(flag) < i && !repeated.includes(flag))
  if (twice !== undefined) return `${twice} is given more than once.`
  const valueless = given.rest.find(
    (word, i) =>
      (known.get(word) === true && (given.rest[i + 1] ?? "--").startsWith("--")) ||
      (word.endsWith("=") && known.get(word.slice(0, -1)) === true)
  )
  if (valueless !== undefined) return `${nameIn(valueless)} needs a value.`
  const strangeSwitch = wrongSwitch(given)
  return strangeSwitch && `${strangeSwitch} takes no value but true or false.`
}

const aboutArguments = (name: string, usage: Usage) => {
  if (usage.arguments.length === 0) return `${name} takes only flags.`
  return `${name} takes ${usage.arguments.map(({ term }) => term).join(" and ")}.`
}

const aboutCommand = (name: string, { path, rest: [written = ""] }: Given) => {
  const known = commandsUnder(path).map((one) => one.path[path.length] ?? "")
  if (written.startsWith("-")) return `${name} has no flag ${nameIn(written)}.${nearest(nameIn(written), BUILT_IN)}`
  const said = /^[\w-]{1,40}$/.test(written) ? ` ${written}` : " of this name"
  return `${name} has no command${said}.${nearest(written, known) || ` Its commands are ${Array.from(new Set(known)).join(", ")}.`}`
}

/** The command does not take these arguments. */
export class ArgumentsRefused extends Data.TaggedError("ArgumentsRefused")<Given> {
  override get message(): string {
    const name = ["tollgate", ...this.path].join(" ")
    const { usage } = this
    const why =
      usage === undefined ? aboutCommand(name, this) : (aboutFlags(name, usage, this) ?? aboutArguments(name, usage))
    return `${why} See ${name} --help.`
  }
}
