import { createServer, type IncomingMessage } from "node:http"
import { type Answer, answer, readBody } from "../../harness/httpByHand.js"
import { holdsByHand } from "./holdsByHand.js"

// A separate process: holds and settlements by hand, on a file and a port.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const route = /^\/api\/v1\/holds(?:\/([^/?]+)\/settle)?$/

const ok = (status: number, body: unknown): Answer => ({ status, body })
const refused = (code: number, message: string): Answer => ({ status: code, body: { error: { code, message } } })

/** An amount in nano-dollars; null if it is none. */
const nanosOf = (amount: unknown) =>
  typeof amount === "number" && amount >= 0 && amount <= 1e9 ? Math.round(amount * 1e9) : null

const [, , file = "", port] = process.argv
const holds = holdsByHand(file)

const judge = async (request: IncomingMessage): Promise<Answer> => {
  if (request.url === "/healthz") return ok(200, { status: "ok" })
  const matched = route.exec(request.url ?? "")
  if (matched === null || request.method !== "POST") return refused(404, "Resource not found")
  if (!holds.isGateway(request.headers.authorization)) return refused(401, "Invalid credentials")
  const text = await readBody(request)
  if (text === null) return refused(413, "The body is too large")
  const body: unknown = JSON.parse(text)
  if (typeof body !== "object" || body === null) return refused(400, "Invalid request parameters")
  const [, id] = matched
  if (id !== undefined) {
    const { cost, credential_id, ...rest } = { cost: null, credential_id: null, ...body }
    const nanos = nanosOf(cost)
    if (!UUID.test(id) || nanos === null || credential_id !== null || Object.keys(rest).length > 0) {
      return refused(400, "Invalid request parameters")
    }
    const settled = holds.settle(id, nanos)
    return settled === null ? refused(404, "Resource not found") : ok(200, settled)
  }
  const asked = { amount: null, credential: "own", id: null, key: null, model: null, ...body }
  const { amount, credential, id: holdId, key, model, ...rest } = asked
  const nanos = nanosOf(amount)
  const valid = typeof holdId === "string" && UUID.test(holdId) && typeof key === "string" && typeof model === "string"
  if (!valid || nanos === null || credential !== "own" || Object.keys(rest).length > 0) {
    return refused(400, "Invalid request parameters")
  }
  const opened = holds.authorize(key, holdId, model, nanos)
  return opened === null ? refused(402, "Payment required") : ok(201, opened)
}

createServer((request, response) => {
  judge(request).then(
    (judged) => answer(response, judged),
    () => answer(response, refused(500, "Internal Server Error"))
  )
}).listen(Number(port), "127.0.0.1")
