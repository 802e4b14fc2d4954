import type { Operation } from "@tollgate/http"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type Answer, json } from "./Answer.js"

/**
 * The expected answer. Among the values of `json` and `body`, a schema stands for what it decodes, and a regular expression for
 * texts that match. All other values are exact.
 */
export interface Expectation {
  readonly status: number
  /** Other statuses that the contract's text allows. They pass only if the run sets `alternatives`. */
  readonly alt?: ReadonlyArray<number>
  readonly message?: string
  /** By lower-case name: null for absent, a text for how the value starts, or a regular expression. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>
  /** By path, as in `data.0.id`. */
  readonly json?: Readonly<Record<string, unknown>>
  /** The whole body. */
  readonly body?: unknown
  /** The whole body as text, where it is not JSON. */
  readonly text?: string
  /** What no value can state. Returns what is wrong with the body. */
  readonly check?: (body: unknown) => ReadonlyArray<string>
  /** Texts that occur in neither the headers nor the body. */
  readonly absent?: ReadonlyArray<string>
  /** Of a raw request: the number of answers on the connection. */
  readonly answers?: number
}

/** A time as ISO 8601 writes it, with its zone. */
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The contract's refusals. */
export const badRequest: Expectation = { status: 400, message: "Invalid request parameters" }
export const notFound: Expectation = { status: 404, message: "Resource not found" }
export const forbidden: Expectation = { status: 403, message: "Only management keys can perform this operation" }
export const readOnly: Expectation = {
  status: 403,
  message: "A read-only key cannot change anything",
  json: { "error.metadata": { reason: "read_only" } }
}
export const gatewaysOnly: Expectation = { status: 403, message: "Only gateway keys can perform this operation" }
export const apiKeysOnly: Expectation = { status: 403, message: "Only API keys can perform this operation" }
export const tooMany: Expectation = { status: 429, message: "Rate limit exceeded" }
/** Storage failed before anything was done. */
export const failure: Expectation = {
  status: 500,
  message: "Internal Server Error",
  headers: { "retry-after": "1" },
  json: { "error.metadata": { reason: "storage_unavailable" } }
}
export const tooLarge: Expectation = { status: 413 }
export const unsupported: Expectation = { status: 415 }

const unauthorized = (message: string): Expectation => ({
  status: 401,
  headers: { "www-authenticate": "Bearer" },
  message
})
export const missingCredential = unauthorized("Missing Authentication header")
export const invalidCredential = unauthorized("Invalid credentials")

/** The refusal of a valid key of the wrong kind; null if any key may call the operation. */
export const wrongKind = ({ access }: Operation): Expectation | null => {
  switch (access) {
    case "any key, else 401":
    case "any key, else 403":
    case "any or gateway key":
      return null
    case "management, else 401":
      return invalidCredential
    case "gateway, else 403":
      return gatewaysOnly
    default:
      return forbidden
  }
}

/** The refusal of a request for this reason; its first issue names this field. */
export const refusedFor = (reason: string, field?: string): Expectation => ({
  ...badRequest,
  json: { "error.metadata.reason": reason, ...(field !== undefined && { "error.metadata.issues.0.path": [field] }) }
})

/** The refusal of an act on an object in another state. */
export const conflict = (reason: string): Expectation => ({
  status: 409,
  message: "Conflict",
  json: { "error.metadata.reason": reason }
})

/** Any answer of this status. */
export const is = (status: number): Expectation => ({ status })

/** Success with this whole body. */
export const ok = (body: unknown): Expectation => ({ status: 200, body })

/** 201 with this whole body. */
export const created = (body: unknown): Expectation => ({ status: 201, body })

/** Success with these values at these paths of the body. */
export const reads = (json: Readonly<Record<string, unknown>>): Expectation => ({ status: 200, json })

/** Success with a record, some of whose fields are given. */
export const record = (fields: Readonly<Record<string, unknown>> = {}): Expectation => reads(within("data", fields))

/** The same with status 201. */
export const newRecord = (fields: Readonly<Record<string, unknown>> = {}): Expectation => ({
  ...record(fields),
  status: 201
})

/** Success with a list without records. */
export const NOTHING = ok({ data: [], total_count: 0 })

