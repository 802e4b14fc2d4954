import * as Array from "effect/Array"
import { bold } from "../output/colors.js"
import type { Argument, Command, Flag, Usage } from "./Command.js"

const WIDTH = 90

const ABOUT =
  "The account side of a model gateway: API keys with limits, provider credentials, guardrails, workspaces, presets. " +
  "Start with `tollgate serve`. Settings are flags or the variables TOLLGATE_HOST, TOLLGATE_PORT, TOLLGATE_DATABASE, " +
  "TOLLGATE_MASTER_KEY, TOLLGATE_REQUESTS_PER_MINUTE, TOLLGATE_RETENTION_DAYS, TOLLGATE_AUDIT_RETENTION_DAYS, TOLLGATE_METRICS, TOLLGATE_FORWARD_AUTH, TOLLGATE_FORWARD_AUTH_SETTINGS, " +
  "TOLLGATE_SERVE_CREDENTIALS, TOLLGATE_ALLOW_IMPORT, TOLLGATE_WEBHOOK_PRIVATE, TOLLGATE_NO_CONSOLE, TOLLGATE_COMPAT, TOLLGATE_CORS_ORIGIN, TOLLGATE_LOG and TOLLGATE_LOG_FORMAT; the flag wins."

const wrapped = (text: string, indent: number): string => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > WIDTH - indent) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line) => " ".repeat(indent) + line).join("\n")
}

const nameOf = (path: ReadonlyArray<string>) => ["tollgate", ...path].join(" ")

const argumentTerm = ({ name }: Argument) => `<${name}>`

const flagTerm = ({ isRepeatable, name, value }: Flag) =>
  `${name}${value === null ? "" : ` <${value}>`}${isRepeatable ? "..." : ""}`

/** How a command is written. */
export const usageLine = (path: ReadonlyArray<string>, { args, flags }: Usage): string =>
  [nameOf(path), ...args.map(argumentTerm), ...(flags.length > 0 ? ["[flags]"] : [])].join(" ")

const section = (title: string, lines: ReadonlyArray<string>, colors: boolean) =>
  lines.length === 0 ? [] : [[bold(title, colors), ...lines].join("\n")]

/** The help of a command. */
export const commandHelp = (path: ReadonlyArray<string>, usage: Usage, colors: boolean): string => {
  const explained = (term: string, meaning: string) => `  ${bold(term, colors)}\n${wrapped(meaning, 6)}`
  const args = usage.args.map((one) => explained(argumentTerm(one), one.meaning))
  const flags = usage.flags.map((one) => explained(flagTerm(one), one.meaning))
  return [
    `${bold("Usage:", colors)} ${usageLine(path, usage)}`,
    wrapped(usage.description, 0),
    ...section("Arguments:", args, colors),
    ...section("Flags:", flags, colors)
  ].join("\n\n")
}

const rows = (listed: ReadonlyArray<readonly [name: string, about: string]>, colors: boolean) => {
  const width = Math.max(...listed.map(([name]) => name.length)) + 2
  return listed.map(
    ([name, about]) =>
      `  ${bold(name, colors)}${" ".repeat(width - name.length)}${wrapped(about, width + 2).trimStart()}`
  )
}

/** The words of the commands of a resource; of a command of one word, what it does. */
const aboutGroup = (own: ReadonlyArray<Command>): string => {
  const words = own.map(({ path, summary }) => (path.length === 1 ? summary : path.slice(1).join(" ")))
  return `${words.join(", ").replace(/\.$/, "")}.`
}

/** The list of the commands whose names begin with this path. */
export const overview = (path: ReadonlyArray<string>, commands: ReadonlyArray<Command>, colors: boolean): string => {
  const [written, ofOperations] = Array.partition(commands, ({ isOperation }) => isOperation === true)
  const isRoot = path.length === 0
  const listed = isRoot ? written : [...ofOperations, ...written]
  // One by one, the commands of all operations would hide the others.
  const groups = Object.entries(Array.groupBy(isRoot ? ofOperations : [], (one) => one.path[0] ?? "")).map(
    ([resource, own]) => [resource, aboutGroup(own)] as const
  )
  return [
    `${bold("Usage:", colors)} ${nameOf(path)} <command> [flags]`,
    ...(isRoot ? [wrapped(ABOUT, 0)] : []),
    ...section(
      "Commands:",
      rows(
        listed.map((one) => [one.path.join(" "), one.summary]),
        colors
      ),
      colors
    ),
    ...section("Operations of the API, on a database or a server:", rows(groups, colors), colors),
    "Run tollgate <command> --help for more, and tollgate --version for the version."
  ].join("\n\n")
}
