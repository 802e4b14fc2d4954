import { createHash } from "node:crypto"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { ask, openAccount, serve } from "./account.js"

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

it.scoped("the page runs its own script and style and nothing else, and stands in no frame", () =>
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
    expect(markup.length).toBeLessThan(1000)
    expect(markup).toContain('<link rel="icon" href="data:,">')
    expect(markup.match(/\b(src|href|action|on\w+)=/g)).toEqual(["href="])
    // A browser reads line ends as line feeds before it hashes.
    expect(body).not.toContain("\r")
  })
)

it.scoped("the page lets nobody replace a whole catalogue by the example of one", () =>
  Effect.gen(function* () {
    const { body } = yield* page
    expect(
      body.split("dom_id: '#swagger-ui', supportedSubmitMethods: ['get', 'post', 'patch', 'delete'],").length
    ).toBe(2)
  })
)

it.scoped("the page says first of all how to get a key, and where to put it", () =>
  Effect.gen(function* () {
    const { body } = yield* page
    const { info } = JSON.parse(between(body, '<script id="swagger-spec" type="application/json">', "</script>"))
    const [first] = String(info.description).split("\n\n")
    for (const word of ["npm start", "`tollgate init`", "`tollgate keys recover`", "**Authorize**"]) {
      expect(first).toContain(word)
    }
  })
)
