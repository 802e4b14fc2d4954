import { type Operation, operations } from "@tollgate/http"
import * as Schema from "effect/Schema"
import { type Answer, json } from "./Answer.js"
import { differences, isRecord, misfits } from "./Expectation.js"
import { isRateLimited } from "./RateLimitReached.js"

const checkHead = (answer: Answer) => (answer.body === "" ? [] : ["an answer to HEAD has a body"])

/** The other form of a successful answer, for which a request asks. Its text is part of what the case expects. */
const isCsv = ({ headers, status }: Answer) => status === 200 && /^text\/csv\b/.test(headers["content-type"] ?? "")

/** The messages that the contract fixes, by status, and those of the operations of gateways. */
const messages: Readonly<Record<number, ReadonlyArray<string>>> = {
  400: ["Invalid request parameters"],
  401: ["Missing Authentication header", "Invalid credentials"],
  403: [
    "Only management keys can perform this operation",
    "Only API keys can perform this operation",
    "A read-only key cannot change anything",
    "Only gateway keys can perform this operation",
    "The key cannot spend",
    "A guardrail does not allow the request"
  ],
  404: ["Resource not found"],
  429: ["Rate limit exceeded", "Too many requests in flight"],
  500: ["Internal Server Error"]
}

const Issue = Schema.Struct({
  path: Schema.Array(Schema.Union(Schema.String, Schema.Int)),
  expected: Schema.String
})

/** What metadata have beside these is of each refusal. */
const Metadata = Schema.Struct(
  {
    reason: Schema.optionalWith(Schema.String.pipe(Schema.pattern(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)), { exact: true }),
    issues: Schema.optionalWith(Schema.Array(Issue), { exact: true })
  },
  { key: Schema.String, value: Schema.Unknown }
)

const Envelope = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Int,
    message: Schema.NonEmptyString,
    metadata: Schema.optionalWith(Schema.NullOr(Metadata), { exact: true })
  }),
  user_id: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  service_metadata: Schema.optionalWith(Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Unknown })), {
    exact: true
  })
})

const texts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return isRecord(value) ? Object.entries(value).flatMap(([name, item]) => [name, ...texts(item)]) : []
}

// Internals of a server: a stack trace, a file name, its database, or the names of its errors.
const inside =
  /\n\s+at .+:\d+|node_modules|file:\/\/|\.[cm]?[jt]s:\d+|sqlite|postgres|SqlError|ParseError|FiberFailure|DecodeError|UnexpectedError|constraint failed|ECONNREFUSED|SELECT |INSERT INTO/i

/** The envelope of errors: exactly its fields, the status as `code`, and the contract's message. */
const checkError = (answer: Answer): ReadonlyArray<string> => {
  const body = json(answer)
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {}
  const allowed = messages[answer.status]
  return [
    ...misfits(Envelope, body),
    ...differences(answer.status, error["code"], "body.error.code"),
    ...(allowed === undefined || allowed.includes(String(error["message"]))
      ? []
      : [`body.error.message = ${JSON.stringify(error["message"])}, expected one of ${allowed.join(" | ")}`]),
    ...texts(body).flatMap((text) => {
      const internal = inside.exec(text)
      return internal === null ? [] : [`shows its inside: ${internal[0].trim()}`]
    })
  ]
}

const routes = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`)
}))

/** The operation that a request asks for, if there is one. */
export const operationAt = (method: string, path: string): Operation | undefined => {
  const [plain = ""] = path.split("?", 1)
  return routes.find(({ operation, pattern }) => operation.method === method && pattern.test(plain))?.operation
}

const odd = /"\w+_at":\s*"(?!\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)")[^"]*"/

/** A success is as the contract declares it, field by field, and its times are whole. */
const checkSuccess = (answer: Answer, method: string, path: string): ReadonlyArray<string> => {
  const operation = operationAt(method, path)
  if (operation === undefined) return []
  const time = odd.exec(answer.body)
  return [
    // The contract's schemas need nothing.
    ...misfits(operation.endpoint.successSchema as Schema.Schema.AnyNoContext, json(answer)),
    ...(time === null ? [] : [`${time[0]} is no ISO time`])
  ]
}

const checkBody = (answer: Answer, method: string, path: string) => {
  if (isCsv(answer)) return []
  if (json(answer) === undefined) return ["the body is not JSON"]
  return answer.status >= 400 ? checkError(answer) : checkSuccess(answer, method, path)
}

const isNumber = (value: string | undefined) => value !== undefined && /^\d+$/.test(value)

const rateLimits = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]

const checkHeaders = (answer: Answer): ReadonlyArray<string> => {
  const { headers, status } = answer
  const bad: Array<string> = []
  if ((headers["x-request-id"] ?? "") === "") bad.push("no x-request-id")
  if (headers["x-content-type-options"] !== "nosniff") bad.push("no x-content-type-options: nosniff")
  if (!isCsv(answer) && !/^application\/json\b/.test(headers["content-type"] ?? ""))
    bad.push(`content-type ${headers["content-type"]}`)
  if (status === 401 && !/^bearer\b/i.test(headers["www-authenticate"] ?? "")) {
    bad.push(`www-authenticate ${headers["www-authenticate"]}`)
  }
  if (status === 405 && (headers["allow"] ?? "") === "") bad.push("405 without allow")
  if (status === 429) {
    for (const name of isRateLimited(answer) ? ["retry-after", ...rateLimits] : ["retry-after"]) {
      if (!isNumber(headers[name])) bad.push(`429 with ${name} ${headers[name]}`)
    }
  }
  return bad
}

/** What no answer may contain: the keys, secrets, codes and verifiers of the run, by name. */
const leaks = (answer: Answer, secrets: ReadonlyMap<string, string>) => {
  const shown = answer.body + JSON.stringify(answer.headers)
  return Array.from(secrets).flatMap(([secret, name]) => (shown.includes(secret) ? [`leaks ${name}`] : []))
}

/** Checks what holds for every answer of a server. Returns the problems; none if there are none. */
export const checkAnswer = (
  answer: Answer,
  { method, path }: { readonly method: string; readonly path: string },
  secrets: ReadonlyMap<string, string>
): ReadonlyArray<string> => {
  if (answer.status === 0) return []
  return [
    ...(answer.problem === undefined ? [] : [answer.problem]),
    ...checkHeaders(answer),
    ...(method === "HEAD" ? checkHead(answer) : checkBody(answer, method, path)),
    ...leaks(answer, secrets)
  ]
}
