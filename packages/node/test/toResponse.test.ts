import { GateClosed, RateLimited, RequestFailed, StorageFailure, Tollgate, toResponse } from "@tollgate/node"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { openAccount, rejection } from "./gates.js"

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-05T12:00:00Z") }))
afterEach(() => void vi.useRealTimers())

/** What of an answer depends on its error. The server adds the user of the key to the body. */
const shown = async (response: Response) => {
  const { error } = await response.json()
  const headers = ["Content-Type", "Retry-After", "WWW-Authenticate"].map((name) => response.headers.get(name))
  return { status: response.status, error, headers }
}

describe("toResponse", () => {
  it("answers a refusal as the server does, with the same status, body and headers", async () => {
    await using gate = await Tollgate.open({ memory: true })
    const { created, host, manager } = await openAccount(gate)
    const { key: gatewayKey } = await gate.gatewayKeys.create()
    const { key } = await host.keys.create({ name: "Spender", limit: 1 })
    const small = await host.keys.create({ name: "Spent", limit: 0.1 })
    await gate.spending.authorize({ key, amount: 1, models: ["acme/writer"], lease_seconds: 60 })
    const crowded = await host.keys.create({ name: "Crowded", max_in_flight: 1 })
    await gate.spending.authorize({ key: crowded.key, amount: 0.1, models: ["acme/writer"] })
    const handle = gate.webHandler()
    const ask = (path: string, secret: string, body?: object) => {
      const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" }
      const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
      return handle(new Request(`http://localhost/api/v1${path}`, { headers, ...sent }))
    }
    const spend = (key: string, amount: number) => {
      const hold = { key, amount, models: ["acme/writer"] }
      return [ask("/holds", gatewayKey, hold), rejection(gate.spending.authorize(hold))] as const
    }
    const cases = {
      "budget_held 402 60": spend(key, 0.5),
      "budget_spent 402 null": spend(small.key, 0.5),
      "invalid_credential 401 null": [ask("/keys", "stolen"), rejection(gate.withKey("stolen").keys.list())],
      "invalid_input 400 null": [
        ask("/keys", created.key, { name: 5 }),
        // @ts-expect-error a name is a text
        rejection(manager.keys.create({ name: 5 }))
      ],
      "key_refused 403 null": spend("stolen", 0.5),
      "too_many_in_flight 429 1": spend(crowded.key, 0.1),
      "not_found 404 null": [ask("/keys/none", created.key), rejection(manager.keys.get("none"))]
    } as const
    for (const [name, [served, refused]] of Object.entries(cases)) {
      const error = await refused
      const answer = await shown(toResponse(error))
      expect(answer).toEqual(await shown(await served))
      const { metadata } = answer.error
      expect([metadata.reason, answer.status, answer.headers[1]].join(" ").replace(/ $/, " null")).toBe(name)
      expect(error).toMatchObject({ status: answer.status })
    }
  })

  it("says when to try again", async () => {
    const limited = new RateLimited({ retryAfter: 7 })
    expect([limited.status, await shown(toResponse(limited))]).toEqual([
      429,
      {
        status: 429,
        error: {
          code: 429,
          message: "Rate limit exceeded",
          metadata: { reason: "rate_limited", retry_after_seconds: 7 }
        },
        headers: ["application/json", "7", null]
      }
    ])
    expect((await shown(toResponse(new RateLimited({ retryAfter: null })))).headers[1]).toBeNull()
    const unavailable = await shown(toResponse(new StorageFailure({ cause: "secret", outcome: "none" })))
    expect(unavailable).toEqual({
      status: 500,
      error: { code: 500, message: "Internal Server Error", metadata: { reason: "storage_unavailable" } },
      headers: ["application/json", "1", null]
    })
  })

  it("answers for a closed gate as its handler does", async () => {
    const gate = await Tollgate.open({ memory: true })
    const handle = gate.webHandler()
    await gate.close()
    const closed = await rejection(gate.authenticate("any"))
    expect(closed).toEqual(new GateClosed())
    expect(closed).toMatchObject({ status: 503 })
    expect(await shown(toResponse(closed))).toEqual(
      await shown(await handle(new Request("http://localhost/api/v1/key")))
    )
  })

  it("tells nothing of any other error", async () => {
    const failed = new RequestFailed({ operation: "getKey", reason: "server_error", status: 500, code: "SECRET" })
    for (const error of [new TypeError("secret"), failed, "secret", null, undefined]) {
      expect(await shown(toResponse(error))).toEqual({
        status: 500,
        error: { code: 500, message: "Internal Server Error", metadata: { reason: "internal_error" } },
        headers: ["application/json", null, null]
      })
    }
  })
})
