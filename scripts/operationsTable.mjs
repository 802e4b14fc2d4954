// The table of operations in docs/operations.md, made from the compiled contract and Promise API.
import { readFileSync, writeFileSync } from "node:fs"

const page = new URL("../docs/operations.md", import.meta.url)
const begin = "<!-- operations: npm run generate -->\n"
const end = "<!-- /operations -->"

/** The method of the Promise API for each operation, by `resource.operation`. */
export const promiseMethods = async () => {
  const { TransportAccount } = await import("../packages/client/dist/Account.js")
  const { gatewayAccount } = await import("../packages/client/dist/GatewayAccount.js")
  const found = new Map()
  let method = ""
  const named = (name, make) => new Proxy({}, { get: (_, key) => make(name, String(key)) })
  const client = named("", (_, resource) =>
    named(resource, (_, operation) => () => void found.set(`${resource}.${operation}`, method))
  )
  const transport = { client, answer: () => {}, call: (_input, _given, operation) => operation({}) }
  const account = new TransportAccount(transport)
  const names = Object.keys(Object.getOwnPropertyDescriptors(TransportAccount.prototype)).filter(
    (name) => name !== "constructor"
  )
  const resources = [...names.map((name) => [name, account[name]]), ...Object.entries(gatewayAccount(transport))]
  for (const [resource, methods] of resources) {
    for (const [name, call] of Object.entries(methods)) {
      method = `${resource}.${name}`
      try {
        call("id", {}, {})
      } catch {
        // A method without an endpoint does not use the client.
      }
    }
  }
  return found
}

const keyOf = ({ access, perMinute }) => {
  const kind = access === "any key" ? "any" : access.replace(/, else .*/, "")
  return perMinute === null ? kind : `${kind}, ${perMinute} a minute`
}

export const operationsTable = async () => {
  const { operations } = await import("../packages/http/dist/api/operations.js")
  const methods = await promiseMethods()
  const rows = operations.map((operation) => [
    `\`${operation.method} ${operation.path}\``,
    operation.description.split("\n\n")[0],
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

/** The present table in the document. */
export const shownTable = () => {
  const text = readFileSync(page, "utf8")
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim()
}

/** Writes the table into the document. */
export const writeTable = async () => {
  const text = readFileSync(page, "utf8")
  const after = text.slice(text.indexOf(end))
  writeFileSync(page, `${text.slice(0, text.indexOf(begin) + begin.length)}\n${await operationsTable()}\n\n${after}`)
}
