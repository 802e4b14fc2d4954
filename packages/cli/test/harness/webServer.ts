import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { NodeServer, webHandler } from "@tollgate/http"
import { Effect, Layer } from "effect"

const toRequest = ({ headers, method = "GET", rawHeaders, url = "/" }: IncomingMessage, body: Readable): Request => {
  const given = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) given.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "")
  const bodiless = method === "GET" || method === "HEAD"
  const streamed = bodiless ? {} : { body: Readable.toWeb(body), duplex: "half" }
  // Not resolved against the host, for which it would take the first segment behind two slashes.
  return new Request(`http://${headers.host ?? "localhost"}${url}`, {
    method,
    headers: given,
    ...streamed
  } as RequestInit)
}

/** A host's own server, that has mounted the web handler; in the place of ours. */
export const webServer = Layer.scoped(
  NodeServer,
  Effect.gen(function* () {
    const handler = yield* webHandler()
    const server = createServer((incoming, outgoing) => {
      handler(toRequest(incoming, incoming)).then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      })
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => void server.close())
    )
    // It listens to a port, not to a pipe.
    const { port } = server.address() as AddressInfo
    return { port, url: `http://127.0.0.1:${port}` }
  })
)
