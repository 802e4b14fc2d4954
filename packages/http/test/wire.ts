import { connect } from "node:net"
import { Effect } from "effect"

/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The whole answers in what a connection carried; interim ones too. What is left over is no answer. Those to HEAD are bodiless. */
export const answersIn = (
  text: string,
  isBodiless = false
): { readonly answers: ReadonlyArray<WireAnswer>; readonly rest: string } => {
  const answers: Array<WireAnswer> = []
  let rest = text
  for (;;) {
    const end = rest.indexOf("\r\n\r\n")
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n")
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
    if (end < 0 || Number.isNaN(status)) return { answers, rest }
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
    )
    const length = isBodiless ? 0 : Number(headers["content-length"] ?? 0)
    if (rest.length < end + 4 + length) return { answers, rest }
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
}

/** A bare connection to a server, by latin1. */
export const wire = (url: string) =>
  Effect.acquireRelease(
    Effect.async<Wire>((resume) => {
      const wire = new Wire(new URL(url), () => resume(Effect.succeed(wire)))
    }),
    ({ socket }) => Effect.sync(() => void socket.destroy())
  )

export class Wire {
  readonly socket
  heard = ""
  /** Ends with the connection, however that ends. */
  readonly closed: Effect.Effect<void>

  constructor({ hostname, port }: URL, opened: () => void) {
    this.socket = connect(Number(port), hostname, opened).setEncoding("latin1")
    this.socket.on("data", (text: string) => {
      this.heard += text
    })
    this.socket.on("error", () => {})
    const closed = new Promise<void>((resolve) => this.socket.on("close", () => resolve()))
    this.closed = Effect.promise(() => closed)
  }

  write(bytes: string): void {
    this.socket.write(bytes, "latin1")
  }

  get answers() {
    return answersIn(this.heard).answers
  }

  /** Waits until so many answers have come, or the connection has ended. */
  until(count: number): Effect.Effect<ReadonlyArray<WireAnswer>> {
    return Effect.async((resume) => {
      const look = () => {
        if (this.answers.length >= count || this.socket.destroyed) resume(Effect.succeed(this.answers))
      }
      this.socket.on("data", look).on("close", look)
      look()
    })
  }
}

/** Sends bytes over a connection of their own, and gives all answers once the server has closed it. */
export const exchange = (url: string, bytes: string) =>
  Effect.gen(function* () {
    const client = yield* wire(url)
    client.write(bytes)
    yield* client.closed
    return answersIn(client.heard, bytes.startsWith("HEAD "))
  }).pipe(Effect.scoped)

/** A request's head, or more where a body is given. */
export const message = (method: string, path: string, lines: ReadonlyArray<string> = [], body = "") =>
  [`${method} ${path} HTTP/1.1`, "Host: localhost", ...lines, "", body].join("\r\n")
