import { createConnection } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { api, ask, bearer, json, openAccount, serve } from "./account.js"

// Each of these once took seconds to hours of the event loop; now the test's own time limit is far away.
const hostile: ReadonlyArray<readonly [string, number, Record<string, string>, string]> = [
  [
    "a media type of a hundred spaced parameters and one quote",
    200,
    { "Content-Type": `application/json${";a=     ".repeat(100)}"` },
    "{}"
  ],
  ["a media type of spaces without end", 415, { "Content-Type": `application/json${" \t".repeat(4000)}x` }, "{}"],
  ["an unterminated string of escaped quotes", 400, json, `{"${'\\"'.repeat(32_000)}`],
  ["a name of escapes", 400, json, `{"${"\\u0061".repeat(10_000)}":1}`],
  ["opening brackets alone", 400, json, "[".repeat(60_000)],
  ["colons alone", 400, json, ":".repeat(60_000)]
]

describe("a hostile request", () => {
  for (const [what, status, headers, body] of hostile) {
    it.scoped(`with ${what} is answered at once`, () =>
      Effect.gen(function* () {
        const { hash, managementKey, stores } = yield* openAccount
        const { handler } = yield* serve(stores, 0)
        const sent = { method: "PATCH", headers: { ...bearer(managementKey), ...headers }, body }
        expect((yield* ask(handler, api(`/keys/${hash}`), sent)).status).toBe(status)
      })
    )
  }

  it.scoped("of two credentials, joined as a web request joins them, is 400", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores, 0)
      const headers = new Headers()
      headers.append("Authorization", "Bearer nope")
      headers.append("Authorization", `Bearer ${managementKey}`)
      const request = new Request(`http://localhost${api("/presets")}`, { headers })
      expect((yield* Effect.promise(() => handler(request))).status).toBe(400)
    })
  )
})

describe("a path", () => {
  it.scoped("with an empty segment, or a number sign, has no route that takes it for an id or an end", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores, 0)
      const error = { code: 404, message: "Resource not found", metadata: { reason: "no_such_route" } }
      for (const path of ["/workspaces//members", "/byok/", "/keys/", "/presets/", "//presets"]) {
        const { body, status } = yield* ask(handler, api(path), {})
        expect({ path, status, body: JSON.parse(body) }).toEqual({ path, status: 404, body: { error } })
      }
      const sent = { headers: bearer(managementKey) }
      expect((yield* ask(handler, api("/workspaces/default%23/members"), sent)).status).toBe(404)
    })
  )
})

describe("what the parser refuses", () => {
  it.scoped("is in the log under the id of its answer", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { logs, url } = yield* serve(stores)
      const answer = yield* Effect.promise(
        () =>
          new Promise<string>((resolve) => {
            let text = ""
            const socket = createConnection(Number(new URL(url).port), "127.0.0.1")
            socket.on("data", (chunk) => {
              text += chunk
            })
            socket.on("close", () => resolve(text))
            socket.end("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n")
          })
      )
      const id = /^X-Request-Id: (\S+)\r$/m.exec(answer)?.[1]
      expect(answer).toContain("HTTP/1.1 404 Not Found")
      expect(logs.filter((line) => line.includes(`request_id=${id}`) && line.includes("status=404"))).toHaveLength(1)
    })
  )
})
