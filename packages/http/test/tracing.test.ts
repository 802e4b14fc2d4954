import { describe, expect, it } from "@effect/vitest"
import type { Services } from "@tollgate/core"
import { ImageModelCatalog, StorageFailure } from "@tollgate/core/storage"
import { TollgateApp, webHandler } from "@tollgate/http"
import { Cause, Context, Effect, Exit, Layer, Option, Tracer } from "effect"
import { api, ask, bearer, json, openAccount, type Sent } from "./account.js"

const images = api("/images/models")
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const CALLER = "00f067aa0ba902b7"

interface Recorded {
  readonly name: string
  readonly kind: Tracer.SpanKind
  readonly id: string
  readonly traceId: string
  readonly parent: string | null
  readonly attributes: Map<string, unknown>
  exit: Exit.Exit<unknown, unknown> | null
}

/** Keeps spans in the order in which they began. */
const recorder = () => {
  const spans: Array<Recorded> = []
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const id = `${name} ${spans.length}`
      const traceId = Option.match(parent, { onNone: () => "own", onSome: ({ traceId }) => traceId })
      const attributes = new Map<string, unknown>()
      const parentId = Option.getOrNull(Option.map(parent, ({ spanId }) => spanId))
      const span: Recorded = { name, kind, id, traceId, parent: parentId, attributes, exit: null }
      spans.push(span)
      return {
        _tag: "Span",
        name,
        spanId: id,
        traceId,
        parent,
        context,
        links,
        kind,
        sampled: true,
        status: { _tag: "Started", startTime },
        attributes,
        end: (_, exit) => {
          span.exit = exit
        },
        attribute: (name, value) => void attributes.set(name, value),
        event: () => {},
        addLinks: () => {}
      }
    },
    context: (f) => f()
  })
  return { spans, layer: Layer.setTracer(tracer) }
}

/** Sends requests to a traced service, and gives their spans. */
const traced = (
  stores: Context.Context<Services>,
  requests: ReadonlyArray<readonly [path: string, request: Sent]>,
  basePath = ""
) =>
  Effect.gen(function* () {
    const { layer, spans } = recorder()
    yield* Effect.gen(function* () {
      const handler = yield* Effect.provide(webHandler(), yield* Layer.build(TollgateApp.layerAt(basePath)))
      for (const [path, request] of requests) yield* ask(handler, path, request)
    }).pipe(Effect.provide(stores), Effect.provide(layer))
    return { spans, served: spans.filter(({ kind }) => kind === "server") }
  })

const failing = (stores: Context.Context<Services>, list: Effect.Effect<never, StorageFailure>) =>
  Context.add(stores, ImageModelCatalog, { ...Context.get(stores, ImageModelCatalog), list: () => list })

const failed = (span: Recorded | undefined) =>
  span?.exit !== null && span?.exit !== undefined && Exit.isFailure(span.exit)

