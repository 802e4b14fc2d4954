import type { Operation } from "#operations"
import { waitAfter } from "#shared"
import { isRecord } from "../isRecord.js"
import type { Request } from "../Transport.js"
import { type Answer, Unanswered } from "./Answer.js"
import type { Sent, Server } from "./Server.js"
import { toFailure, toRefusal } from "./toRefusal.js"

/** Resolves after so many milliseconds, or at once when the signal is aborted. */
const sleep = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener("abort", end)
  })

const kindOf = (value: unknown) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value)

/** The answer of a success as the method returns it. Another server's, such as `{}`, admits nothing. */
const read = (operation: Operation, request: Request, answer: Answer): unknown => {
  const { answers, enveloped, success } = operation
  if (!success.includes(answer.status)) throw toRefusal(operation, request, answer)
  const { json } = answer
  const has = ([name, kind]: readonly [string, string]) =>
    isRecord(json) && Object.hasOwn(json, name) && (kind === "any" || kindOf(json[name]) === kind)
  if (!isRecord(json) || !Object.entries(answers).every(has)) {
    throw toFailure(operation, new Unanswered(answer, false, undefined))
  }
  return enveloped ? json["data"] : json
}

/** The answer of a request, or why there is none. */
const ask = (server: Server, sent: Sent, signal: AbortSignal | undefined): Promise<Answer | Unanswered> =>
  server.ask(sent, signal).catch((failure: unknown) => {
    if (failure instanceof Unanswered) return failure
    throw failure
  })

/**
 * Sends a request of an operation, and reads the answer. A change whose connection is lost, or whose answer is 429, 502, 503 or 504, is sent
 * again, up to three times in all, to a server that has shown that it knows idempotency keys.
 */
export const send = async (
  server: Server,
  operation: Operation,
  request: Request,
  sent: Sent,
  signal: AbortSignal | undefined
): Promise<unknown> => {
  for (let tries = 1; ; tries++) {
    const answer = await ask(server, sent, signal)
    const head = answer instanceof Unanswered ? answer.head : answer
    const failed = { head, isLost: answer instanceof Unanswered && answer.isLost }
    const wait = operation.takesIdempotencyKey && server.isRepeatable ? waitAfter(failed, tries) : null
    if (wait === null || signal?.aborted) {
      if (answer instanceof Unanswered) throw toFailure(operation, answer)
      return read(operation, request, answer)
    }
    // Clients that were refused at the same moment do not come back at the same moment.
    await sleep(wait * (1 + Math.random() / 4), signal)
    signal?.throwIfAborted()
  }
}
