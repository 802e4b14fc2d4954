// The README's table of operations, from the contract and the Promise API as they are compiled.
import { readFileSync, writeFileSync } from "node:fs"

const readme = new URL("../README.md", import.meta.url)
const begin = "<!-- operations: npm run generate -->\n"
const end = "<!-- /operations -->"

/** Which method of the Promise API asks for which operation. */
export const promiseMethods = async () => {
  const { account } = await import("../packages/client/dist/Account.js")
  const asked = new Map()
  let method = ""
  const named = (name, make) => new Proxy({}, { get: (_, key) => make(name, String(key)) })
  const client = named("", (_, resource) =>
    named(resource, (_, operation) => () => void asked.set(`${resource}.${operation}`, method))
  )
  const door = { client, answer: () => {}, call: (_input, _given, ask) => ask({}), manage: () => {} }
  for (const [resource, methods] of Object.entries(account(door))) {
    for (const [name, ask] of Object.entries(methods)) {
      method = `${resource}.${name}`
      try {
        ask("id", {}, {})
      } catch {
        // It has no endpoint: it runs a program of its own, which nobody gave it here.
      }
    }
  }
  return asked
}

const keyOf = ({ perMinute, right }) =>
  `${right === "any key" ? "any" : "management"}${perMinute === null ? "" : `, ${perMinute} a minute`}`

export const operationsTable = async () => {
  const { operations } = await import("../packages/http/dist/api/operations.js")
  const methods = await promiseMethods()
  const rows = operations.map((operation) => [
    `\`${operation.method} ${operation.path}\``,
    operation.description,
    keyOf(operation),
    `\`${operation.name}\``,
    `\`${methods.get(`${operation.resource}.${operation.name}`) ?? "missing"}\``
  ])
  const table = [["Operation", "What it does", "Key", "Program in `core`", "Method in `node`"], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`
  const [head, ...operationRows] = table
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...operationRows.map(line)].join("\n")
}

/** What stands in the README now. */
export const shownTable = () => {
  const text = readFileSync(readme, "utf8")
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim()
}

/** Writes the table in its place. */
export const writeTable = async () => {
  const text = readFileSync(readme, "utf8")
  const after = text.slice(text.indexOf(end))
  writeFileSync(readme, `${text.slice(0, text.indexOf(begin) + begin.length)}\n${await operationsTable()}\n\n${after}`)
}
