import { type Answer, json } from "./Answer.js"
import { isRecord, mismatches } from "./mismatches.js"

/** The contract's message for each status that it words. */
const messages: Readonly<Record<number, ReadonlyArray<string>>> = {
  400: ["Invalid request parameters"],
  401: ["Missing Authentication header", "Invalid credentials"],
  403: ["Only management keys can perform this operation"],
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

const envelope = (status: number) => ({
  error: {
    code: status,
    message: messages[status] === undefined ? { $matches: "." } : { $oneOf: messages[status] },
    metadata: { $missingOr: metadata }
  },
  user_id: { $missingOr: { $nullOr: { $type: "string" } } },
  service_metadata: { $missingOr: { $nullOr: { $type: "object" } } }
})

const texts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return isRecord(value) ? Object.entries(value).flatMap(([name, item]) => [name, ...texts(item)]) : []
}

// What shows how a server is built: a stack, a file of it, its database, or the names of its own failures.
const inside =
  /\n\s+at .+:\d+|node_modules|file:\/\/|\.[cm]?[jt]s:\d+|sqlite|postgres|SqlError|ParseError|FiberFailure|DecodeError|UnexpectedError|constraint failed|ECONNREFUSED|SELECT |INSERT INTO/i

/** The one envelope of every error: its names and nothing more, the status as its code, the contract's words. */
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
