import { Agent, type IncomingHttpHeaders, request } from "node:http"

export interface Sent {
  readonly method?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a text or bytes as they are. */
  readonly body?: unknown
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Speaks HTTP over at most so many sockets, each kept unless told otherwise; counts how many requests were under way at once. */
export class Wire {
  readonly agent: Agent
  mostAtOnce = 0
  #atOnce = 0

  constructor({ keepAlive = true, sockets = 100 } = {}) {
    this.agent = new Agent({ keepAlive, maxSockets: sockets })
  }

  /** Rejects where the connection broke before the whole answer was there. */
  send(url: string, { body, headers = {}, key, method = "GET" }: Sent = {}): Promise<Received> {
    const isPlain = body === undefined || typeof body === "string" || Buffer.isBuffer(body)
    const bytes = isPlain ? body : JSON.stringify(body)
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` }
    const type = bytes === undefined ? {} : { "Content-Type": "application/json", "Content-Length": length(bytes) }
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { method, agent: this.agent, headers: { ...authorization, ...type, ...headers } })
      outgoing.on("socket", () => {
        this.#atOnce += 1
        this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce)
      })
      outgoing.on("close", () => {
        this.#atOnce -= 1
      })
      outgoing.on("error", reject)
      outgoing.on("response", (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("error", reject)
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString()
          })
        )
      })
      outgoing.end(bytes)
    })
  }

  close(): void {
    this.agent.destroy()
  }
}

export const isReset = (error: Error): boolean => "code" in error && error.code === "ECONNRESET"

const length = (body: string | Buffer) => String(Buffer.byteLength(body))
