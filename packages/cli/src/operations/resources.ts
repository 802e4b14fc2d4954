import index from "#operations" with { type: "json" }
import type { Operation, Resource } from "./Operation.js"

/** The resources, and what can be done with each, in the order of the contract. */
export const resources: ReadonlyArray<Resource> = index

/** The operation that a method of a resource calls. The operations of a resource are loaded when one of them is asked for. */
export const operationOf = async (resource: string, method: string): Promise<Operation> => {
  const loaded: { readonly default: ReadonlyArray<Operation> } = await import(`./${resource}.json`, {
    with: { type: "json" }
  })
  const found = loaded.default.find((one) => one.method === method)
  if (found === undefined) throw new Error(`There is no operation ${resource}.${method}.`)
  return found
}
