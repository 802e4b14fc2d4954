import { createServer, type IncomingMessage } from "node:http"
import { type Answer, answer, readBody } from "../harness/httpByHand.js"
import { type AccountByHand, accountByHand } from "./accountByHand.js"

// A separate process: the measured requests by hand, on a file and a port.

const ok = (body: unknown): Answer => ({ status: 200, body })
const found = (data: unknown): Answer => (data === null ? refused(404, "Resource not found") : ok({ data }))
const refused = (code: number, message: string): Answer => ({ status: code, body: { error: { code, message } } })

const route = /^\/api\/v1\/(?:(byok|keys)(?:\/([^/?]+))?|workspaces\/([^/?]+)\/members|(images\/models))(?:\?(.*))?$/

const page = (query: string | undefined) => {
  const asked = new URLSearchParams(query)
  return { limit: Number(asked.get("limit") ?? 50), offset: Number(asked.get("offset") ?? 0) }
}

const judge = async (account: AccountByHand, request: IncomingMessage): Promise<Answer> => {
  if (request.url === "/healthz") return ok({ status: "ok" })
  const matched = route.exec(request.url ?? "")
  if (matched === null) return refused(404, "Resource not found")
  const [, resource, id = "", workspace, images, query] = matched
  const caller = account.authenticate(request.headers.authorization)
  if (caller === null) return refused(401, "Invalid credentials")
  const { manages, organizationId } = caller
  if (images !== undefined) return ok({ data: account.imageModels(organizationId) })
  if (!manages) return refused(401, "Invalid credentials")
  if (workspace !== undefined) {
    const { limit, offset } = page(query)
    if (!(limit >= 1 && limit <= 100 && offset >= 0)) return refused(400, "Invalid request parameters")
    const members = account.members(organizationId, workspace, limit, offset)
    return members === null ? refused(404, "Resource not found") : ok(members)
  }
  if (id === "" && (resource !== "keys" || request.method !== "POST")) return refused(404, "Resource not found")
  if (resource === "byok") return found(account.credential(organizationId, id))
  if (request.method === "GET") return found(account.key(organizationId, id))
  const text = await readBody(request)
  const patch = text === null ? null : patchByHand(text)
  if (patch === null) return refused(400, "Invalid request parameters")
  if (id === "") return { status: 201, body: account.createKey(caller, patch.name, patch.limit) }
  return found(account.updateKey(organizationId, id, patch.name, patch.limit))
}

/** A name and a limit in dollars; null if the input is not valid. */
const patchByHand = (text: string): { readonly name: string; readonly limit: number | null } | null => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof body !== "object" || body === null || !("name" in body) || !("limit" in body)) return null
  const { limit, name, ...rest } = body
  if (typeof name !== "string" || name.length < 1 || name.length > 255 || Object.keys(rest).length > 0) return null
  if (limit !== null && (typeof limit !== "number" || !(limit >= 0 && limit <= 1e9))) return null
  return { name, limit }
}

const [, , file = "", port] = process.argv
const account = accountByHand(file)
createServer((request, response) => {
  judge(account, request).then(
    (judged) => answer(response, judged),
    () => answer(response, refused(500, "Internal Server Error"))
  )
}).listen(Number(port), "127.0.0.1")
