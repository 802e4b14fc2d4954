import { describe, expect, it } from "@effect/vitest"
import { ImageModelId } from "@tollgate/core"
import { ImageModelCatalog } from "@tollgate/core/storage"
import { Context, Effect } from "effect"
import { api, ask, bearer, json, openAccount, type Received, type Sent, send, serve } from "./account.js"

const internal = {
  error: { code: 500, message: "Internal Server Error", metadata: { reason: "internal_error" } },
  user_id: "owner"
}

/** All of an answer but what is another with every answer, or the connection's alone. */
const comparable = ({ body, headers, status }: Received) => {
  const { connection, date, "keep-alive": keepAlive, "x-request-id": id, ...others } = headers
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  return { status, headers: others, body }
}

describe("the web handler", () => {
  it.scoped("answers as the server does: status, headers and body", () =>
    Effect.gen(function* () {
      const { guardrail, hash, managementKey, ordinaryKey, stores } = yield* openAccount
      const { handler, url } = yield* serve(stores, 0)
      const as = bearer(managementKey)
      const patch = (body: string, headers: Record<string, string> = json): Sent => ({
        method: "PATCH",
        headers: { ...as, ...headers },
        body
      })
      const requests: ReadonlyArray<readonly [string, Sent]> = [
        ["/healthz", {}],
        ["/healthz", { method: "HEAD" }],
        ["/healthz", { method: "POST" }],
        ["/healthz?once=more", {}],
        ["/healthz/", {}],
        ["/readyz", {}],
        ["/openapi.json", {}],
        ["/docs", {}],
        ["/docs", { headers: { "Accept-Encoding": "gzip" } }],
        ["/", {}],
        ["/", { headers: { Accept: "text/html" } }],
        ["/", { method: "POST" }],
        ["/api/v1", { method: "HEAD" }],
        ["/nowhere", {}],
        [api("/presets"), {}],
        [api("/presets"), { headers: as }],
        [api("/presets"), { headers: as, method: "HEAD" }],
        [api("/presets?limit=0"), { headers: as }],
        [api("/presets"), { headers: as, method: "DELETE" }],
        [api("/presets"), { headers: { Authorization: "Basic x" } }],
        [api("/images/models"), { headers: bearer(ordinaryKey) }],
        [api("/workspaces/default/members"), { headers: as }],
        [api("/workspaces/default/members"), { headers: bearer(ordinaryKey) }],
        [api("/workspaces/%ff/members"), { headers: as }],
        [api("/byok/nothing"), { headers: as }],
        [api(`/keys/${hash}`), patch('{"name":"Renamed","limit":12.5}')],
        [api(`/keys/${hash}`), patch('{"name":')],
        [api(`/keys/${hash}`), patch('{"nme":"Renamed"}')],
        [api(`/keys/${hash}`), patch("{}", { "Content-Type": "text/plain" })],
        [api(`/keys/${hash}`), patch("{}".padEnd(65_536))],
        [api(`/keys/${hash}`), patch("{}".padEnd(65_537))],
        [api("/auth/keys"), { method: "POST", headers: { ...as, ...json }, body: '{"code":"x"}' }],
        [api(`/guardrails/${guardrail}x`), { method: "DELETE", headers: as }]
      ]
      for (const [path, sent] of requests) {
        const served = comparable(yield* send(url + path, { ...sent, agent: false }))
        expect({ path, sent, ...comparable(yield* ask(handler, path, sent)) }).toEqual({ path, sent, ...served })
      }
    })
  )

  it.scoped("answers HEAD as GET, without the body", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores, 0)
      const headers = bearer(managementKey)
      const get = yield* ask(handler, api("/presets"), { headers })
      const head = yield* ask(handler, api("/presets"), { headers, method: "HEAD" })
      expect(comparable(head)).toEqual({ ...comparable(get), body: "" })
      expect(JSON.parse(get.body).total_count).toBe(1)
    })
  )

  it.scoped("answers 500 where a store hands out what the contract has no form for", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const entry = {
        id: ImageModelId.make("acme/painter"),
        name: "Painter",
        description: "",
        created: Number.NaN,
        architecture: { input_modalities: ["text"], output_modalities: ["image"] },
        supported_parameters: {},
        supports_streaming: false
      }
      const catalog = { ...Context.get(stores, ImageModelCatalog), list: () => Effect.succeed([entry]) }
      const { handler, logs } = yield* serve(Context.add(stores, ImageModelCatalog, catalog))
      const { body, status } = yield* ask(handler, api("/images/models"), { headers: bearer(managementKey) })
      expect({ status, body: JSON.parse(body) }).toEqual({ status: 500, body: internal })
      expect(logs[0]).toContain("level=ERROR")
      expect(logs.join()).toContain("status=500")
    })
  )

  it.scoped("answers 500 with the envelope where a program has a mistake, and logs it", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const list = () => Effect.die(new TypeError("undefined is not a function"))
      const catalog = { ...Context.get(stores, ImageModelCatalog), list }
      const { handler, logs } = yield* serve(Context.add(stores, ImageModelCatalog, catalog))
      const { body, headers, status } = yield* ask(handler, api("/images/models"), { headers: bearer(managementKey) })
      expect({ status, body: JSON.parse(body) }).toEqual({ status: 500, body: internal })
      expect(headers["content-type"]).toBe("application/json")
      expect(logs[0]).toContain('cause="TypeError: undefined is not a function"')
    })
  )
})
