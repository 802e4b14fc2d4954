import { Headers } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Caller, GatewayCaller, SecretKey, type Services } from "@tollgate/core"
import { ImageModelCatalog, StorageFailure } from "@tollgate/core/storage"
import { TollgateApp, webHandler } from "@tollgate/http"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Logger, LogLevel, Option, Redacted, Struct } from "effect"
import { startRequest } from "../src/app/startRequest.js"
import * as RequestState from "../src/request/RequestState.js"
import { api, ask, bearer, openAccount, serve } from "./account.js"

/** Stores whose list of image models is whatever this effect comes to. */
const listing = (stores: Context.Context<Services>, list: Effect.Effect<never, StorageFailure>) =>
  Context.add(stores, ImageModelCatalog, { ...Context.get(stores, ImageModelCatalog), list: () => list })

const images = api("/images/models")

describe("a request's id", () => {
  const failures = {
    "storage failed": new StorageFailure({ cause: new Error("disk full"), outcome: "none" }),
    "unexpected failure": Effect.die(new TypeError("undefined is not a function"))
  } satisfies Record<string, Effect.Effect<never, StorageFailure>>
  it.scoped.each(Struct.entries(failures))(
    "is on every line of its log, a child fiber's too: %s",
    ([message, failure]) =>
      Effect.gen(function* () {
        const { managementKey, stores } = yield* openAccount
        const list = Effect.logInfo("looking").pipe(Effect.fork, Effect.flatMap(Fiber.join), Effect.zipRight(failure))
        const { handler, logs } = yield* serve(listing(stores, list))
        const answers = yield* Effect.all(
          [1, 2].map(() => ask(handler, images, { headers: bearer(managementKey) })),
          {
            concurrency: "unbounded"
          }
        )
        for (const { headers, status } of answers) {
          expect(status).toBe(500)
          const lines = logs.filter((line) => line.includes(`request_id=${headers["x-request-id"]}`))
          expect(lines.map((line) => /message=("[^"]*"|\S+)/.exec(line)?.[1])).toEqual([
            "looking",
            `"${message}"`,
            "request"
          ])
        }
        expect(logs).toHaveLength(6)
      })
  )
})

describe("a storage failure", () => {
  const outcomes = {
    none: ["storage_unavailable", "1"],
    unknown: ["storage_unknown", undefined]
  } satisfies Record<StorageFailure["outcome"], readonly [reason: string, retryAfter: string | undefined]>
  it.scoped.each(Struct.entries(outcomes))("says whether anything was changed: %s", ([outcome, [reason, after]]) =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { handler, logs } = yield* serve(
        listing(stores, new StorageFailure({ cause: new Error("disk full"), outcome }))
      )
      const { body, headers, status } = yield* ask(handler, images, { headers: bearer(managementKey) })
      expect({ status, after: headers["retry-after"], body: JSON.parse(body) }).toEqual({
        status: 500,
        after,
        body: { error: { code: 500, message: "Internal Server Error", metadata: { reason } }, user_id: "owner" }
      })
      const [line = ""] = logs.filter((line) => line.includes("storage failed"))
      expect(line).toContain('cause="Error: disk full"')
      expect(line).toContain(`outcome=${outcome}`)
    })
  )
})

describe("a request's log line", () => {
  it.scoped("is not made where its level is off", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const lines: Array<unknown> = []
      const list = Effect.zipRight(Effect.logWarning("slow"), new StorageFailure({ cause: null }))
      const quiet = Layer.mergeAll(
        Logger.replace(
          Logger.defaultLogger,
          Logger.make(({ message }) => void lines.push(message))
        ),
        Logger.minimumLogLevel(LogLevel.Warning)
      )
      const handler = yield* Layer.build(TollgateApp.layer).pipe(
        Effect.provide(listing(stores, list)),
        Effect.flatMap((built) => Effect.provide(webHandler(), built)),
        Effect.provide(quiet)
      )
      yield* ask(handler, images, { headers: bearer(managementKey) })
      expect(lines).toEqual([["slow"], ["storage failed"]])
    })
  )
})

