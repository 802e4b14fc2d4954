import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"

const MAX_BODY = 65_536

/** What a server by hand answers. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The text of a body; null if it is too large. */
export const readBody = (request: IncomingMessage): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    let length = 0
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length <= MAX_BODY) chunks.push(chunk)
    })
    request.once("end", () => resolve(length > MAX_BODY ? null : Buffer.concat(chunks).toString()))
    request.once("error", reject)
  })

/** Sends an answer as JSON, with the headers that Tollgate sends. */
export const answer = (response: ServerResponse, { body, status }: Answer) => {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "x-request-id": randomUUID()
  })
  response.end(text)
}
