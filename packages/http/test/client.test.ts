import { inspect } from "node:util"
import { FetchHttpClient, Headers } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { ApiKeyPatch, GuardrailNotFound, InvalidCredential, KeyNotFound, Usd } from "@tollgate/core"
import { RequestFailed, TollgateClient } from "@tollgate/http"
import { Cause, Effect, Exit, Layer, Logger, Redacted, Schema, Tracer } from "effect"
import { openAccount, serve } from "./account.js"

type Fetch = typeof globalThis.fetch

const clientOver = (fetch: Fetch, key: string) =>
  TollgateClient.connect({ url: "http://tollgate.test" }).pipe(
    Effect.map(({ withKey }) => withKey(Redacted.make(key))),
    Effect.provide(Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch)))
  )

/** A client of a service in this process, and the requests that it has sent. */
const opened = Effect.gen(function* () {
  const account = yield* openAccount
  const { handler } = yield* serve(account.stores)
  const sent: Array<string> = []
  const fetch: Fetch = (input, init) => {
    const request = new Request(input, init)
    sent.push(`${request.method} ${request.url}`)
    return handler(request)
  }
  return { ...account, sent, client: yield* clientOver(fetch, account.managementKey) }
})

/** A logger and a tracer, and all that they were told. */
const listening = Effect.map(Effect.tracer, (tracer) => {
  const told: Array<string> = []
  const logger = Logger.map(Logger.logfmtLogger, (line) => void told.push(line))
  const span: Tracer.Tracer["span"] = (...args) => {
    const span = tracer.span(...args)
    const end: Tracer.Span["end"] = (time, exit) => {
      told.push(inspect([...span.attributes]), Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", inspect(exit))
      span.end(time, exit)
    }
    return new Proxy(span, { get: (span, name) => (name === "end" ? end : Reflect.get(span, name, span)) })
  }
  return {
    told,
    logger: Logger.replace(Logger.defaultLogger, logger),
    tracer: Tracer.make({ span, context: tracer.context.bind(tracer) })
  }
})

describe("the typed client", () => {
  it.scoped("takes the values of the programs and returns theirs", () =>
    Effect.gen(function* () {
      const { client, hash } = yield* opened
      const payload = yield* Schema.decode(ApiKeyPatch)({ limit: 2.5, limit_reset: "daily" })
      const changed = yield* client.keys.updateKey({ path: { hash }, payload })
      expect([changed.limit, changed.limit_reset]).toEqual([Usd.fromNumber(2.5), "daily"])
      expect((yield* client.presets.listPresets({ urlParams: { limit: 10, offset: 0 } })).total_count).toBe(1)
      expect((yield* client.presets.listPresets({ urlParams: { limit: 10, offset: 1 } })).data).toEqual([])
      expect(yield* client.images.listImageModels({})).toEqual([])
    })
  )

  it.scoped("puts an id into one segment of the path, whatever it contains", () =>
    Effect.gen(function* () {
      const { client, sent } = yield* opened
      const names = ["a/../../presets", "..%2f", "%2e%2e", "x?limit=1", "a#b", "ä b", "..."]
      for (const name of names) {
        const refused = yield* Effect.flip(client.keys.getKey({ path: { hash: name } }))
        expect(refused).toEqual(new KeyNotFound({ short_hash: null }))
      }
      expect(sent).toEqual(names.map((name) => `GET http://tollgate.test/api/v1/keys/${encodeURIComponent(name)}`))
    })
  )

  it.scoped("sends nothing for an id that no path can carry, and refuses it as the program does", () =>
    Effect.gen(function* () {
      const { client, sent } = yield* opened
      for (const name of ["", ".", "..", "\ud800"]) {
        const refused = yield* Effect.flip(client.guardrails.deleteGuardrail({ path: { id: name } }))
        expect(refused).toEqual(new GuardrailNotFound({ short_id: null }))
      }
      expect(sent).toEqual([])
    })
  )

  it.scoped("fails with the refusals of the programs, and sends no key that a header cannot carry", () =>
    Effect.gen(function* () {
      const { client, managementHash } = yield* opened
      const disable = client.keys.updateKey({ path: { hash: managementHash }, payload: { disabled: true } })
      expect(yield* Effect.flip(disable)).toMatchObject({ _tag: "LastManagementKey", hash: managementHash })
      const stranger = yield* clientOver(() => Promise.reject(new Error("a request was sent")), "two words")
      expect(yield* Effect.flip(stranger.keys.getCurrentKey({}))).toEqual(new InvalidCredential())
    })
  )
})

describe("what the typed client says", () => {
  const key = "tg_mk_CANARYCANARYCANARYCANARYCANARYCANARYCANARYCANARY"
  const code = "CODE-CANARY-CODE-CANARY"
  const withheld = "(message withheld because it repeats part of the request)"
  const html = () => new Response("<p>Bad gateway</p>", { status: 502 })
  const unreachable = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED", key } })

  const failures: ReadonlyArray<readonly [string, Fetch, string, object]> = [
    ["where no server answers", () => Promise.reject(unreachable), key, { reason: "no_answer", code: "ECONNREFUSED" }],
    ["where a proxy answers", async () => html(), key, { reason: "unknown_status", status: 502 }],
    [
      "where an answer is not the contract's",
      async () => Response.json({ key, user_id: 1, code }),
      key,
      { reason: "unreadable_answer" }
    ],
    [
      "where an answer breaks off",
      async () =>
        new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError(key)) }), {
          status: 200
        }),
      key,
      { reason: "unreadable_answer", status: 200 }
    ],
    ["where no header can carry the key", globalThis.fetch, `${key}\n`, { _tag: "InvalidCredential" }]
  ]

  it.effect.each(failures)("%s holds neither the key nor what was sent", ([, fetch, key, expected]) =>
    Effect.gen(function* () {
      const { logger, tracer, told } = yield* listening
      const client = yield* clientOver(fetch, key)
      const failed = yield* client.oauth.exchangeCode({ payload: { code: Redacted.make(code) } }).pipe(
        Effect.tapError((failure) => Effect.logError("it failed", failure)),
        Effect.provide(logger),
        Effect.withTracer(tracer),
        Effect.locally(Headers.currentRedactedNames, []),
        Effect.exit
      )
      const failure = yield* Effect.flip(failed)
      expect(failure).toMatchObject(expected)
      const cause = Exit.isFailure(failed) ? failed.cause : Cause.empty
      const shown = [failure, cause].flatMap((one) => [
        String(one),
        JSON.stringify(one),
        inspect(one, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true })
      ])
      // What was sent, if anything was, has been traced with all its headers.
      const traced = told.join().includes("http.request.header.authorization")
      expect(traced).toBe(failure._tag === "RequestFailed")
      for (const text of [...shown, ...told, Cause.pretty(cause)]) {
        expect(text).not.toContain("CANARY")
      }
    })
  )

  it.effect("of a request without an answer is which, why, and by which cause", () =>
    Effect.gen(function* () {
      const client = yield* clientOver(() => Promise.reject(unreachable), key)
      const failure = yield* Effect.flip(client.images.listImageModels({}))
      expect(failure).toBeInstanceOf(RequestFailed)
      expect(String(failure)).toBe("RequestFailed: listImageModels: The server did not answer (ECONNREFUSED).")
      expect(failure.cause).toMatchObject({
        name: "TypeError",
        message: "fetch failed",
        cause: { code: "ECONNREFUSED" }
      })
      expect(failure.cause).not.toBe(unreachable)
    })
  )

  it.effect("has the message of a cause, unless that repeats the key or what was sent", () =>
    Effect.gen(function* () {
      const messages = [
        ["unable to verify the first certificate", "unable to verify the first certificate"],
        [`invalid header value "Bearer ${key}"`, withheld],
        [`cannot send ${key}`, withheld],
        [`cannot send {"code":"${code}"}`, withheld]
      ] as const
      for (const [message, expected] of messages) {
        const client = yield* clientOver(() => Promise.reject(new TypeError(message)), key)
        const failure = yield* Effect.flip(client.oauth.exchangeCode({ payload: { code: Redacted.make(code) } }))
        expect(failure).toMatchObject({ reason: "no_answer", cause: { name: "TypeError", message: expected } })
        expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain("CANARY")
      }
    })
  )

  it.effect("names the field of an answer that does not match the contract, without its value", () =>
    Effect.gen(function* () {
      const client = yield* clientOver(async () => Response.json({ key, user_id: 1 }), key)
      const failure = yield* Effect.flip(client.oauth.exchangeCode({ payload: { code: Redacted.make(code) } }))
      expect(failure).toMatchObject({
        reason: "unreadable_answer",
        status: 200,
        cause: { _tag: "InvalidInput", issues: [{ path: ["user_id"], expected: expect.any(String) }] }
      })
    })
  )

  it.scoped("of a key that the server refuses is that it is invalid", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { handler } = yield* serve(stores)
      const client = yield* clientOver((input, init) => handler(new Request(input, init)), key)
      const refused = yield* Effect.flip(client.keys.getCurrentKey({}))
      expect(refused).toEqual(new InvalidCredential())
      expect(inspect(refused, { depth: 9 })).not.toContain("CANARY")
    })
  )
})
