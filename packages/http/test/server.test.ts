import { Agent } from "node:http"
import { connect } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { ListenFailed } from "@tollgate/http"
import { Effect, Exit, Scope } from "effect"
import { api, bearer, json, openAccount, send, serve } from "./account.js"

const MAX_BODY = 65_536

const oneSocket = Effect.acquireRelease(
  Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 1 })),
  (agent) => Effect.sync(() => agent.destroy())
)

/** Writes bytes and gives all that comes back until the server has nothing to add. */
const exchange = (url: string, bytes: string) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(url)
        const socket = connect(Number(port), hostname)
        let received = ""
        socket.setEncoding("utf8").on("data", (text: string) => {
          received += text
        })
        socket.on("close", () => resolve(received)).on("error", reject)
        socket.write(bytes)
      })
  )

const refusal = (code: number, message: string, metadata: object) => ({ error: { code, message, metadata } })

describe("the server", () => {
  it.each([
    ["127.0.0.1", "Cannot listen on 127.0.0.1:8787: the port is in use."],
    ["::1", "Cannot listen on [::1]:8787: the port is in use."]
  ])("says where it cannot listen, as an address is written: %s", (host, message) => {
    expect(new ListenFailed({ host, port: 8787, code: "EADDRINUSE" }).message).toBe(message)
  })

  it.scoped("takes a body of exactly 65,536 bytes, stated or in chunks, and not one more", () =>
    Effect.gen(function* () {
      const { hash, managementKey, stores } = yield* openAccount
      const { url } = yield* serve(stores)
      const patch = (body: string | ReadonlyArray<string>) =>
        send(url + api(`/keys/${hash}`), {
          method: "PATCH",
          headers: { ...bearer(managementKey), ...json },
          body,
          agent: false
        })
      const full = "{}".padEnd(MAX_BODY)
      const tooLarge = {
        ...refusal(413, "Request body too large", {
          reason: "body_too_large",
          issues: [{ path: [], expected: "at most 65536 bytes" }]
        }),
        user_id: "owner"
      }
      for (const body of [full, [full.slice(0, 40_000), full.slice(40_000)]]) {
        const { body: answer, status } = yield* patch(body)
        expect([status, JSON.parse(answer).data.hash]).toEqual([200, hash])
      }
      for (const body of [`${full} `, [full, " "]]) {
        const { body: answer, status } = yield* patch(body)
        expect({ status, body: JSON.parse(answer) }).toEqual({ status: 413, body: tooLarge })
      }
    })
  )

  it.scoped("keeps the connection after a body that was too large", () =>
    Effect.gen(function* () {
      const { hash, managementKey, stores } = yield* openAccount
      const { url } = yield* serve(stores)
      const agent = yield* oneSocket
      const headers = { ...bearer(managementKey), ...json }
      const patch = (body: string) => send(url + api(`/keys/${hash}`), { method: "PATCH", headers, body, agent })
      const answers = [yield* patch("{}".padEnd(MAX_BODY + 1)), yield* patch("{}")]
      expect(answers.map(({ reused, status }) => ({ reused, status }))).toEqual([
        { reused: false, status: 413 },
        { reused: true, status: 200 }
      ])
    })
  )

  it.scoped("refuses two Authorization headers, whatever their values", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { url } = yield* serve(stores)
      const good = `Authorization: Bearer ${managementKey}`
      for (const headers of [
        [good, good],
        [good, "authorization: Basic x"],
        ["Authorization: x", good]
      ]) {
        const head = ["GET /api/v1/presets HTTP/1.1", "Host: localhost", "Connection: close", ...headers]
        const [first = "", body = ""] = (yield* exchange(url, `${head.join("\r\n")}\r\n\r\n`)).split("\r\n\r\n")
        expect(first).toMatch(/^HTTP\/1\.1 400 /)
        expect(JSON.parse(body).error).toMatchObject({ code: 400, message: "Invalid request parameters" })
      }
    })
  )

  it.scoped("takes 100 headers, and answers 431 to 101", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { url } = yield* serve(stores)
      const withHeaders = (count: number) => {
        const head = ["GET /healthz HTTP/1.1", "Host: localhost", "Connection: close"]
        while (head.length <= count) head.push(`X-${head.length}: x`)
        return exchange(url, `${head.join("\r\n")}\r\n\r\n`)
      }
      expect(yield* withHeaders(100)).toMatch(/^HTTP\/1\.1 200 /)
      const [head = "", body = ""] = (yield* withHeaders(101)).split("\r\n\r\n")
      expect(head).toMatch(/^HTTP\/1\.1 431 /)
      expect(JSON.parse(body)).toEqual(
        refusal(431, "Request header fields too large", {
          reason: "headers_too_large",
          issues: [{ path: [], expected: "at most 100 headers" }]
        })
      )
    })
  )

  it.scoped("puts one X-Request-Id on every answer and in its log line", () =>
    Effect.gen(function* () {
      const { hash, managementKey, ordinaryKey, stores } = yield* openAccount
      const { logs, url } = yield* serve(stores)
      const headers = { ...bearer(managementKey), ...json, "X-Request-Id": "my own" }
      const requests = [
        { path: "/openapi.json" },
        { path: "/nowhere" },
        { path: api("/presets") },
        { path: api("/presets"), headers },
        { path: api("/presets"), headers, method: "DELETE" },
        { path: api("/workspaces/default/members"), headers: bearer(ordinaryKey) },
        { path: api(`/keys/${hash}`), headers, method: "PATCH", body: "{}" },
        { path: api(`/keys/${hash}`), headers, method: "PATCH", body: "{" },
        { path: api(`/keys/${hash}`), headers, method: "PATCH", body: "{}".padEnd(MAX_BODY + 1) }
      ]
      const ids = new Set<string>()
      for (const { path, ...sent } of requests) {
        const { headers, status } = yield* send(url + path, { ...sent, agent: false })
        const id = String(headers["x-request-id"])
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        const lines = logs.filter((line) => line.includes(`request_id=${id}`) && line.includes("message=request"))
        expect(lines).toEqual([expect.stringContaining(`status=${status}`)])
        ids.add(id)
      }
      expect(ids.size).toBe(requests.length)
      expect(logs.join()).not.toContain("my own")
      // What the parser gives up on has an id too.
      expect(yield* exchange(url, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 .*\r\nX-Request-Id: [0-9a-f-]{36}\r\n/s)
    })
  )

  it.scoped("lets what is in flight finish when it stops, takes nothing new, and is gone then", () =>
    Effect.gen(function* () {
      const { hash, managementKey, stores } = yield* openAccount
      const scope = yield* Scope.make()
      const { url } = yield* Scope.extend(serve(stores), scope)
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname)
      const heard = { text: "" }
      const until = (text: string) =>
        Effect.async<void>((resume) => {
          const look = () => heard.text.includes(text) && resume(Effect.void)
          socket.on("data", look)
          look()
        })
      socket.setEncoding("utf8").on("data", (text: string) => {
        heard.text += text
      })
      const head = [
        `PATCH ${api(`/keys/${hash}`)} HTTP/1.1`,
        "Host: localhost",
        `Authorization: Bearer ${managementKey}`,
        "Content-Type: application/json",
        "Content-Length: 18",
        "Expect: 100-continue"
      ]
      socket.write(`${head.join("\r\n")}\r\n\r\n{"name":`)
      yield* until("100 Continue")
      const stopped = yield* Effect.fork(Scope.close(scope, Exit.void))
      while (!(yield* refuses(Number(port), hostname))) yield* Effect.yieldNow()
      expect(stopped.unsafePoll()).toBeNull()
      socket.write('"Renamed"}')
      yield* until("Renamed")
      expect(heard.text).toContain("HTTP/1.1 200 OK")
      expect(heard.text).toContain("Connection: close")
      yield* stopped
    })
  )
})

const refuses = (port: number, host: string) =>
  Effect.async<boolean>((resume) => {
    const socket = connect(port, host, () => {
      socket.destroy()
      resume(Effect.succeed(false))
    }).on("error", () => resume(Effect.succeed(true)))
  })
