import { AsyncLocalStorage } from "node:async_hooks"
import * as api from "@opentelemetry/api"
import { type BoundHold, KeyNotFound, Tollgate } from "@tollgate/node"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

interface Recorded {
  readonly name: string
  readonly kind: string
  readonly traceId: string
  readonly spanId: string
  readonly parent: string | undefined
  readonly attributes: Record<string, unknown>
  status: string
  ended: boolean
}

const hex = (length: number, count: number) => count.toString(16).padStart(length, "0")

/** A provider of tracers that keeps its spans in memory. */
class Recorder implements api.TracerProvider {
  readonly spans: Array<Recorded> = []

  getTracer(): api.Tracer {
    return { startSpan: this.#start, startActiveSpan: () => expect.unreachable() }
  }

  readonly #start = (name: string, options: api.SpanOptions = {}, context = api.context.active()): api.Span => {
    const parent = api.trace.getSpanContext(context)
    const spanContext = {
      spanId: hex(16, this.spans.length + 1),
      traceId: parent?.traceId ?? hex(32, this.spans.length + 1),
      traceFlags: 1
    }
    const recorded: Recorded = {
      name,
      kind: api.SpanKind[options.kind ?? 0] ?? "",
      ...spanContext,
      parent: parent?.spanId,
      attributes: {},
      status: "UNSET",
      ended: false
    }
    this.spans.push(recorded)
    const span: api.Span = {
      spanContext: () => spanContext,
      setAttribute: (key, value) => {
        recorded.attributes[key] = value
        return span
      },
      setStatus: ({ code }) => {
        recorded.status = api.SpanStatusCode[code]
        return span
      },
      end: () => {
        recorded.ended = true
      },
      setAttributes: () => span,
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      updateName: () => span,
      isRecording: () => true,
      recordException: () => expect.unreachable()
    }
    return span
  }

  named(name: string): Recorded {
    const [span, ...others] = this.spans.filter((span) => span.name === name)
    if (span === undefined) throw new Error(`no ${name} among ${this.spans.map(({ name }) => name).join(", ")}`)
    expect(others).toEqual([])
    return span
  }
}

/** The contexts of the host, which follow its promises. */
class Contexts implements api.ContextManager {
  readonly #storage = new AsyncLocalStorage<api.Context>()
  active = () => this.#storage.getStore() ?? api.ROOT_CONTEXT
  with: api.ContextManager["with"] = (context, run, self, ...args) =>
    this.#storage.run(context, () => run.apply(self as ThisParameterType<typeof run>, args))
  bind: api.ContextManager["bind"] = (_, target) => target
  enable = () => this
  disable = () => {
    // Each promise of the files that run in this worker later would take longer.
    this.#storage.disable()
    return this
  }
}

const NAME = "canary name"
const input = { name: NAME, owner_user_id: "owner" }

afterEach(() => {
  api.trace.disable()
  api.context.disable()
})

describe("a host with an OpenTelemetry provider", () => {
  let recorder: Recorder
  const opened = async () => {
    const gate = await Tollgate.open({ memory: true })
    const { key } = await gate.createOrganization(input)
    return { gate, key, account: gate.withKey(key) }
  }

  beforeEach(() => {
    recorder = new Recorder()
    api.trace.setGlobalTracerProvider(recorder)
    api.context.setGlobalContextManager(new Contexts())
  })

  it("gets a span for each call, within its active one", async () => {
    const { account, gate, key } = await opened()
    const host = api.trace.getTracer("host").startSpan("host")
    const { data } = await api.context.with(api.trace.setSpan(api.context.active(), host), () =>
      account.keys.create({ name: NAME })
    )
    const found = recorder.named("keys.createKey")
    expect(found).toMatchObject({ kind: "INTERNAL", status: "UNSET", ended: true, parent: host.spanContext().spanId })
    await gate.close()
    const all = JSON.stringify(recorder.spans)
    for (const secret of [key, NAME, data.hash]) expect(all).not.toContain(secret)
  })

  it("gets no error for a refusal", async () => {
    const { account, gate } = await opened()
    const refused = await account.keys.get("0".repeat(64)).catch((reason: unknown) => reason)
    expect(refused).toBeInstanceOf(KeyNotFound)
    expect(Object(refused).stack).toContain(import.meta.url.replace("file://", ""))
    await gate.close()
    expect(recorder.named("keys.getKey")).toMatchObject({
      status: "UNSET",
      ended: true,
      attributes: { "tollgate.refusal": "KeyNotFound" }
    })
  })

  it("gets the span of a renewal within the one that is active where the answer is read", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
    const { account, gate } = await opened()
    const { key } = await account.keys.create({ name: NAME })
    const request = { key, amount: 1, model: "acme/writer" }
    const readers = ["one", "two"].map((name) => api.trace.getTracer("host").startSpan(name))
    // Referred to until the end: a lease that nobody refers to is not renewed.
    const holds: Array<BoundHold> = []
    for (const span of readers) {
      await api.context.with(api.trace.setSpan(api.context.active(), span), async () => {
        const hold = await gate.spending.authorize(request)
        holds.push(hold)
        const metering = { tokens: () => 0, cost: () => 0 }
        await hold.meter(["a", "b"], metering)[Symbol.asyncIterator]().next()
      })
    }
    await vi.advanceTimersByTimeAsync(300_000)
    vi.useRealTimers()
    await gate.close()
    const renewals = recorder.spans.filter(({ name }) => name === "spending.extend")
    expect(renewals.map(({ parent }) => parent)).toEqual(readers.map((span) => span.spanContext().spanId))
    expect(holds.map(({ repeated }) => repeated)).toEqual([false, false])
  })

  it("gets a span of each request that a mounted handler answers, within the caller's", async () => {
    const { gate, key } = await opened()
    const handler = gate.webHandler()
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`
    const headers = { Authorization: `Bearer ${key}`, traceparent }
    expect((await handler(new Request("http://localhost/api/v1/keys", { headers }))).status).toBe(200)
    await gate.close()
    const request = recorder.named("GET /api/v1/keys")
    expect(request).toMatchObject({
      kind: "SERVER",
      parent: "b".repeat(16),
      traceId: "a".repeat(32),
      attributes: { "http.route": "/api/v1/keys", "http.response.status_code": 200 }
    })
    expect(recorder.named("keys.listKeys")).toMatchObject({ parent: request.spanId, traceId: "a".repeat(32) })
  })

  it("gets spans of calls over HTTP, and the server's within them", async () => {
    const { gate, key } = await opened()
    const handler = gate.webHandler()
    const remote = Tollgate.connect({
      url: "http://localhost",
      fetch: (url, init) => handler(new Request(url, init))
    })
    await remote.withKey(key).presets.list()
    await remote.close()
    await gate.close()
    const server = recorder.named("GET /api/v1/presets")
    const client = recorder.spans.find(({ spanId }) => spanId === server.parent)
    expect(client).toMatchObject({ kind: "CLIENT", status: "UNSET", ended: true, traceId: server.traceId })
    expect(JSON.stringify(recorder.spans)).not.toContain(key)
  })
})

describe("a host without a provider", () => {
  it("gets none, also if it registers one and takes it back", async () => {
    const recorder = new Recorder()
    api.trace.setGlobalTracerProvider(recorder)
    const gate = await Tollgate.open({ memory: true })
    api.trace.disable()
    await gate.createOrganization(input)
    await gate.close()
    expect(recorder.spans).toEqual([])
  })
})
