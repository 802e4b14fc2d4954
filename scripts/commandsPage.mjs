// The reference of all commands in docs/cli.md, made from what `tollgate <command> --help` prints.
import { stripVTControlCharacters } from "node:util"
import { generatedPart, markdownTable } from "./generatedPart.mjs"

const part = generatedPart("docs/cli.md", "commands")

/** A flag that at least so many commands have, with the same meaning, is explained once. */
const SHARED_BY = 5

/** Runs commands in this process, one after another: to start a process for each takes a minute. */
const openCommand = async () => {
  const [{ Effect }, { program }] = await Promise.all([import("effect"), import("../packages/cli/dist/program.js")])
  return async (args) => {
    const lines = []
    const { log } = console
    console.log = (line) => void lines.push(line)
    await Effect.runPromise(program(args)).finally(() => {
      console.log = log
    })
    return stripVTControlCharacters(lines.join("\n"))
  }
}

/** The sections of a help, by their titles. What stands before the first one is the usage and the description. */
const sectionsOf = (text) => {
  const [usage, ...blocks] = text.split("\n\n")
  const sections = { usage: usage.replace("Usage: ", ""), description: "" }
  for (const block of blocks) {
    const [, title, body] = /^([A-Z][^\n]*):\n(?= {2})(.*)$/s.exec(block) ?? []
    if (title === undefined) sections.description ||= block.replaceAll("\n", " ")
    else sections[title] = body
  }
  return sections
}

/** The terms of a section, such as flags, each with its meaning in the lines below it. */
const termsOf = (section = "") =>
  section
    .split(/^ {2}(?=\S)/m)
    .slice(1)
    .map((entry) => {
      const [term, ...lines] = entry.trim().split("\n")
      return { term, meaning: lines.map((line) => line.trim()).join(" ") }
    })

/** The first words of the rows of an overview. */
const wordsOf = (section = "") => [...section.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, word]) => word)

/** The commands, with their helps. */
const readCommands = async () => {
  const tollgate = await openCommand()
  const { usage, description, ...overviews } = sectionsOf(await tollgate(["--help"]))
  const groups = [...new Set(Object.values(overviews).flatMap(wordsOf))]
  const found = []
  for (const group of groups) {
    const help = sectionsOf(await tollgate([group, "--help"]))
    const rows = help.Commands === undefined ? [] : help.Commands.match(/^ {2}[a-z][\w-]*( [a-z][\w-]*)?/gm)
    if (rows.length === 0) found.push({ name: group, ...help })
    for (const name of rows.map((row) => row.trim())) {
      found.push({ name, ...sectionsOf(await tollgate([...name.split(" "), "--help"])) })
    }
  }
  return found
}

const cell = (text) => text.replaceAll("|", "\\|").replaceAll(/<([a-z-]+)>/g, "&lt;$1&gt;")

/** The variable of a setting and its default, where its meaning names them. */
const settingOf = (meaning) => {
  const [variableText = "", variable] = / ?Variable: (TOLLGATE_[A-Z_]+)\./.exec(meaning) ?? []
  const [fallbackText = "", fallback] = variable === undefined ? [] : (/ ?Default: (\S+)\.(?= |$)/.exec(meaning) ?? [])
  return { variable, fallback, text: meaning.replace(variableText, "").replace(fallbackText, "") }
}

const code = (text) => (text === undefined ? "" : `\`${text}\``)

/** A table of terms. Settings have columns for their variables and defaults. */
const tableOf = (title, terms) => {
  const settings = terms.map(({ meaning }) => settingOf(meaning))
  if (settings.every(({ variable }) => variable === undefined))
    return markdownTable([[title, "Meaning"], ...terms.map(({ meaning, term }) => [code(term), cell(meaning)])])
  const rows = settings.map(({ fallback, text, variable }, place) => [
    code(terms[place].term),
    code(variable),
    code(fallback),
    cell(text)
  ])
  return markdownTable([[title, "Variable", "Default", "Meaning"], ...rows])
}

const idOf = ({ meaning, term }) => `${term}\n${meaning}`

const byName = (a, b) => (a.term < b.term ? -1 : 1)

/** The flags that many commands have, each with the meaning that it has most often. */
const sharedFlags = (flags) => {
  const alike = new Map()
  for (const flag of flags) alike.set(idOf(flag), [...(alike.get(idOf(flag)) ?? []), flag])
  const common = [...alike.values()].filter(({ length }) => length >= SHARED_BY).sort((a, b) => a.length - b.length)
  return [...new Map(common.map(([flag]) => [flag.term, flag])).values()].sort(byName)
}

export const commandsPage = async () => {
  const commands = (await readCommands()).map((command) => ({ ...command, flags: termsOf(command.Flags) }))
  const shared = sharedFlags(commands.flatMap(({ flags }) => flags))
  const isShared = (flag) => shared.some((other) => idOf(other) === idOf(flag))
  const sectionOf = ({ Arguments, description, flags, name, usage }) => {
    // The settings of the server stand in one table.
    const common = name === "serve" ? [] : flags.filter(isShared)
    const own = flags.filter((flag) => !common.includes(flag))
    const also = common.map(({ term }) => `\`${term.split(" ")[0]}\``).join(", ")
    return [
      `### tollgate ${name}`,
      `\`${usage}\``,
      cell(description),
      ...(Arguments === undefined ? [] : [tableOf("Argument", termsOf(Arguments))]),
      ...(own.length === 0 ? [] : [tableOf("Flag", own)]),
      ...(also === "" ? [] : [`${own.length === 0 ? "Flags" : "Also"}: ${also}.`])
    ]
  }
  return [
    "### Flags of many commands",
    "A command that has them names them after its own.",
    tableOf("Flag", shared),
    ...commands.flatMap(sectionOf)
  ].join("\n\n")
}

/** The present part of the page. */
export const shownCommands = part.shown

/** Writes the part of the page. */
export const writeCommandsPage = async () => part.write(await commandsPage())
