import type { IncomingMessage } from "node:http"
import type { BodyAllowance } from "../../request/BodyPolicy.js"
import { type Body, noBody } from "../../request/readJsonBody.js"
import type { RequestResponse } from "./Connection.js"

/** How many bytes of a body that is too large are read and discarded, so that its sender reads the refusal. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024

/** The length of a request's body by its header, in bytes. 0 without one. */
export const declaredLength = (request: IncomingMessage): number => Number(request.headers["content-length"] ?? 0)

/** Whether the host has read the body, or is reading it. */
const isTaken = (request: IncomingMessage): boolean =>
  request.readableDidRead || request.readableFlowing === true || request.readableEncoding !== null

/**
 * Passes the whole body to `done`, or the reason to refuse it as soon as that is known, from the header if possible. A
 * body that breaks off is never passed on, nor is one that ends after the response has closed: the host has then answered.
 * The memory of the body is reserved until the response closes.
 */
export const collectBody = (
  { request, response }: Pick<RequestResponse, "request" | "response">,
  allow: () => BodyAllowance,
  done: (body: Body) => void
): void => {
  const declared = declaredLength(request)
  if (declared === 0 && request.headers["transfer-encoding"] === undefined) {
    done(noBody)
    return
  }
  if (isTaken(request)) {
    done("already_read")
    return
  }
  const allowance = allow()
  const chunks: Array<Buffer> = []
  let size = 0
  let refusal = allowance.refuseLength(declared)
  let isClosed = false
  response.once("close", () => {
    isClosed = true
    chunks.length = 0
    allowance.release()
  })
  request.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_DISCARDED_BYTES) request.destroy()
    if (refusal !== null || isClosed) return
    refusal = allowance.refuseSize(size)
    if (refusal === null) chunks.push(chunk)
    else {
      chunks.length = 0
      allowance.release()
      done(refusal)
    }
  })
  request.on("end", () => {
    if (refusal === null && !isClosed)
      done(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
  })
  // The host may have paused it.
  request.resume()
  if (refusal !== null) done(refusal)
}
