import type { IncomingMessage } from "node:http"
import { type Body, MAX_BODY_BYTES, noBody } from "../../request/readJsonBody.js"

/** How many bytes of a body that is too large are read and discarded, so that its sender reads the refusal. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024

/** The length of a request's body by its header, in bytes. 0 without one. */
export const declaredLength = (request: IncomingMessage): number => Number(request.headers["content-length"] ?? 0)

/** Whether the host has read the body, or is reading it. */
const isTaken = (request: IncomingMessage): boolean =>
  request.readableDidRead || request.readableFlowing === true || request.readableEncoding !== null

/**
 * Passes the whole body to `done`, or `"too_large"` as soon as that is known, from the header if possible. A body that
 * breaks off is never passed on.
 */
export const collectBody = (request: IncomingMessage, done: (body: Body) => void): void => {
  const declared = declaredLength(request)
  if (declared === 0 && request.headers["transfer-encoding"] === undefined) {
    done(noBody)
    return
  }
  if (isTaken(request)) {
    done("already_read")
    return
  }
  const chunks: Array<Buffer> = []
  let size = 0
  let refused = declared > MAX_BODY_BYTES
  request.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_DISCARDED_BYTES) request.destroy()
    if (!refused && size <= MAX_BODY_BYTES) chunks.push(chunk)
    else if (!refused) {
      refused = true
      done("too_large")
    }
  })
  request.on("end", () => {
    if (!refused) done(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
  })
  // The host may have paused it.
  request.resume()
  if (refused) done("too_large")
}