describe("what an answer is to carry", () => {
  it("is all that anyone has asked for, the latest of each name", () => {
    const state = RequestState.start("id", 0)
    RequestState.addHeaders(state, { "retry-after": "1", "x-ratelimit-limit": "30" })
    RequestState.addHeaders(state, { "retry-after": "2" })
    expect(state.headers).toEqual({ "retry-after": "2", "x-ratelimit-limit": "30" })
  })
})

describe("the caller of a request", () => {
  it.scoped("is its own, while requests of other callers are under way", () =>
    Effect.gen(function* () {
      const { gatewayKey, managementKey, ordinaryKey, stores } = yield* openAccount
      const all = yield* Deferred.make<void>()
      const keys = [managementKey, ordinaryKey, managementKey, ordinaryKey]
      const seen: Array<string | null> = []
      let arrived = 0
      const list = Effect.gen(function* () {
        const caller = Option.getOrThrow(yield* Effect.serviceOption(Caller))
        if (++arrived === keys.length) yield* Deferred.succeed(all, undefined)
        yield* Deferred.await(all)
        // Every request has been authenticated now.
        expect(Option.getOrThrow(yield* Effect.serviceOption(Caller))).toBe(caller)
        expect(yield* Effect.serviceOption(GatewayCaller)).toEqual(Option.none())
        seen.push(caller.keyHash)
        return yield* new StorageFailure({ cause: null })
      })
      const { handler } = yield* serve(listing(stores, list))
      const asked = keys.map((key) => ask(handler, images, { headers: bearer(key) }))
      // A gateway key passes no request of a caller.
      const refused = ask(handler, images, { headers: bearer(gatewayKey) })
      const [{ status }] = yield* Effect.all([refused, ...asked], { concurrency: "unbounded" })
      const hashes = keys.map((key) => SecretKey.hash(Redacted.make(key)))
      expect({ status, seen: seen.toSorted() }).toEqual({ status: 401, seen: hashes.toSorted() })
    })
  )

  it("is added to no context that requests may share", () => {
    const shared = Context.make(GatewayCaller, { organizationId: null })
    expect(() => RequestState.addService(shared, Caller.key, null)).toThrow("The context is not that of a request.")
    expect([...shared.unsafeMap.keys()]).toEqual([GatewayCaller.key])
  })
})

describe("a request's span", () => {
  it.scoped("is not created without a tracer, and neither are nested spans", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const seen: Array<string> = []
      const list = Effect.useSpan("probe", ({ parent, spanId }) => {
        seen.push(spanId, parent._tag)
        return new StorageFailure({ cause: null })
      })
      const { handler } = yield* serve(listing(stores, list))
      yield* ask(handler, images, { headers: bearer(managementKey) })
      expect(seen).toEqual(["noop", "None"])
    })
  )
})

describe("a request that is interrupted", () => {
  it.scoped("interrupts its program, and is neither answered nor logged", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const reached = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<void>()
      const list = Effect.zipRight(Deferred.succeed(reached, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
      )
      const app = yield* Layer.build(TollgateApp.layer).pipe(Effect.provide(listing(stores, list)))
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => void lines.push(message))
      const start = yield* Effect.runtime().pipe(
        Effect.map((runtime) => startRequest(Context.get(app, TollgateApp), runtime)),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger))
      )
      const headers = Headers.fromInput(bearer(managementKey))
      const { serving } = start({ method: "GET", url: images, headers, body: new Uint8Array(0) })
      yield* Deferred.await(reached)
      if (!Fiber.isFiber(serving)) return expect.unreachable()
      expect(Exit.isInterrupted(yield* Fiber.interrupt(serving))).toBe(true)
      yield* Deferred.await(interrupted)
      expect(lines).toEqual([])
    })
  )
})
