import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { api, ask, bearer, openAccount, serve } from "./account.js"
import { exchange, message } from "./wire.js"

const opened = Effect.gen(function* () {
  const account = yield* openAccount
  return { ...account, ...(yield* serve(account.stores, 0)) }
})

interface RequestInput {
  readonly method?: string
  readonly path: string
  readonly headers?: ReadonlyArray<readonly [string, string]>
  readonly body?: string
}

/** What the server answers over a socket, and what the web handler does. */
const both = ({ handler, url }: Effect.Effect.Success<typeof opened>, input: RequestInput) =>
  Effect.gen(function* () {
    const { body = "", headers = [], method = "GET", path } = input
    const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
    const lines = [...headers.map(([name, value]) => `${name}: ${value}`), ...length, "Connection: close"]
    const { answers } = yield* exchange(url, message(method, path, lines, body))
    const init = { method, headers: headers.map(([...pair]) => pair), ...(body === "" ? {} : { body }) }
    const response = yield* Effect.promise(() => handler(new Request(`http://localhost${path}`, init)))
    const text = yield* Effect.promise(() => response.text())
    const allow = response.headers.get("allow") ?? undefined
    const [served] = answers
    return {
      input,
      server: { status: served?.status, allow: served?.headers["allow"], body: method === "HEAD" ? "" : served?.body },
      web: { status: response.status, allow, body: text }
    }
  })

const name = "Authorization"

describe("the server and the web handler", () => {
  it.scoped("read credentials alike, however many headers they came in", () =>
    Effect.gen(function* () {
      const account = yield* opened
      const good = bearer(account.managementKey).Authorization
      const digest = 'Digest username="a, Bearer b", realm="c" , nonce=d,uri="/e\\"f"'
      const expected: ReadonlyArray<readonly [number, ...ReadonlyArray<string>]> = [
        [200, good],
        [401, digest],
        [401, 'Digest username="a"'],
        [401, `Bearer ${account.managementKey},${account.managementKey}`],
        [400, digest, digest],
        [400, good, good],
        [400, good, digest],
        [400, digest, good],
        [400, good, ""],
        [400, "", good],
        [400, "x", good],
        [400, "Basic x", "Basic y"],
        [400, `Bearer nope, ${good}`],
        [400, "Basic a", "Basic b", "Basic c"],
        [401, ""],
        [401, "Basic x"]
      ]
      for (const [status, ...values] of expected) {
        const headers = values.map((value) => [name, value] as const)
        const { server, web } = yield* both(account, { path: api("/presets"), headers })
        expect({ values, server: server.status, web: web.status }).toEqual({ values, server: status, web: status })
        expect(server.body).toBe(web.body)
      }
    })
  )

  it.scoped("read the media type alike, however many headers it came in", () =>
    Effect.gen(function* () {
      const account = yield* opened
      const expected: ReadonlyArray<readonly [number, ...ReadonlyArray<string>]> = [
        [200, "application/json"],
        [415, "application/json", "application/json"],
        [415, "application/json", "text/plain"],
        [415, "text/plain", "application/json"],
        [415, "application/json;charset=utf-8", "application/json;charset=utf-8"]
      ]
      for (const [status, ...values] of expected) {
        const headers = [
          [name, bearer(account.managementKey).Authorization] as const,
          ...values.map((value) => ["Content-Type", value] as const)
        ]
        const input = { method: "PATCH", path: api(`/keys/${account.hash}`), headers, body: "{}" }
        const { server, web } = yield* both(account, input)
        expect({ values, server: server.status, web: web.status }).toEqual({ values, server: status, web: status })
      }
    })
  )

  // Dot segments and fragments never reach a web handler: a request has its URL without them.
  it.scoped("answer the same to paths, queries and methods of all kinds", () =>
    Effect.gen(function* () {
      const account = yield* opened
      const headers = [[name, bearer(account.managementKey).Authorization] as const]
      const paths = [
        ...[
          "//presets",
          "/presets/",
          "/presets//",
          "/%70resets",
          "/presets%2F",
          "/presets;a=b",
          "/presets%23",
          "/%2e%2E%2fpresets"
        ],
        ...[
          "/presets?",
          "/presets?limit=1&limit=2",
          "/presets?limit=0x10",
          "/presets?%6cimit=1",
          "/presets?limit=%ff",
          "/presets?="
        ],
        ...["/presets?limit=1;offset=2", "/presets??limit=1", "/presets?limit=+1", "/byok/%00", "/byok/%E0%A4%A"],
        ...["/byok/a%2Fb", "/byok/*", "/workspaces/default/members?offset=-1", `/byok/${"a".repeat(15_000)}`]
      ]
      const input: ReadonlyArray<RequestInput> = [
        ...paths.map((path) => ({ path: api(path), headers })),
        ...["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "PROPFIND", "BREW", "M-SEARCH"].map((method) => ({
          method,
          path: api("/presets"),
          headers
        }))
      ]
      for (const each of input) {
        const { server, web } = yield* both(account, each)
        expect({ input: each, ...web }).toEqual({ input: each, ...server })
      }
    })
  )

  it.scoped("take exactly 100 headers, and answer 431 to one more", () =>
    Effect.gen(function* () {
      const account = yield* opened
      const named = (count: number) => Array.from({ length: count }, (_, i) => [`x-${i}`, "y"] as const)
      for (const [count, status] of [
        [99, 200],
        [100, 200],
        [101, 431]
      ] as const) {
        // Host and Connection are two of the headers that the server counts.
        const lines = named(count - 2).map(([name, value]) => `${name}: ${value}`)
        const { answers } = yield* exchange(account.url, message("GET", "/healthz", [...lines, "Connection: close"]))
        const web = yield* ask(account.handler, "/healthz", { headers: Object.fromEntries(named(count)) })
        expect([count, answers.map(({ status }) => status), web.status]).toEqual([count, [status], status])
      }
    })
  )

  it.scoped("bound the headers alike, in number and in size", () =>
    Effect.gen(function* () {
      const account = yield* opened
      const many = (count: number) => Array.from({ length: count }, (_, i) => [`x-${i}`, "y"] as const)
      for (const [headers, status] of [
        [many(98), 200],
        [many(101), 431],
        [[["x", "y".repeat(16_000)]], 200],
        [[["x", "y".repeat(16_384)]], 431],
        [
          [
            ["a", "y".repeat(9_000)],
            ["b", "y".repeat(9_000)]
          ],
          431
        ]
      ] as const) {
        const { server, web } = yield* both(account, { path: "/healthz", headers })
        expect([server.status, web.status]).toEqual([status, status])
        expect(server.body).toBe(web.body)
      }
    })
  )
})
