import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import { type ListenOptions, listen } from "./listen.js"

/** Fails with `ListenFailed` where nothing could listen now, before anything is created that a server would need. */
export const checkAddress = (options: ListenOptions) =>
  Effect.acquireUseRelease(
    Effect.sync(() => createServer()),
    (server) => listen(server, options),
    (server) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
  )

/** A host with its port, as they stand in a URL (RFC 3986, section 3.2.2). */
export const authority = (host: string, port: number): string => `${host.includes(":") ? `[${host}]` : host}:${port}`
