import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { holdsByHand } from "./holdsByHand.js"

// A separate process: holds and settlements by hand, on a file and a port.

const MAX_BODY = 65_536
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const route = /^\/api\/v1\/holds(?:\/([^/?]+)\/settle)?$/

const readBody = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    let length = 0
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length <= MAX_BODY) chunks.push(chunk)
    })
    request.once("end", () => resolve(Buffer.concat(chunks).toString()))
    request.once("error", reject)
  })

const answer = (response: ServerResponse, status: number, body: unknown) => {
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
const refuse = (response: ServerResponse, code: number, message: string) =>
  answer(response, code, { error: { code, message } })

/** An amount in nano-dollars; null if it is none. */
const nanosOf = (amount: unknown) =>
  typeof amount === "number" && amount >= 0 && amount <= 1e9 ? Math.round(amount * 1e9) : null

const [, , file = "", port] = process.argv
const holds = holdsByHand(file)

const judge = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.url === "/healthz") return answer(response, 200, { status: "ok" })
  const matched = route.exec(request.url ?? "")
  if (matched === null || request.method !== "POST") return refuse(response, 404, "Resource not found")
  if (!holds.isGateway(request.headers.authorization)) return refuse(response, 401, "Invalid credentials")
  const body: unknown = JSON.parse(await readBody(request))
  if (typeof body !== "object" || body === null) return refuse(response, 400, "Invalid request parameters")
  const [, id] = matched
  if (id !== undefined) {
    const { cost, credential_id, ...rest } = { cost: null, credential_id: null, ...body }
    const nanos = nanosOf(cost)
    if (!UUID.test(id) || nanos === null || credential_id !== null || Object.keys(rest).length > 0) {
      return refuse(response, 400, "Invalid request parameters")
    }
    const settled = holds.settle(id, nanos)
    return settled === null ? refuse(response, 404, "Resource not found") : answer(response, 200, settled)
  }
  const { amount, id: holdId, key, model, ...rest } = { amount: null, id: null, key: null, model: null, ...body }
  const nanos = nanosOf(amount)
  const valid = typeof holdId === "string" && UUID.test(holdId) && typeof key === "string" && typeof model === "string"
  if (!valid || nanos === null || Object.keys(rest).length > 0)
    return refuse(response, 400, "Invalid request parameters")
  const opened = holds.authorize(key, holdId, model, nanos)
  return opened === null ? refuse(response, 402, "Payment required") : answer(response, 201, opened)
}

createServer((request, response) => {
  judge(request, response).catch(() => refuse(response, 500, "Internal Server Error"))
}).listen(Number(port), "127.0.0.1")
