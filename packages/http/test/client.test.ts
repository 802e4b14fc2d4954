import { inspect } from "node:util"
import { FetchHttpClient, Headers } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Usd } from "@tollgate/core"
import { NotFound, RequestFailed, TollgateClient, Unauthorized } from "@tollgate/http"
import { Cause, Effect, Exit, Layer, Logger, Redacted, Tracer } from "effect"
import { openAccount, serve } from "./account.js"

type Fetch = typeof globalThis.fetch

const clientOver = (fetch: Fetch, key: string, baseUrl = "http://tollgate.test") =>
  TollgateClient.make({ baseUrl, key: Redacted.make(key) }).pipe(
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
  it.scoped("takes plain values: text for ids, numbers for amounts, and of a page only what differs", () =>
    Effect.gen(function* () {
      const { client, hash, sent } = yield* opened
      const changed = yield* client.keys.updateKey({ path: { hash }, payload: { limit: 2.5, limit_reset: "daily" } })
      expect([changed.limit, changed.limit_reset]).toEqual([Usd.fromNumber(2.5), "daily"])
      expect((yield* client.presets.listPresets()).total_count).toBe(1)
      expect((yield* client.presets.listPresets({ urlParams: { offset: 1 } })).data).toEqual([])
      const members = yield* client.workspaces.listWorkspaceMembers({
        path: { id: "default" },
        urlParams: { limit: 1 }
      })
      expect(members.total_count).toBe(1)
      expect(yield* client.images.listImageModels()).toEqual([])
      // @ts-expect-error an amount is no text
      const wrong = client.keys.updateKey({ path: { hash }, payload: { limit: "2.5" } })
      // @ts-expect-error a path is needed
      const nameless = client.keys.getKey()
      const before = sent.length
      expect((yield* Effect.flip(wrong))._tag).toBe("InvalidInput")
      expect((yield* Effect.exit(nameless))._tag).toBe("Failure")
      expect(sent.length).toBe(before)
    })
  )

  it.scoped("puts an id into one segment of the path, whatever stands in it", () =>
    Effect.gen(function* () {
      const { client, sent } = yield* opened
      const names = ["a/../../presets", "..%2f", "%2e%2e", "x?limit=1", "a#b", "ä b", "..."]
      for (const name of names) {
        expect(yield* Effect.flip(client.keys.getKey({ path: { hash: name } }))).toBeInstanceOf(NotFound)
      }
      expect(sent).toEqual(names.map((name) => `GET http://tollgate.test/api/v1/keys/${encodeURIComponent(name)}`))
    })
  )

  it.scoped("sends nothing whose path would lead elsewhere, or that the server would refuse for its form", () =>
    Effect.gen(function* () {
      const { client, hash, sent } = yield* opened
      for (const name of ["", ".", "..", "\ud800"]) {
        const refused = yield* Effect.flip(client.guardrails.deleteGuardrail({ path: { id: name } }))
        expect(String(refused)).toBe('InvalidInput: id: expected well-formed text other than "", "." and ".."')
      }
      const refused = [
        yield* Effect.flip(client.presets.listPresets({ urlParams: { limit: 0 } })),
        yield* Effect.flip(client.presets.listPresets({ urlParams: { offset: 1.5 } })),
        yield* Effect.flip(client.keys.updateKey({ path: { hash }, payload: { limit: Number.NaN } }))
      ]
      expect(refused.map(String)).toEqual([
        "InvalidInput: limit: expected one whole number from 1 to 100, in plain digits",
        "InvalidInput: offset: expected one whole number, 0 or more, in plain digits",
        "InvalidInput: limit: expected a number between 0 and 1000000000, or null"
      ])
      expect(sent).toEqual([])
    })
  )

  it.scoped("fails with the errors of the contract", () =>
    Effect.gen(function* () {
      const { client, managementHash } = yield* opened
      const last = yield* Effect.flip(
        client.keys.updateKey({ path: { hash: managementHash }, payload: { disabled: true } })
      )
      expect(last._tag === "BadRequest" && last.error.metadata?.["reason"]).toBe("last_management_key")
      const stranger = yield* clientOver(() => Promise.reject(new Error("never asked")), "two words")
      expect(yield* Effect.flip(stranger.presets.listPresets())).toMatchObject({
        _tag: "InvalidInput",
        issues: [{ path: ["key"] }]
      })
    })
  )
})

describe("what the typed client says", () => {
  const key = "tg_mk_CANARYCANARYCANARYCANARYCANARYCANARYCANARYCANARY"
  const code = "CODE-CANARY-CODE-CANARY"
  const html = () => new Response("<p>Bad gateway</p>", { status: 502 })
  const unreachable = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED", key } })

  const failures: ReadonlyArray<readonly [string, Fetch, string, object]> = [
    ["where nobody answers", () => Promise.reject(unreachable), key, { reason: "no_answer", code: "ECONNREFUSED" }],
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
    ["where no header can carry the key", globalThis.fetch, `${key}\n`, { _tag: "InvalidInput" }]
  ]

  it.effect.each(failures)("%s holds neither the key nor what was sent", ([, fetch, key, expected]) =>
    Effect.gen(function* () {
      const { logger, tracer, told } = yield* listening
      const client = yield* clientOver(fetch, key)
      const failed = yield* client.oauth.exchangeCode({ payload: { code } }).pipe(
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

  it.effect("of a request without an answer is which, and why", () =>
    Effect.gen(function* () {
      const client = yield* clientOver(() => Promise.reject(unreachable), key)
      const failure = yield* Effect.flip(client.presets.listPresets())
      expect(failure).toBeInstanceOf(RequestFailed)
      expect(String(failure)).toBe("RequestFailed: listPresets: No answer came (ECONNREFUSED).")
    })
  )

  it.scoped("of a key that is refused is the contract's word", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { handler } = yield* serve(stores)
      const client = yield* clientOver((input, init) => handler(new Request(input, init)), key)
      const refused = yield* Effect.flip(client.presets.listPresets())
      expect(refused).toBeInstanceOf(Unauthorized)
      expect(inspect(refused, { depth: 9 })).not.toContain("CANARY")
    })
  )
})
