import http from "node:http"
import * as Effect from "effect/Effect"
import { type Answer, unanswered } from "./Answer.js"
import type { Outgoing } from "./Outgoing.js"

const joined = (headers: http.IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")])
  )

/** Sends an ordinary request over a new connection. Never fails: without an answer within 15 seconds the status is 0. */
export const send = (url: URL, request: Outgoing): Effect.Effect<Answer> =>
  Effect.async<Answer>((resume) => {
    const headers = request.body === undefined ? {} : { "Content-Length": request.body.length }
    const sent = http.request(
      {
        host: url.hostname.replace(/^\[|\]$/g, ""),
        port: url.port,
        method: request.method,
        path: url.pathname.replace(/\/$/, "") + request.path,
        // A server may answer a large body early. If it closed the connection then, the rest could not be sent.
        headers: { connection: "keep-alive", ...request.headers, ...headers },
        agent: false
      },
      (incoming) => {
        const chunks: Array<Buffer> = []
        const finish = (problem?: string) =>
          resume(
            Effect.succeed({
              status: incoming.statusCode ?? 0,
              headers: joined(incoming.headers),
              body: Buffer.concat(chunks).toString("utf8"),
              answers: 1,
              ...(problem === undefined ? {} : { problem })
            })
          )
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("end", () => finish())
        incoming.on("error", (cause) => finish(cause.message))
      }
    )
    sent.on("error", (cause) => resume(Effect.succeed(unanswered(cause.message))))
    sent.end(request.body)
    return Effect.sync(() => sent.destroy())
  }).pipe(
    Effect.catchAllDefect((defect) => Effect.succeed(unanswered(`cannot be sent: ${String(defect)}`))),
    Effect.timeoutTo({
      duration: "15 seconds",
      onSuccess: (answer) => answer,
      onTimeout: () => unanswered("no answer within 15 seconds")
    })
  )
