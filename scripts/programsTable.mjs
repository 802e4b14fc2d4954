// The table of programs in the README of core, made from the doc comments of the programs and the compiled contract.
import { readFileSync } from "node:fs"
import { generatedPart, markdownTable } from "./generatedPart.mjs"
import { kindOf } from "./operationsTable.mjs"

const source = new URL("../packages/core/src/", import.meta.url)
const part = generatedPart("packages/core/README.md", "programs")

/** The first sentence of the doc comment of an export. */
const sentenceOf = (text, name) => {
  const [, comment] =
    new RegExp(`/\\*\\*((?:(?!\\*/).)*?)\\*/\\s*export (?:const|function) ${name}\\b`, "s").exec(text) ?? []
  if (comment === undefined) throw new Error(`${name} has no doc comment.`)
  const [sentence] = comment
    .replaceAll(/\n \* ?/g, " ")
    .trim()
    .split(/(?<=\.)(?: |$)/)
  return sentence
}

/** The caller that a program without an operation requires. */
const callerOf = (text) => (/yield\* (Management|Gateway)Caller/.exec(text)?.[1] ?? "host").toLowerCase()

export const programsTable = async () => {
  const { operations } = await import("../packages/http/dist/api/operations.js")
  const kinds = new Map(operations.map((operation) => [operation.name, kindOf(operation)]))
  const programs = readFileSync(new URL("programs.ts", source), "utf8")
  const rows = Array.from(programs.matchAll(/^export \{ (\w+) \} from "\.\/(.*)\.js"$/gm), ([, name, path]) => {
    const text = readFileSync(new URL(`${path}.ts`, source), "utf8")
    return [`\`${name}\``, sentenceOf(text, name), kinds.get(name) ?? callerOf(text)]
  })
  return markdownTable([["Program", "What it does", "Caller"], ...rows])
}

/** The present table in the README. */
export const shownPrograms = part.shown

/** Writes the table into the README. */
export const writePrograms = async () => part.write(await programsTable())
