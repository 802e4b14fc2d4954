/** What is used of a span of OpenTelemetry. */
interface Span {
  spanContext(): { readonly spanId: string; readonly traceFlags: number; readonly traceId: string }
  setAttribute(name: string, value: number | string): unknown
  setStatus(status: { readonly code: number }): unknown
  end(): void
}

/** What is used of `@opentelemetry/api`. */
interface Api {
  readonly context: { active(): unknown; with<A>(context: unknown, run: () => A): A }
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, options: { readonly attributes?: object; readonly kind: number }, context: unknown): Span
    }
    setSpan(context: unknown, span: Span): unknown
  }
}

// The numbers of SpanKind.CLIENT and SpanStatusCode.ERROR: the API's own values are not imported.
const CLIENT = 2
const ERROR = 2

/** The API's registry, through which all its copies in a process share one provider. `trace` is set once a provider is registered. */
const registry = Symbol.for("opentelemetry.js.api.1")

const hasProvider = (): boolean => {
  const found: unknown = Reflect.get(globalThis, registry)
  return typeof found === "object" && found !== null && "trace" in found
}

let api: Api | null | undefined

/** Not a literal, so that no bundler includes the API or fails without it. */
const specifier = "@opentelemetry/api"

const load = async (): Promise<void> => {
  api = await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier).catch(() => null)
}

/** Loads the API if the host has registered a provider and it is not loaded yet; undefined if there is nothing to wait for. */
export const loadTracer = (): Promise<void> | undefined => (api === undefined && hasProvider() ? load() : undefined)

const hex = (value: number) => value.toString(16).padStart(2, "0")

/** The kind of an error, without its message, which may repeat what was sent. */
const typeOf = (failure: unknown) => (failure instanceof Error ? failure.name : typeof failure)

/**
 * Sends a request within a span of the host's provider, if it has one, with the header `traceparent`. The span has neither the key nor
 * the parameters of the path.
 */
export const inHostSpan = async (
  request: { readonly method: string; readonly template: string; readonly server: URL },
  send: (headers: Readonly<Record<string, string>>) => Promise<Response>
): Promise<Response> => {
  if (!api || !hasProvider()) return send({})
  const { context, trace } = api
  const around = context.active()
  const span = trace.getTracer("@tollgate/client").startSpan(`http.client ${request.method}`, { kind: CLIENT }, around)
  const { spanId, traceFlags, traceId } = span.spanContext()
  span.setAttribute("http.request.method", request.method)
  span.setAttribute("server.address", request.server.hostname)
  span.setAttribute("url.template", request.template)
  try {
    const traceparent = `00-${traceId}-${spanId}-${hex(traceFlags)}`
    const response = await context.with(trace.setSpan(around, span), () => send({ traceparent }))
    span.setAttribute("http.response.status_code", response.status)
    return response
  } catch (failure) {
    span.setAttribute("error.type", typeOf(failure))
    span.setStatus({ code: ERROR })
    throw failure
  } finally {
    span.end()
  }
}