describe("the span of a request", () => {
  it.scoped("is named after its route, and surrounds those of the programs", () =>
    Effect.gen(function* () {
      const { hash, managementKey, stores } = yield* openAccount
      const patch = { method: "PATCH", headers: { ...bearer(managementKey), ...json }, body: "{}" }
      const { served, spans } = yield* traced(stores, [[api(`/keys/${hash}?key=${managementKey}`), patch]])
      const [{ attributes, ...span } = { attributes: new Map() }] = served
      expect(span).toMatchObject({ name: "PATCH /api/v1/keys/{hash}", kind: "server", parent: null })
      expect(Object.fromEntries(attributes)).toEqual({
        "http.request.method": "PATCH",
        "http.route": "/api/v1/keys/{hash}",
        "http.response.status_code": 200,
        "url.path": api(`/keys/${hash.slice(0, 12)}`)
      })
      expect(spans.filter(({ parent }) => parent === served[0]?.id).map(({ name }) => name)).toEqual([
        "keys.authenticate",
        "keys.updateKey"
      ])
      expect(spans.map(({ exit }) => exit && Exit.isSuccess(exit))).toEqual(spans.map(() => true))
    })
  )

  it.scoped("has the name of every route, of a base path too, and of a path without a route the method", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const paths = ["/t/healthz", "/t/readyz", `/t${images}`, "/t/nowhere", "/elsewhere"]
      const { served } = yield* traced(
        stores,
        paths.map((path) => [path, {}]),
        "/t"
      )
      expect(served.map(({ attributes, name }) => [name, attributes.get("http.route")])).toEqual([
        ["GET /t/healthz", "/t/healthz"],
        ["GET /t/readyz", "/t/readyz"],
        [`GET /t${images}`, `/t${images}`],
        ["GET", undefined],
        ["GET", undefined]
      ])
    })
  )

  it.scoped("is a child of the caller's span, and of none if `traceparent` is malformed", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const headers = [
        `00-${TRACE}-${CALLER}-01`,
        `00-${TRACE}-${CALLER}-00`,
        `00-${"0".repeat(32)}-${CALLER}-01`,
        `00-${TRACE}-${"0".repeat(16)}-01`,
        `00-${TRACE}-${CALLER}-01, 00-${TRACE}-${CALLER}-01`,
        "canary",
        "",
        `00-${TRACE.toUpperCase()}-${CALLER}-01`,
        `00-${TRACE}-${CALLER}-zz`,
        `00-${TRACE}-${CALLER}-`
      ]
      const { served } = yield* traced(
        stores,
        headers.map((traceparent) => [images, { headers: { traceparent } }])
      )
      expect(served.map(({ parent, traceId }) => [parent, traceId])).toEqual([
        [CALLER, TRACE],
        [CALLER, TRACE],
        ...headers.slice(2).map(() => [null, "own"])
      ])
    })
  )

  it.scoped("is within the host's that mounts the handler, and within the caller's if there is one", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { layer, spans } = recorder()
      yield* Effect.gen(function* () {
        const app = yield* Layer.build(TollgateApp.layer)
        const handler = yield* Effect.withSpan(Effect.provide(webHandler(), app), "host")
        yield* ask(handler, images)
        yield* ask(handler, images, { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } })
      }).pipe(Effect.provide(stores), Effect.provide(layer))
      const [host, first, second] = spans.filter(({ kind, name }) => kind === "server" || name === "host")
      expect([first?.parent, second?.parent]).toEqual([host?.id, CALLER])
    })
  )
})

describe("the status of a span", () => {
  it.scoped("is not an error for a refusal, of the program or of the request", () =>
    Effect.gen(function* () {
      const { managementKey, ordinaryKey, stores } = yield* openAccount
      const { served, spans } = yield* traced(stores, [
        [images, {}],
        [api("/keys"), { headers: bearer(ordinaryKey) }],
        [api(`/keys/${"0".repeat(64)}`), { headers: bearer(managementKey) }],
        [images, { headers: bearer(`${managementKey.slice(0, -1)}_`) }],
        [images, { method: "PUT", headers: { ...bearer(managementKey), ...json }, body: "{" }],
        ["/nowhere", {}]
      ])
      expect(served.map(({ attributes }) => attributes.get("http.response.status_code"))).toEqual([
        401, 403, 404, 401, 400, 404
      ])
      expect(spans.filter(failed)).toEqual([])
      expect(spans.flatMap(({ attributes }) => attributes.get("tollgate.refusal") ?? [])).toEqual([
        "KeyNotFound",
        "InvalidCredential"
      ])
    })
  )

  const failures = {
    "failure of storage": new StorageFailure({ cause: new Error("canary") }),
    defect: Effect.die(new TypeError("canary"))
  }
  it.scoped.each(Object.entries(failures))("is an error for a %s, of the request without its text", ([_, failure]) =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { served, spans } = yield* traced(failing(stores, failure), [[images, { headers: bearer(managementKey) }]])
      const program = spans.find(({ name }) => name === "images.listImageModels")
      expect([failed(served[0]), failed(program)]).toEqual([true, true])
      expect(served[0]?.attributes.get("error.type")).toBe("500")
      const exit = served[0]?.exit ?? Exit.void
      expect(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "").not.toContain("canary")
    })
  )
})
