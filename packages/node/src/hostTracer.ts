import type * as OpenTelemetry from "@opentelemetry/api"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import * as Tracer from "effect/Tracer"
import { HostSpan } from "./HostSpan.js"

type Api = typeof OpenTelemetry

/** The API's registry, through which all its copies in a process share one provider. `trace` is set once a provider is registered. */
const registry = Symbol.for("opentelemetry.js.api.1")

const hasProvider = (): boolean => Predicate.hasProperty(Reflect.get(globalThis, registry), "trace")

const kinds = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const

const make = ({ context: contexts, trace }: Api): Tracer.Tracer => {
  /** The host's active span, or the caller's from another process if the active one does not belong to its trace. */
  const parentContext = (parent: Option.Option<Tracer.AnySpan>): OpenTelemetry.Context => {
    const active = contexts.active()
    if (Option.isNone(parent)) return active
    if (parent.value instanceof HostSpan) return trace.setSpan(active, parent.value.span)
    const { sampled, spanId, traceId } = parent.value
    if (trace.getSpanContext(active)?.traceId === traceId) return active
    return trace.setSpanContext(active, { spanId, traceId, traceFlags: sampled ? 1 : 0, isRemote: true })
  }
  return Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const tracer = trace.getTracer("@tollgate/node")
      const span = tracer.startSpan(name, { kind: kinds[kind] }, parentContext(parent))
      const made = new HostSpan(span, name, parent, context, startTime, kind)
      made.addLinks(links)
      return made
    },
    context: (run, { currentSpan }) =>
      currentSpan instanceof HostSpan ? contexts.with(trace.setSpan(contexts.active(), currentSpan.span), run) : run()
  })
}

let tracer: Tracer.Tracer | null | undefined

/** Not a literal, so that no bundler includes the API or fails without it. */
const specifier = "@opentelemetry/api"

const load = async (): Promise<void> => {
  const api: Api | null = await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier).catch(() => null)
  tracer = api === null ? null : make(api)
}

/** Loads the API if the host has registered a provider and it is not loaded yet; undefined if there is nothing to wait for. */
export const loadTracer = (): Promise<void> | undefined => (tracer === undefined && hasProvider() ? load() : undefined)

/** A runtime whose spans go to the host's provider. Without a provider it is the same runtime, which makes no spans. */
export const traced = <R>(runtime: Runtime.Runtime<R>): Runtime.Runtime<R> => {
  if (!tracer || !hasProvider()) return runtime
  const services = FiberRefs.getOrDefault(runtime.fiberRefs, DefaultServices.currentServices)
  return runtime.pipe(
    Runtime.setFiberRef(FiberRef.currentTracerEnabled, true),
    Runtime.setFiberRef(DefaultServices.currentServices, Context.add(services, Tracer.Tracer, tracer))
  )
}
