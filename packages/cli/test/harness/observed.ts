import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { inspect } from "node:util"
import { Cause, type Context, Exit, Layer, Logger, LogLevel, type Option, Tracer } from "effect"

const whole = (value: unknown) =>
  typeof value === "string" ? value : inspect(value, { depth: 20, maxStringLength: null, maxArrayLength: null })

const causes = new WeakMap<Cause.Cause<unknown>, string>()

/** The message, the trace, and every field of every error. A cause leaves several spans and is logged, so it is inspected once. */
const wholeCause = (cause: Cause.Cause<unknown>) => {
  const known = causes.get(cause) ?? `${Cause.pretty(cause)} ${whole(cause)}`
  causes.set(cause, known)
  return known
}

class HeardSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly spanId: string
  readonly traceId = "trace"
  readonly sampled = true
  status: Tracer.SpanStatus
  readonly attributes = new Map<string, unknown>()
  readonly links: Array<Tracer.SpanLink>
  readonly heard: (text: string) => void
  readonly name: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly context: Context.Context<never>
  readonly kind: Tracer.SpanKind

  constructor(
    name: string,
    parent: Option.Option<Tracer.AnySpan>,
    context: Context.Context<never>,
    links: ReadonlyArray<Tracer.SpanLink>,
    startTime: bigint,
    kind: Tracer.SpanKind,
    heard: (text: string) => void
  ) {
    this.name = name
    this.spanId = name
    this.parent = parent
    this.context = context
    this.links = [...links]
    this.kind = kind
    this.status = { _tag: "Started", startTime }
    this.heard = heard
    heard(`span ${name} ${whole(links)}`)
  }

  /** A span that was left is heard with why. Its attributes were heard when they were set. */
  end(_: bigint, exit: Exit.Exit<unknown, unknown>) {
    this.heard(`end ${this.name}`)
    if (Exit.isFailure(exit)) this.heard(wholeCause(exit.cause))
  }
  attribute(key: string, value: unknown) {
    this.attributes.set(key, value)
    this.heard(`attribute ${key} ${whole(value)}`)
  }
  event(name: string, _: bigint, attributes?: Record<string, unknown>) {
    this.heard(`event ${name} ${whole(attributes)}`)
  }
  addLinks(links: ReadonlyArray<Tracer.SpanLink>) {
    this.links.push(...links)
  }
}

/** Everything that a service lets out: its log at every level, its spans, its answers, and its files. */
export class Observed {
  readonly logs: Array<string> = []
  readonly spans: Array<string> = []
  readonly answers: Array<string> = []
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Hears logs and spans of all that is built or run with it. */
  get layer(): Layer.Layer<never> {
    const logger = Logger.make<unknown, void>((options) => {
      const { annotations, cause, message } = options
      this.logs.push(Logger.logfmtLogger.log(options), whole(message), whole([...annotations]), wholeCause(cause))
    })
    const tracer = Tracer.make({
      span: (name, parent, context, links, startTime, kind) =>
        new HeardSpan(name, parent, context, links, startTime, kind, (text) => this.spans.push(text)),
      context: (f) => f()
    })
    return Layer.mergeAll(
      Logger.replace(Logger.defaultLogger, logger),
      Logger.minimumLogLevel(LogLevel.All),
      Layer.setTracer(tracer)
    )
  }

  /** Where each of the secrets is found, as it is or encoded. A piece from its middle is as bad as the whole. */
  where(secrets: Readonly<Record<string, string>>): ReadonlyArray<string> {
    const files = readdirSync(this.folder).map((name) => readFileSync(join(this.folder, name), "latin1"))
    const { answers, logs, spans } = this
    return Object.entries({ logs, spans, answers, files }).flatMap(([place, texts]) => {
      // Most are repeated: the same statements and headers of many requests.
      const all = [...new Set(texts)].join("\n")
      const found = Object.entries(secrets).filter(([, secret]) =>
        tracesOf(secret).some((trace) => all.includes(trace))
      )
      return found.map(([name]) => `${name} in the ${place}`)
    })
  }
}

/** The first 12 characters may stand in a label; from there on, 15 must not (base64 is cut at threes). */
const tracesOf = (secret: string): ReadonlyArray<string> => {
  const middle = Buffer.from(secret, "latin1").subarray(12, 27)
  const hex = middle.toString("hex")
  const base64 = middle.toString("base64")
  return [middle.toString("latin1"), hex, hex.toUpperCase(), base64, middle.toString("base64url")]
}
