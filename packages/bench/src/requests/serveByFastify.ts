import { randomUUID } from "node:crypto"
import { type FastifyReply, type FastifyRequest, fastify } from "fastify"
import { accountByHand, type Principal } from "./accountByHand.js"
import * as Schemas from "./fastifySchemas.js"

// A separate process: the measured requests on Fastify, on a file and a port, with the same database functions as by hand.

const [, , file = "", port] = process.argv
const account = accountByHand(file)
const app = fastify({ bodyLimit: 65_536, genReqId: () => randomUUID() })
const callers = new WeakMap<FastifyRequest, Principal>()

const refuse = (reply: FastifyReply, code: number, message: string) =>
  reply.code(code).send({ error: { code, message } })

const authenticate =
  (right: "any key" | "management") => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const caller = account.authenticate(request.headers.authorization)
    if (caller === null || (right === "management" && !caller.manages)) {
      refuse(reply, 401, "Invalid credentials")
      return
    }
    callers.set(request, caller)
    done()
  }
const unauthenticated: Principal = { organizationId: "", workspaceId: "", userId: "", manages: false }
const callerOf = (request: FastifyRequest) => callers.get(request) ?? unauthenticated
const organizationOf = (request: FastifyRequest) => callerOf(request).organizationId
const found = (reply: FastifyReply, data: object | null) =>
  data === null ? refuse(reply, 404, "Resource not found") : reply.send({ data })

app.addHook("onRequest", (request, reply, done) => {
  reply.headers({ "x-content-type-options": "nosniff", "cache-control": "no-store", "x-request-id": request.id })
  done()
})

app.get("/healthz", { schema: Schemas.health }, (_, reply) => reply.send({ status: "ok" }))
app.get<{ Params: Schemas.Id }>(
  "/api/v1/byok/:id",
  { schema: Schemas.credential, onRequest: authenticate("management") },
  (request, reply) => found(reply, account.credential(organizationOf(request), request.params.id))
)
app.get<{ Params: Schemas.Hash }>(
  "/api/v1/keys/:hash",
  { schema: Schemas.key, onRequest: authenticate("management") },
  (request, reply) => found(reply, account.key(organizationOf(request), request.params.hash))
)
app.patch<{ Params: Schemas.Hash; Body: Schemas.Patch }>(
  "/api/v1/keys/:hash",
  { schema: Schemas.changedKey, onRequest: authenticate("management") },
  (request, reply) => {
    const { body, params } = request
    return found(reply, account.updateKey(organizationOf(request), params.hash, body.name, body.limit))
  }
)
app.post<{ Body: Schemas.Patch }>(
  "/api/v1/keys",
  { schema: Schemas.newKey, onRequest: authenticate("management") },
  (request, reply) => {
    const { limit, name } = request.body
    return reply.code(201).send(account.createKey(callerOf(request), name, limit))
  }
)
app.get<{ Params: Schemas.Id; Querystring: Schemas.Page }>(
  "/api/v1/workspaces/:id/members",
  { schema: Schemas.members, onRequest: authenticate("management") },
  (request, reply) => {
    const { params, query } = request
    const members = account.members(organizationOf(request), params.id, query.limit, query.offset)
    return members === null ? refuse(reply, 404, "Resource not found") : reply.send(members)
  }
)
app.get(
  "/api/v1/images/models",
  { schema: Schemas.imageModels, onRequest: authenticate("any key") },
  (request, reply) => reply.send({ data: account.imageModels(organizationOf(request)) })
)

await app.listen({ host: "127.0.0.1", port: Number(port) })
