// The table of operations in docs/operations.md, made from the compiled contract and Promise API.
import { generatedPart, markdownTable } from "./generatedPart.mjs"
import { operationModels } from "./operationModels.mjs"

const part = generatedPart("docs/operations.md", "operations")

/**
 * The method of the Promise API for each operation, by `resource.operation`: its resource and its word, the names of its path's parameters in
 * order, and the schemas of its input, if it takes one, and of its output.
 */
export const accountMethods = async () => {
  const [{ TransportAccount }, { gatewayAccount }, { operations }, modelsOf] = await Promise.all([
    import("../packages/client/dist/Account.js"),
    import("../packages/client/dist/GatewayAccount.js"),
    import("../packages/http/dist/api/operations.js"),
    operationModels()
  ])
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const found = new Map()
  let at
  const keep = (name, { path }) => {
    const operation = byName.get(name)
    const { input, output } = modelsOf(operation)
    const models = { input: input?.schema ?? null, output: output.schema }
    found.set(`${operation.resource}.${name}`, { ...at, path: Object.keys(path), ...models })
    return Promise.reject(new Error("Nothing is called."))
  }
  const transport = { run: keep }
  const account = new TransportAccount(transport)
  const names = Object.keys(Object.getOwnPropertyDescriptors(TransportAccount.prototype)).filter(
    (name) => name !== "constructor"
  )
  const resources = [...names.map((name) => [name, account[name]]), ...Object.entries(gatewayAccount(transport))]
  const visit = (resource, methods) => {
    for (const [method, call] of Object.entries(methods)) {
      if (typeof call !== "function") {
        visit(`${resource}.${method}`, call)
        continue
      }
      at = { resource, method }
      call("0", "1", "2").catch(() => {})
    }
  }
  for (const [resource, methods] of resources) visit(resource, methods)
  return found
}

/** The method of the Promise API for each operation, by `resource.operation`. */
export const promiseMethods = async () =>
  new Map([...(await accountMethods())].map(([id, { method, resource }]) => [id, `${resource}.${method}`]))

/** The kind of key that may call an operation. */
export const kindOf = ({ access }) => (access.startsWith("any key") ? "any" : access.replace(/, else .*| key$/, ""))

const keyOf = (operation) => {
  const { perMinute } = operation
  const kind = kindOf(operation)
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
  return markdownTable([["Operation", "What it does", "Key", "Program in `core`", "Method in `node`"], ...rows])
}

/** The present table in the document. */
export const shownTable = part.shown

/** Writes the table into the document. */
export const writeTable = async () => part.write(await operationsTable())