/** These fields at their paths below another one. */
export const within = (path: string, fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${path}.${name}`, value]))

/** Success with a list of `least` records or more, each with these fields. */
export const each = (fields: Readonly<Record<string, unknown>>, least = 1): Expectation => ({
  status: 200,
  check: (body) => {
    const rows = rowsOf(body)
    return rows.length < least
      ? [`body.data has fewer than ${least} items`]
      : rows.flatMap((row, i) => checkPaths(fields, row, `body.data.${i}.`))
  }
})

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The records of a list. */
export const rowsOf = (body: unknown): ReadonlyArray<unknown> =>
  isRecord(body) && Array.isArray(body["data"]) ? body["data"] : []

/** The value at a path, as in `data.0.id`. */
export const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return name === "length" ? inner.length : inner[Number(name)]
    return isRecord(inner) ? inner[name] : undefined
  }, value)

const show = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value).slice(0, 200))

/** What a schema does not decode of a value, or would leave out. */
export const misfits = (schema: Schema.Schema.AnyNoContext, actual: unknown, at = "body"): ReadonlyArray<string> =>
  Either.match(Schema.decodeUnknownEither(schema, { onExcessProperty: "error" })(actual), {
    onRight: () => [],
    onLeft: (error) =>
      ParseResult.ArrayFormatter.formatErrorSync(error).map(
        ({ message, path }) => `${[at, ...path.map(String)].join(".")}: ${message}`
      )
  })

/** The places where a JSON value differs from what was expected. */
export const differences = (expected: unknown, actual: unknown, at = "body"): ReadonlyArray<string> => {
  // A schema that needs nothing: none of those that cases write does.
  if (Schema.isSchema(expected)) return misfits(expected as Schema.Schema.AnyNoContext, actual, at)
  if (expected instanceof RegExp) {
    return typeof actual === "string" && expected.test(actual) ? [] : [`${at} = ${show(actual)}, expected ${expected}`]
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${at} = ${show(actual)}, expected a list`]
    if (actual.length !== expected.length) return [`${at} has ${actual.length} items, expected ${expected.length}`]
    return expected.flatMap((item, i) => differences(item, actual[i], `${at}.${i}`))
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return [`${at} = ${show(actual)}, expected an object`]
    const extra = Object.keys(actual).filter((name) => !Object.hasOwn(expected, name))
    return [
      ...extra.map((name) => `${at}.${name} is not in the contract`),
      ...Object.entries(expected).flatMap(([name, item]) => differences(item, actual[name], `${at}.${name}`))
    ]
  }
  return Object.is(expected, actual) ? [] : [`${at} = ${show(actual)}, expected ${show(expected)}`]
}

const checkPaths = (json: Readonly<Record<string, unknown>>, body: unknown, prefix = "") =>
  Object.entries(json).flatMap(([path, wanted]) => differences(wanted, at(body, path), prefix + path))

const checkHeader = (name: string, wanted: string | RegExp | null, actual: string | undefined) => {
  const label = `header ${name}`
  if (wanted === null) return actual === undefined ? [] : [`${label} = ${actual}, expected none`]
  if (actual === undefined) return [`${label} is missing`]
  const isWanted = typeof wanted === "string" ? actual.startsWith(wanted) : wanted.test(actual)
  return isWanted ? [] : [`${label} = ${actual}, expected ${wanted}`]
}

const checkContent = (expect: Expectation, answer: Answer): ReadonlyArray<string> => {
  const { body, check, headers = {}, json: paths = {}, message, text } = expect
  return [
    ...(message === undefined ? [] : checkPaths({ "error.message": message }, json(answer))),
    ...Object.entries(headers).flatMap(([name, wanted]) => checkHeader(name, wanted, answer.headers[name])),
    ...checkPaths(paths, json(answer)),
    ...(text === undefined ? [] : differences(text, answer.body)),
    ...(body === undefined ? [] : differences(body, json(answer))),
    ...(check?.(json(answer)) ?? [])
  ]
}

const checkAbsent = (texts: ReadonlyArray<string>, answer: Answer): ReadonlyArray<string> => {
  if (texts.length === 0) return []
  const shown = answer.body + JSON.stringify(answer.headers)
  return texts.flatMap((text) => (shown.includes(text) ? [`leaks ${text}`] : []))
}

/** Checks one answer against an expectation. With an alternative status, the contents are not checked. */
export const checkExpectation = (expect: Expectation, answer: Answer, alternatives: boolean): ReadonlyArray<string> => {
  const { absent = [], alt = [], answers, status } = expect
  const wanted = [status, ...(alternatives ? alt : [])]
  const problem = answer.problem === undefined ? "" : ` (${answer.problem})`
  return [
    ...(wanted.includes(answer.status) ? [] : [`status ${answer.status}${problem}, expected ${wanted.join(" or ")}`]),
    ...(answer.status === status ? checkContent(expect, answer) : []),
    ...(answers === undefined || answer.answers === answers ? [] : [`${answer.answers} answers, expected ${answers}`]),
    ...checkAbsent(absent, answer)
  ]
}
