import type { Server } from "node:http"
import * as Effect from "effect/Effect"
import { ListenFailed } from "./ListenFailed.js"

/** Where to listen. Port 0 takes any free one. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
}

/** Listens, or tells why it cannot. */
export const listen = (server: Server, { host, port }: ListenOptions) =>
  Effect.async<void, ListenFailed>((resume) => {
    server.once("error", (error) => {
      const code = "code" in error && typeof error.code === "string" ? error.code : error.name
      resume(Effect.fail(new ListenFailed({ host, port, code })))
    })
    server.listen({ host, port }, () => resume(Effect.void))
  })
