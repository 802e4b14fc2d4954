import { readdirSync } from "node:fs"
import { afterAll, describe, expect, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { BASE_PATH, type Operation, operations } from "@tollgate/http"
import { bodiesOf, filledWith, pathOf } from "@tollgate/testing"
import { Effect, Exit, Redacted, Scope } from "effect"
import { acceptedKey, ask, bearer, json, openAccount, type Sent, serve } from "./account.js"

const ABSENT = "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"

const bodies = new Map(operations.map((operation) => [operation, bodiesOf(operation, 1)[0]]))

/** A request of an operation, about nothing that there is. */
const request = (operation: Operation, key?: string): Sent => {
  const body = bodies.get(operation)
  const headers = { ...(key && bearer(key)), ...(body && json) }
  return { method: operation.method, headers, ...(body && { body }) }
}

const urlOf = (operation: Operation, name = ABSENT) => BASE_PATH + pathOf(operation, filledWith(operation, name))

/** A well-formed gateway key that was never created. */
const unknownGatewayKey = Redacted.value(Effect.runSync(Core.SecretKey.mint("gateway")))

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const open = (requestsPerMinute: number) =>
  Effect.gen(function* () {
    const account = yield* openAccount
    const { handler, logs } = yield* serve(account.stores, requestsPerMinute)
    return { ...account, logs, send: (url: string, sent: Sent) => ask(handler, url, sent) }
  }).pipe(Scope.extend(scope), Effect.cached, Effect.runSync)

/** One service for all tests of this file: what they create does not change an answer that they expect. */
const opened = open(0)
/** One for all tests of limits, which are counted for each operation by itself. */
const limited = open(2)

const refusal = (code: number, message: string, metadata: object, user_id?: string) => ({
  status: code,
  body: { error: { code, message, metadata }, ...(user_id && { user_id }) }
})
const missing = refusal(401, "Missing Authentication header", {
  reason: "missing_credential",
  issues: [{ path: ["Authorization"], expected: "a header of the form Bearer <API key>" }]
})
const invalid = refusal(401, "Invalid credentials", { reason: "invalid_credential" })
const gatewayKeyRequired = (user_id?: string) =>
  refusal(403, "Only gateway keys can perform this operation", { reason: "gateway_key_required" }, user_id)
const readOnly = refusal(403, "A read-only key cannot change anything", { reason: "read_only" }, "owner")
const wrongKind = {
  "management, else 401": refusal(401, "Invalid credentials", { reason: "invalid_credential" }, "owner"),
  "management, else 403": refusal(
    403,
    "Only management keys can perform this operation",
    { reason: "management_key_required" },
    "owner"
  ),
  "gateway, else 403": gatewayKeyRequired("owner"),
  "gateway or management, else 403": refusal(
    403,
    "Only management keys can perform this operation",
    { reason: "management_key_required" },
    "owner"
  )
}

/** Whether an answer says nothing against the key of its caller. */
const isLetIn = ({ body, status }: { readonly status: number; readonly body: { readonly error?: Failure } }) =>
  status !== 401 && !/_key_required$/.test(body.error?.metadata.reason ?? "")

interface Failure {
  readonly metadata: { readonly reason: string }
}

/** How an operation of API keys answers a gateway key: as the wrong kind of key, without a user. */
const toGateway: { readonly [A in Operation["access"]]?: object } = {
  "any key, else 401": invalid,
  "any key, else 403": refusal(403, "Only API keys can perform this operation", { reason: "api_key_required" }),
  "management, else 401": invalid,
  "management, else 403": refusal(403, "Only management keys can perform this operation", {
    reason: "management_key_required"
  })
}

/** Names that no path parameter may stumble over. */
const strange = [
  "..",
  "../presets",
  "constructor",
  "__proto__",
  "\u0000",
  "a".repeat(300),
  "x' OR 1=1--",
  "%",
  "🔑",
  "*"
]

/** Bodies that no operation takes. */
const mad = [
  "",
  "{",
  "[]",
  "null",
  '"x"',
  "{}}",
  '{"\\u005f_proto__":1}',
  `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
  "\u0000"
]

describe.each(operations)("$id", (operation) => {
  const { access, changes, id, method, perMinute, refuses, statuses, template } = operation

  it("says what it does, and is a program of core under its name", () => {
    const files = readdirSync(new URL("../src/api/", import.meta.url))
    const file = files.find((name) => name.toLowerCase() === `${operation.resource}api.ts`)
    const api = `packages/http/src/api/${file}`
    expect(operation.summary, `${id} needs .annotate(OpenApi.Summary, "…") in ${api}`).not.toBe("")
    expect(operation.description, `${id} needs .annotate(OpenApi.Description, "…") in ${api}`).not.toBe("")
    expect({ ...Core }, `${id} needs its program, exported by packages/core/src/index.ts`).toHaveProperty(
      operation.name
    )
    expect(statuses, `${id} answers 401 and 500, as every operation`).toEqual(expect.arrayContaining([401, 500]))
    // A status is declared where something is refused by it.
    expect(statuses.includes(404)).toBe(refuses.some((tag) => /NotFound$/.test(tag)))
    // What an ordinary key is not told of refuses a read-only one by it.
    expect(statuses.includes(403)).toBe(access.endsWith("403") || (access.startsWith("management") && changes))
    // Where the contract lists no 429 it is a refusal of the protocol, at the general limit.
    const ofApiKeys = statuses.includes(429) ? 600 : 6000
    // Gateway keys have no limit per minute.
    expect(perMinute).toBe(access === "gateway, else 403" ? null : ofApiKeys)
  })

  it.scoped("lets in whom its access says, and tells the others so", () =>
    Effect.gen(function* () {
      const { gatewayKey, managementKey, ordinaryKey, readOnlyKey, send } = yield* opened
      const answer = (key?: string) =>
        Effect.map(send(urlOf(operation), request(operation, key)), ({ body, status }) => ({
          status,
          body: JSON.parse(body)
        }))
      expect(yield* answer()).toEqual(missing)
      expect(yield* answer(`${managementKey.slice(0, -1)}_`)).toEqual(invalid)
      const asOrdinary = yield* answer(ordinaryKey)
      if (access.startsWith("any ")) expect(asOrdinary).toSatisfy(isLetIn)
      else expect(asOrdinary).toEqual(Reflect.get(wrongKind, access))
      if (/gateway/.test(access)) expect(yield* answer(gatewayKey)).toSatisfy(isLetIn)
      else expect(yield* answer(gatewayKey)).toEqual(toGateway[access])
      expect(yield* answer(unknownGatewayKey)).toEqual(invalid)
      const asManager = yield* answer(managementKey)
      if (access === "gateway, else 403") expect(asManager).toEqual(gatewayKeyRequired("owner"))
      else expect(asManager).toSatisfy(isLetIn)
      const asReader = yield* answer(readOnlyKey)
      if (changes && access.includes("management")) expect(asReader).toEqual(readOnly)
      else expect(asReader.status).toBe(asManager.status)
    })
  )

  it.scoped("answers 405 to another method, before the credential, however its path is written", () =>
    Effect.gen(function* () {
      const { send } = yield* opened
      const matches = (other: Operation) => new RegExp(`^${other.template.replace(/:\w+/g, "[^/]+")}$`).test(template)
      const allowed = Array.from(new Set(operations.filter(matches).map((other) => other.method)))
      const allow = [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : [])].toSorted()
      const plain = urlOf(operation)
      const escaped = plain.replace(/(?<=^\/api\/v1\/)./, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
      expect(escaped).not.toBe(plain)
      const other = allowed.includes("PUT") ? "OPTIONS" : "PUT"
      for (const url of [plain, escaped]) {
        const { headers, status } = yield* send(url, { method: other })
        expect({ url, status, allow: String(headers["allow"]).split(", ").toSorted() }).toEqual({
          url,
          status: 405,
          allow
        })
      }
    })
  )

  it.scoped("answers no status but its own to whatever is asked of it", () =>
    Effect.gen(function* () {
      const { logs, send, ...keys } = yield* opened
      const sent = request(operation, acceptedKey(operation, keys))
      const asked = [
        ...(template.includes(":") ? strange.map((name) => [urlOf(operation, name), sent] as const) : []),
        ...(sent.body === undefined ? [] : mad.map((body) => [urlOf(operation), { ...sent, body }] as const)),
        ...["limit=0", "limit[]=1", "offset=1&offset=2", "%ff", "a=%00"].map(
          (query) => [`${urlOf(operation)}?${query}`, sent] as const
        )
      ]
      for (const [url, sent] of asked) {
        const { body, status } = yield* send(url, sent)
        expect(statuses, `${method} ${url} ${sent.body}: ${body}`).toContain(status)
        expect(status, `${method} ${url} ${sent.body}: ${body}`).toBeLessThan(500)
      }
      expect(logs.filter((line) => line.includes("level=ERROR"))).toEqual([])
    })
  )

  it.scoped("checks a body's media type and size before the path and the body", () =>
    Effect.gen(function* () {
      const { send, ...keys } = yield* opened
      const sent = request(operation, acceptedKey(operation, keys))
      if (sent.body === undefined) return
      const untyped = { ...sent, headers: { ...sent.headers, "Content-Type": "text/plain" } }
      for (const url of [urlOf(operation), urlOf(operation, "no-uuid")]) {
        for (const body of [sent.body, "{", `{"a":"${"a".repeat(70_000)}"}`]) {
          expect((yield* send(url, { ...untyped, body })).status).toBe(415)
        }
        expect((yield* send(url, { ...sent, body: "{".repeat(operation.maxBodyBytes + 1) })).status).toBe(413)
        const broken = yield* send(url, { ...sent, body: "{" })
        expect(JSON.parse(broken.body).error).toMatchObject({ code: 400, metadata: { reason: "invalid_json" } })
      }
    })
  )

  if (perMinute === null) return

  it.scoped("counts requests against a key", () =>
    Effect.gen(function* () {
      const { managementKey, send } = yield* limited
      const statusesOf = Effect.forEach([1, 2, 3], () =>
        Effect.map(send(urlOf(operation), request(operation, managementKey)), ({ headers, status }) => [
          status === 429,
          headers["x-ratelimit-limit"]
        ])
      )
      expect(yield* statusesOf).toEqual([
        [false, "2"],
        [false, "2"],
        [true, "2"]
      ])
    })
  )
})
