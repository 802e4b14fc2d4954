import { createHash } from "node:crypto"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { api, ask, bearer, json, openAccount, serve } from "./account.js"

const page = Effect.gen(function* () {
  const { stores } = yield* openAccount
  const { handler } = yield* serve(stores)
  return yield* ask(handler, "/docs")
})

/** What stands between two marks, the first time that they do. */
const between = (text: string, start: string, end: string) => {
  const from = text.indexOf(start) + start.length
  return text.slice(from, text.indexOf(end, from))
}

const hashed = (text: string) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`

it.scoped("the page runs only its own script and style, and in no frame", () =>
  Effect.gen(function* () {
    const { body, headers, status } = yield* page
    expect([status, headers["content-type"]]).toEqual([200, "text/html"])
    expect(String(headers["content-security-policy"]).split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${hashed(between(body, "<script>", "</script>"))}`,
      `style-src ${hashed(between(body, "<style>", "</style>"))}`,
      "img-src data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'"
    ])
    expect(headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" })
  })
)

it.scoped("the page asks for nothing else: no icon, no file, no other host", () =>
  Effect.gen(function* () {
    const { body } = yield* page
    const markup = body.replace(/<(style|script)\b.*?<\/\1>/gs, "")
    expect(markup.length).toBeLessThan(5000)
    expect(markup).toContain('<link rel="icon" href="data:,">')
    expect(markup.match(/\b(src|href|action|on\w+)=/g)).toEqual(["href="])
    // A browser reads line ends as line feeds before it hashes.
    expect(body).not.toContain("\r")
  })
)

it.scoped("the page does not offer to replace a whole catalogue by an example", () =>
  Effect.gen(function* () {
    const { body } = yield* page
    expect(
      body.split("dom_id: '#swagger-ui', supportedSubmitMethods: ['get', 'post', 'patch', 'delete'],").length
    ).toBe(2)
  })
)

it.scoped("the page says where to start: which key to paste, and what to create", () =>
  Effect.gen(function* () {
    const { body } = yield* page
    const spec = between(body, '<script id="swagger-spec" type="application/json">', "</script>")
    const { components, info, paths, tags } = JSON.parse(spec)
    const [first] = String(info.description).split("\n\n")
    const words = ["paste the management key (`tg_mk_…`) that the first start", "npm start", "`tollgate init`"]
    for (const word of [...words, "`tollgate keys recover`", "**Authorize**", "**POST /keys**"]) {
      expect(first).toContain(word)
    }
    expect([tags[0].name, Object.keys(paths)[0]]).toEqual(["API Keys", api("/key")])
    expect(components.securitySchemes.bearer.description).toBe(
      "The management key (`tg_mk_…`) that the first start of the server printed, or another API key."
    )
  })
)

it.scoped("an answer with a new secret begins with it", () =>
  Effect.gen(function* () {
    const { hash, managementKey, stores } = yield* openAccount
    const { handler } = yield* serve(stores)
    const post = (path: string, body: object) => {
      const headers = { ...bearer(managementKey), ...json }
      const sent = { method: "POST", headers, body: JSON.stringify(body) }
      return Effect.map(ask(handler, api(path), sent), ({ body }) => JSON.parse(body))
    }
    const made = yield* post("/keys", { name: "Docs assistant" })
    const rotated = yield* post(`/keys/${hash}/rotate`, {})
    const { data } = yield* post("/auth/keys/code", { callback_url: "https://app.example/callback" })
    const exchanged = yield* post("/auth/keys", { code: data.id })
    expect([made, rotated, exchanged].map(Object.keys)).toEqual([
      ["key", "data"],
      ["key", "data"],
      ["key", "user_id"]
    ])
  })
)

it.scoped("the page lists the refusals at the HTTP level after the operations", () =>
  Effect.gen(function* () {
    const { body } = yield* page
    const [before = "", after = ""] = body.split('<div id="swagger-ui"></div>')
    expect(before).not.toContain("<code>body_too_large</code>")
    expect(after).toContain("<tr><td>413</td><td><code>body_too_large</code></td><td>Request body too large</td></tr>")
  })
)

const codings = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

describe.each(["/docs", "/openapi.json"])("%s", (path) => {
  const opened = Effect.gen(function* () {
    const { stores } = yield* openAccount
    const { handler } = yield* serve(stores)
    return (headers: Record<string, string>) =>
      Effect.promise(async () => {
        const response = await handler(new Request(`http://localhost${path}`, { headers }))
        const bytes = Buffer.from(await response.arrayBuffer())
        return { status: response.status, headers: Object.fromEntries(response.headers), bytes }
      })
  })

  it.scoped("is compressed as the client accepts, at most a third of its size, and says so", () =>
    Effect.gen(function* () {
      const get = yield* opened
      const whole = yield* get({})
      for (const [accepted, coding] of [
        ["gzip, deflate, br, zstd", "br"],
        ["br;q=0, gzip;q=0.5", "gzip"],
        ["deflate", "identity"]
      ] as const) {
        const { bytes, headers } = yield* get({ "Accept-Encoding": accepted })
        expect(headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding)
        expect([headers["vary"], headers["cache-control"]]).toEqual(["Accept-Encoding", "no-cache"])
        expect(headers["content-length"]).toBe(String(bytes.length))
        expect(codings[coding](bytes).equals(whole.bytes)).toBe(true)
        if (coding !== "identity") expect(bytes.length).toBeLessThan(whole.bytes.length / 3)
      }
    })
  )

  it.scoped("is not sent again to a client that has it in the same coding", () =>
    Effect.gen(function* () {
      const get = yield* opened
      const { headers } = yield* get({ "Accept-Encoding": "br" })
      const etag = String(headers["etag"])
      const again = yield* get({ "Accept-Encoding": "br", "If-None-Match": `"x", W/${etag}` })
      expect([again.status, again.bytes.length, again.headers["etag"]]).toEqual([304, 0, etag])
      expect((yield* get({ "Accept-Encoding": "gzip", "If-None-Match": etag })).status).toBe(200)
    })
  )

  it.scoped("is sent to the next client if the first one leaves while it is prepared", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { handler } = yield* serve(stores)
      for (const path of ["/docs", "/openapi.json"]) {
        const headers = { "Accept-Encoding": "br" }
        const controller = new AbortController()
        const first = handler(new Request(`http://localhost${path}`, { headers, signal: controller.signal }))
        // The compression runs in a thread of its own, so it has not ended after one turn of the event loop.
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        controller.abort()
        expect([path, (yield* Effect.promise(() => first)).status]).toEqual([path, 499])
        expect([path, (yield* ask(handler, path, { headers })).status]).toEqual([path, 200])
      }
    })
  )
})
