// Receives webhooks, and prints their sentences. SECRET is what the creation of the webhook has shown: whsec_…
import { createHmac, timingSafeEqual } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { text } from "node:stream/consumers"

const { PORT = "8090", SECRET = "" } = process.env
const secret = Buffer.from(SECRET.replace("whsec_", ""), "base64")

/** Whether a message is Tollgate's, and of the last five minutes: https://www.standardwebhooks.com */
const isSigned = (headers: IncomingHttpHeaders, body: string) => {
  const { "webhook-id": id, "webhook-signature": given, "webhook-timestamp": time } = headers
  const signed = createHmac("sha256", secret).update(`${id}.${time}.${body}`).digest("base64")
  const [one, other] = [Buffer.from(`v1,${signed}`), Buffer.from(String(given))]
  return one.length === other.length && timingSafeEqual(one, other) && Math.abs(Date.now() / 1000 - Number(time)) < 300
}

// A message comes at least once, always with the same id. A real receiver keeps the ids in its database.
const seen = new Set<unknown>()

const server = createServer(async (request, response) => {
  const body = await text(request)
  if (!isSigned(request.headers, body)) return void response.writeHead(401).end()
  const { "webhook-id": id } = request.headers
  if (!seen.has(id)) console.log(JSON.parse(body).text)
  seen.add(id)
  response.writeHead(204).end()
}).listen(Number(PORT), "127.0.0.1")
await once(server, "listening")
console.log(`Receives webhooks at http://127.0.0.1:${PORT}. Ctrl+C stops it.`)
process.once("SIGTERM", () => server.close()).once("SIGINT", () => server.close())
