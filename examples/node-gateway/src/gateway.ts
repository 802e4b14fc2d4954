import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Redacted, type Tollgate, toResponse } from "@tollgate/node"

/** A gateway in front of a provider: it authenticates, checks the limit, selects a credential and records the cost. */
export const gateway = (gate: Tollgate, upstream: string) =>
  createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body))
    const refuse = (status: number, message: string) => answer(status, { error: { code: status, message } })
    try {
      const [, secret = ""] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? []
      const { key, kind, organization_id, user_id, workspace_id } = await gate.authenticate(secret)
      if (kind === "management") return refuse(403, "A management key cannot spend")
      if (key.limit_remaining !== null && key.limit_remaining <= 0) return refuse(402, "The limit is spent")

      const body = await text(request)
      const { model } = JSON.parse(body)
      const host = gate.asOrganization(organization_id)
      const use = { model, userId: user_id, keyHash: key.hash, workspaceId: workspace_id }
      const [credential] = await host.credentials.forProvider("openai", use)
      if (credential === undefined) return refuse(403, "No credential is there for this model")

      const headers = { Authorization: `Bearer ${Redacted.value(await credential.open())}` }
      const reply = await fetch(upstream, { method: "POST", headers, body })
      const completion = await reply.json()
      // The account's own credential has paid; whether that counts, the key says (`include_byok_in_limit`).
      await host.keys.recordUsage(key.hash, { byok_usage: completion.usage?.cost ?? 0 })
      answer(reply.status, completion)
    } catch (error) {
      if (error instanceof SyntaxError) return refuse(400, "The request, or its answer, could not be read")
      const refusal = toResponse(error) // such as 401 for `InvalidCredential`; 500 for what is no error of Tollgate
      response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(await refusal.text())
    }
  })
