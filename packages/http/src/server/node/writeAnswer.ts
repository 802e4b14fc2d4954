import type { ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { failureLine } from "../../request/logging.js"
import type { ResponseParts } from "../../request/response.js"

/** Writes an answer that is whole in one go. */
export const writeWhole = (to: ServerResponse, { body, headers, status }: ResponseParts): void => {
  to.writeHead(status, headers)
  to.end(body)
}

/**
 * Writes an answer of any other kind (a stream, a form, what the platform takes beside), as fast as the client reads it. One
 * that fails on the way is broken off, so that nobody takes a part for all of it.
 */
export const writeOther = (
  to: ServerResponse,
  answer: HttpServerResponse.HttpServerResponse,
  headers: ResponseParts["headers"]
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime()
    const withoutBody = to.req.method === "HEAD"
    const response = HttpServerResponse.toWeb(HttpServerResponse.setHeaders(answer, headers), { runtime, withoutBody })
    to.statusCode = response.status
    for (const [name, value] of response.headers) to.appendHeader(name, value)
    const { body } = response
    if (body === null) return void to.end()
    // One class, of which the DOM's types and those of Node.js say differing things.
    const bytes = Readable.fromWeb(body as ReadableStream)
    // A client may end its side before its answer begins; one that does so within a stream has left.
    const { socket } = to.req
    const leave = () => void to.destroy()
    socket.once("end", leave)
    yield* Effect.tryPromise(() => pipeline(bytes, to)).pipe(
      Effect.ensuring(Effect.sync(() => void socket.off("end", leave)))
    )
  }).pipe(
    Effect.catchAllCause((cause) => {
      to.destroy()
      return Effect.annotateLogs(Effect.logError("an answer broke off"), "cause", failureLine(Cause.squash(cause)))
    })
  )
