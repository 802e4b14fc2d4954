import http from "node:http"
import { type Answer, unanswered } from "./Answer.js"
import type { Sent } from "./Sent.js"

/** Sends a request that is not raw to the server at a base URL. Never rejects: without an answer the status is 0. */
export type Send = (url: URL, sent: Sent) => Promise<Answer>

/** A function such as the global `fetch`, or a web handler. */
export type Fetch = (request: Request) => Promise<Response>

const joined = (headers: http.IncomingHttpHeaders) => {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    texts[name] = Array.isArray(value) ? value.join(", ") : (value ?? "")
  return texts
}

const pathAt = (url: URL, { path }: Sent) => url.pathname.replace(/\/$/, "") + path

const bytesOf = ({ body }: Sent) => (typeof body === "string" ? Buffer.from(body) : body)

/** Connections are kept, because opening one takes as long as the rest of a request. */
const agent = new http.Agent({ keepAlive: true })

const TIMEOUT_MS = 15_000

/** Sends over a connection. */
export const send: Send = (url, sent) =>
  new Promise<Answer>((resolve) => {
    const body = bytesOf(sent)
    const options = {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port,
      method: sent.method,
      path: pathAt(url, sent),
      // A server may answer a large body early. If it closed the connection then, the rest could not be sent.
      headers: { connection: "keep-alive", ...sent.headers, ...(body && { "Content-Length": body.length }) }
    }
    let last: http.ClientRequest | undefined
    const end = (answer: Answer) => {
      clearTimeout(timer)
      resolve(answer)
    }
    const timer = setTimeout(() => {
      last?.destroy()
      end(unanswered("no answer within 15 seconds"))
    }, TIMEOUT_MS)
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
      last = asked
      asked.on("error", (cause) => {
        // A server may close a kept connection in the moment in which it is used again.
        if (asked.reusedSocket && over !== false) start(false)
        else end(unanswered(cause.message))
      })
      asked.end(body)
    }
    try {
      start(agent)
    } catch (cause) {
      end(unanswered(`cannot be sent: ${String(cause)}`))
    }
  })

const bodyless = new Set(["GET", "HEAD"])

/** Sends by calling a function in this process. */
export const sendBy =
  (fetch: Fetch): Send =>
  async (url, sent) => {
    const body = bytesOf(sent)
    const length = body === undefined ? {} : { "content-length": String(body.length) }
    try {
      const request = new Request(url.origin + pathAt(url, sent), {
        method: sent.method,
        headers: { host: url.host, ...sent.headers, ...length },
        // A web request of these methods cannot have a body.
        body: body === undefined || bodyless.has(sent.method) ? null : new Uint8Array(body)
      })
      const response = await fetch(request)
      const { headers, status } = response
      return { status, headers: Object.fromEntries(headers), body: await response.text(), answers: 1 }
    } catch (cause) {
      return unanswered(String(cause))
    }
  }
