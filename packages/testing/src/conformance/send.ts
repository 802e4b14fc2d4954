import http from "node:http"
import * as Effect from "effect/Effect"
import { type Answer, unanswered } from "./Answer.js"
import type { Outgoing } from "./Outgoing.js"

const joined = (headers: http.IncomingHttpHeaders) => {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    texts[name] = Array.isArray(value) ? value.join(", ") : (value ?? "")
  return texts
}

/** Connections are kept, because opening one takes as long as the rest of a request. */
const agent = new http.Agent({ keepAlive: true })

const TIMEOUT = 15_000

/** Sends an ordinary request. Never fails: without an answer within 15 seconds the status is 0. */
export const send = (url: URL, request: Outgoing): Effect.Effect<Answer> =>
  Effect.async<Answer>((resume) => {
    const headers = request.body === undefined ? {} : { "Content-Length": request.body.length }
    const options = {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port,
      method: request.method,
      path: url.pathname.replace(/\/$/, "") + request.path,
      // A server may answer a large body early. If it closed the connection then, the rest could not be sent.
      headers: { connection: "keep-alive", ...request.headers, ...headers }
    }
    let sent: http.ClientRequest | undefined
    const end = (answer: Answer) => {
      clearTimeout(timer)
      resume(Effect.succeed(answer))
    }
    // A timer costs less than a fiber that waits, and there are twenty thousand requests in a run.
    const timer = setTimeout(() => {
      sent?.destroy()
      end(unanswered("no answer within 15 seconds"))
    }, TIMEOUT)
    const start = (over: http.Agent | false) => {
      const asked = http.request({ ...options, agent: over }, (incoming) => {
        const chunks: Array<Buffer> = []
        const finish = (problem?: string) =>
          end({
            status: incoming.statusCode ?? 0,
            headers: joined(incoming.headers),
            body: Buffer.concat(chunks).toString("utf8"),
            answers: 1,
            ...(problem === undefined ? {} : { problem })
          })
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("end", () => finish())
        incoming.on("error", (cause) => finish(cause.message))
      })
      sent = asked
      asked.on("error", (cause) => {
        // A server may close a kept connection in the moment in which it is used again.
        if (asked.reusedSocket && over !== false) start(false)
        else end(unanswered(cause.message))
      })
      asked.end(request.body)
    }
    start(agent)
    return Effect.sync(() => {
      clearTimeout(timer)
      sent?.destroy()
    })
  }).pipe(Effect.catchAllDefect((defect) => Effect.succeed(unanswered(`cannot be sent: ${String(defect)}`))))
