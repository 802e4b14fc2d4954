import type * as OpenTelemetry from "@opentelemetry/api"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import type * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Tracer from "effect/Tracer"

// The numbers of SpanStatusCode.ERROR: the API's own values are not imported.
const ERROR = 2

const valueOf = (value: unknown): OpenTelemetry.AttributeValue =>
  Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value) ? value : String(value)

/** The kind of an error, without its message, which may repeat what was sent. */
const typeOf = (failure: unknown): string => {
  if (Predicate.hasProperty(failure, "_tag") && Predicate.isString(failure._tag)) return failure._tag
  return failure instanceof Error ? failure.name : typeof failure
}

/** A span of the host's OpenTelemetry provider, as Effect sees it. */
export class HostSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly spanId: string
  readonly traceId: string
  readonly sampled: boolean
  readonly attributes = new Map<string, unknown>()
  readonly links: Array<Tracer.SpanLink> = []
  status: Tracer.SpanStatus
  readonly span: OpenTelemetry.Span
  readonly name: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly context: Context.Context<never>
  readonly kind: Tracer.SpanKind

  constructor(
    span: OpenTelemetry.Span,
    name: string,
    parent: Option.Option<Tracer.AnySpan>,
    context: Context.Context<never>,
    startTime: bigint,
    kind: Tracer.SpanKind
  ) {
    const { spanId, traceFlags, traceId } = span.spanContext()
    this.span = span
    this.name = name
    this.parent = parent
    this.context = context
    this.kind = kind
    this.spanId = spanId
    this.traceId = traceId
    this.sampled = (traceFlags & 1) === 1
    this.status = { _tag: "Started", startTime }
  }

  attribute(key: string, value: unknown): void {
    this.attributes.set(key, value)
    this.span.setAttribute(key, valueOf(value))
  }

  event(name: string, _: bigint, attributes: Record<string, unknown> = {}): void {
    const values = Object.entries(attributes).map(([key, value]) => [key, valueOf(value)] as const)
    this.span.addEvent(name, Object.fromEntries(values))
  }

  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    this.links.push(...links)
    for (const { span } of links) {
      this.span.addLink({ context: { spanId: span.spanId, traceId: span.traceId, traceFlags: span.sampled ? 1 : 0 } })
    }
  }

  /** Sets the status only for an error. Success and interruption leave it unset. */
  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    this.status = { _tag: "Ended", startTime: this.status.startTime, endTime, exit }
    if (Exit.isFailure(exit) && !Cause.isInterruptedOnly(exit.cause)) {
      if (!this.attributes.has("error.type")) this.attribute("error.type", typeOf(Cause.squash(exit.cause)))
      this.span.setStatus({ code: ERROR })
    }
    this.span.end()
  }
}
