import type { Operation } from "#operations"
import { InvalidInput } from "#refusals"
import { isSegment } from "#shared"
import type { Request } from "../Transport.js"
import type { Sent } from "./Server.js"
import { unnamed } from "./toRefusal.js"

// JSON would say null in place of such a number, and null often means that there is no limit. As a text it is refused.
const refusable = (_: string, value: unknown) =>
  (typeof value === "number" && !Number.isFinite(value)) || typeof value === "bigint" ? String(value) : value

/** The body of an input, which the server judges. */
const bodyOf = (input: unknown): string => {
  try {
    return JSON.stringify(input, refusable) ?? ""
  } catch {
    throw new InvalidInput({ issues: [{ path: [], expected: "a value that JSON can state" }] })
  }
}

/** The query of an input. A list is written with commas, and null as no text, so that the server judges both. */
const queryOf = (input: unknown): string => {
  const stated = Object.entries(Object(input)).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(stated.map(([name, value]) => [name, value === null ? "" : String(value)]))
  return stated.length === 0 ? "" : `?${query}`
}

const pathOf = (operation: Operation, values: Request["path"]): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (!isSegment(value)) throw unnamed(operation, name)
    return encodeURIComponent(value)
  })

/** A request as it is sent. Fails with the refusal of what no request can carry. */
export const writeRequest = (operation: Operation, { input, path }: Request, headers: Sent["headers"]): Sent => {
  const { method, path: template, takes } = operation
  const below = pathOf(operation, path)
  if (takes !== "body") {
    return { method, template, path: takes === "query" ? below + queryOf(input) : below, headers, body: null }
  }
  return {
    method,
    template,
    path: below,
    headers: { ...headers, "content-type": "application/json" },
    body: bodyOf(input)
  }
}
