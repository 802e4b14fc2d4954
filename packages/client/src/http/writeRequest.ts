import type { Operation } from "#operations"
import { type InputIssue, InvalidInput } from "#refusals"
import { isSegment, writeList } from "#shared"
import { isRecord } from "../isRecord.js"
import type { Request } from "../Transport.js"
import type { Sent } from "./Server.js"
import { unnamed } from "./toRefusal.js"

const refuse = (path: InputIssue["path"], expected: string): never => {
  throw new InvalidInput({ issues: [{ path, expected }] })
}

/** Whether JSON states a value as it is. `JSON.stringify` would leave it out, write null or `{}`, or call a method of it. */
const isStated = (given: unknown, written: unknown): boolean => {
  if (given !== written) return false
  if (typeof given === "number") return Number.isFinite(given)
  if (typeof given !== "object") return ["boolean", "string", "undefined"].includes(typeof given)
  // An object of another realm has another prototype, but the same name.
  return given === null || /^\[object (Array|Object)\]$/.test(Object.prototype.toString.call(given))
}

/**
 * The body of an input, which the server judges. A value that JSON would state as another one is refused: null and a missing field often
 * mean that there is no limit. A field that is undefined is a missing one.
 */
const bodyOf = (input: unknown): string => {
  const paths = new WeakMap<object, InputIssue["path"]>()
  const checked = function (this: object, name: string, written: unknown) {
    const isItem = Array.isArray(this)
    const above = paths.get(this)
    const path = above === undefined ? [] : [...above, isItem ? Number(name) : name]
    const given: unknown = Reflect.get(this, name)
    if (!isStated(given, written) || (isItem && given === undefined)) refuse(path, STATED)
    if (typeof given === "object" && given !== null) paths.set(given, path)
    return written
  }
  try {
    return JSON.stringify(input, checked) ?? ""
  } catch (failure) {
    if (failure instanceof InvalidInput) throw failure
    // Circular, or a getter has thrown.
    return refuse([], STATED)
  }
}

const STATED = "a value that JSON can state"

const textOf = (name: string, value: unknown): string => {
  if (value === null) return ""
  const isList = Array.isArray(value)
  const values: ReadonlyArray<unknown> = isList ? value : [value]
  const stated = values.map((one) => {
    if (one === null) return one
    const isText = typeof one === "string" ? one.isWellFormed() : typeof one === "number" || typeof one === "boolean"
    return isText ? one : refuse([name], "a text, a number, true or false, or a list of them")
  })
  return isList ? writeList(stated) : String(stated[0])
}

/** The query of an input. A list is written as one text, and null as no text, so that the server judges both. */
const queryOf = (input: unknown): string => {
  if (!isRecord(input)) return refuse([], "an object")
  const stated = Object.entries(input).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(stated.map(([name, value]) => [name, textOf(name, value)]))
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
