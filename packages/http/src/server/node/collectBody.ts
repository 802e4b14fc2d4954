import type { IncomingMessage } from "node:http"
import { type Body, MAX_BODY_BYTES, noBody } from "../../request/readJsonBody.js"

/** How much of a body too large to keep is still taken off the wire, so that its sender gets to read the refusal. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024

/** How many bytes a request says that it sends. */
export const declaredLength = (request: IncomingMessage): number => Number(request.headers["content-length"] ?? 0)

/** Whether somebody has read of a request before, or reads it, who then has its body and is never told that it ended. */
const isTaken = (request: IncomingMessage): boolean =>
  request.readableDidRead || request.readableFlowing === true || request.readableEncoding !== null

/**
 * Hands over a body once all of it is there, or as soon as it is known to be too large: from the header already, where
 * that says so. Never hands over a body that broke off.
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
  // For a host that has paused it.
  request.resume()
  if (refused) done("too_large")
}
