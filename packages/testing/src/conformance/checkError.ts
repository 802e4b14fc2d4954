import { type Answer, json } from "./Answer.js"
import { isRecord, mismatches } from "./mismatches.js"

/** The messages that the contract fixes, by status, and those of the operations of gateways. */
const messages: Readonly<Record<number, ReadonlyArray<string>>> = {
  400: ["Invalid request parameters"],
  401: ["Missing Authentication header", "Invalid credentials"],
  403: [
    "Only management keys can perform this operation",
    "Only API keys can perform this operation",
    "Only gateway keys can perform this operation",
    "The key cannot spend",
    "A guardrail does not allow the request"
  ],
  404: ["Resource not found"],
  429: ["Rate limit exceeded"],
  500: ["Internal Server Error"]
}

const metadata = {
  $nullOr: {
    $type: "object",
    $with: {
      reason: { $missingOr: { $matches: "^[a-z][a-z0-9]*(_[a-z0-9]+)*$" } },
      issues: {
        $missingOr: {
          $each: {
            path: { $each: { $oneOf: [{ $type: "string" }, { $type: "integer" }] } },
            expected: { $type: "string" }
          }
        }
      }
    }
  }
}

const envelopeOf = (status: number) => ({
  error: {
    code: status,
    message: messages[status] === undefined ? { $matches: "." } : { $oneOf: messages[status] },
    metadata: { $missingOr: metadata }
  },
  user_id: { $missingOr: { $nullOr: { $type: "string" } } },
  service_metadata: { $missingOr: { $nullOr: { $type: "object" } } }
})

const envelopes = new Map<number, ReturnType<typeof envelopeOf>>()

const envelope = (status: number) => {
  const known = envelopes.get(status) ?? envelopeOf(status)
  envelopes.set(status, known)
  return known
}

const texts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return isRecord(value) ? Object.entries(value).flatMap(([name, item]) => [name, ...texts(item)]) : []
}

// Internals of a server: a stack trace, a file name, its database, or the names of its errors.
const inside =
  /\n\s+at .+:\d+|node_modules|file:\/\/|\.[cm]?[jt]s:\d+|sqlite|postgres|SqlError|ParseError|FiberFailure|DecodeError|UnexpectedError|constraint failed|ECONNREFUSED|SELECT |INSERT INTO/i

/** Checks the envelope of errors: exactly its fields, the status as `code`, and the contract's message. */
export const checkError = (answer: Answer): ReadonlyArray<string> => {
  const body = json(answer)
  return [
    ...mismatches(envelope(answer.status), body),
    ...texts(body).flatMap((text) => {
      const found = inside.exec(text)
      return found === null ? [] : [`shows its inside: ${found[0].trim()}`]
    })
  ]
}
