import type { ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { failureLine } from "../../request/logging.js"
import type { ResponseParts } from "../../request/response.js"

/** Writes a whole answer at once. */
export const writeWhole = (to: ServerResponse, { body, headers, status }: ResponseParts): void => {
  to.writeHead(status, headers)
  to.end(body)
}

/**
 * Writes an answer of another kind (a stream, a form, a platform response) as fast as the client reads it. One that fails
 * on the way resets the connection, so that no client takes a part for the whole.
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
    // The same class: the types of the DOM and of Node.js differ.
    const bytes = Readable.fromWeb(body as ReadableStream)
    // A client may end its side before its answer begins. One that ends it during a stream has left.
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
