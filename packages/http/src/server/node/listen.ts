import { createServer, type Server } from "node:http"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** Where a server listens. */
export interface ListenOptions {
  /** A host name or an IP address of this machine, such as `127.0.0.1`. `0.0.0.0` and `::` listen on every address. */
  readonly host: string
  /** A port from 0 to 65535. Port 0 takes any free port. */
  readonly port: number
}

const reasons: Record<string, string> = {
  EADDRINUSE: "the port is in use",
  EACCES: "this user may not open the port",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "the host is unknown"
}

/** Host and port as a URL writes them (RFC 3986, section 3.2.2). */
export const authority = (host: string, port: number): string => `${host.includes(":") ? `[${host}]` : host}:${port}`

/** The server cannot listen on the address. `code` is the system's error code, such as `EADDRINUSE`. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  readonly code: string
}> {
  override get message(): string {
    return `Cannot listen on ${authority(this.host, this.port)}: ${reasons[this.code] ?? this.code}.`
  }
}

export const listen = (server: Server, { host, port }: ListenOptions) =>
  Effect.async<void, ListenFailed>((resume) => {
    server.once("error", (error) => {
      const code = "code" in error && typeof error.code === "string" ? error.code : error.name
      resume(Effect.fail(new ListenFailed({ host, port, code })))
    })
    server.listen({ host, port }, () => resume(Effect.void))
  })

/**
 * Listens on an address for a moment, to find out before a database is created whether a server can.
 *
 * @throws {@link ListenFailed} if the address cannot be listened on now.
 */
export const checkAddress = (options: ListenOptions) =>
  Effect.acquireUseRelease(
    Effect.sync(() => createServer()),
    (server) => listen(server, options),
    (server) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
  )
