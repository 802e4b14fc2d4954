import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { createServer as createRawServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { WebhookRules, WebhookSender } from "@tollgate/core"
import { isGlobalUnicast, WebhookSenderHttp } from "@tollgate/http"
import { Deferred, Effect, Exit, Layer, Redacted } from "effect"

export const SECRET = `whsec_${Buffer.from("a key of thirty-two bytes, or so").toString("base64")}`
export const BODY = JSON.stringify({ type: "alert.threshold", text: "Key “ci” has spent $0.80." })

export const message = (url: string) => ({
  url,
  id: "5f0c2f6f0d1e4c1a8b7a6f5e4d3c2b1a",
  timestamp: Math.floor(Date.now() / 1000),
  secret: Redacted.make(SECRET),
  body: BODY
})

export interface Options extends NonNullable<Parameters<typeof WebhookSenderHttp.layer>[0]> {
  readonly allowPrivate?: boolean
}

export const senderOf = ({ allowPrivate = false, ...options }: Options) =>
  Layer.provide(
    Layer.fresh(WebhookSenderHttp.layer(options)),
    Layer.succeed(WebhookRules, { isPrivateAllowed: allowPrivate, isGlobalUnicast })
  )

export const send = (url: string, options: Options = { allowPrivate: true }) =>
  Effect.flatMap(WebhookSender, (sender) => sender.send(message(url))).pipe(
    Effect.either,
    Effect.map((result) => (result._tag === "Right" ? result.right : result.left.reason)),
    Effect.provide(senderOf(options))
  )

export const portOf = (server: Server) => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server has no port.")
  return address.port
}

/** A listening server on loopback, and the sockets that came. */
export const listening = <S extends Server>(server: S, { host = "127.0.0.1", port = 0 } = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets: Array<Socket> = []
      server.on("connection", (socket) => sockets.push(socket.on("error", () => {})))
      server.listen(port, host)
      await once(server, "listening")
      return { server, sockets, port: portOf(server) }
    }),
    ({ sockets }) =>
      Effect.promise(async () => {
        for (const socket of sockets) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      })
  )

export interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** What answers requests, and keeps them. */
export const keeping = (received: Array<Received>, answer: (response: ServerResponse) => void) => {
  return (request: IncomingMessage, response: ServerResponse) => {
    const parts: Array<Buffer> = []
    request.on("data", (part) => parts.push(part))
    request.on("end", () => {
      const { headers, method, url: path } = request
      received.push({ headers, method, path, body: Buffer.concat(parts).toString() })
      answer(response)
    })
  }
}

export const receiver = (
  answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end(),
  at = {}
) =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const own = yield* listening(createServer(keeping(received, answer)), at)
    return { ...own, received, url: `http://127.0.0.1:${own.port}/hooks/token?a=b` }
  })

/** A server that gets a connection, and does with its socket what `serve` says. */
export const raw = (serve: (socket: Socket) => void) =>
  Effect.gen(function* () {
    const connected = yield* Deferred.make<Socket>()
    const server = createRawServer((socket) => {
      serve(socket)
      Deferred.unsafeDone(connected, Exit.succeed(socket))
    })
    const { port } = yield* listening(server)
    return { connected: Deferred.await(connected), port, url: `http://127.0.0.1:${port}/hooks/token` }
  })

export const closed = (socket: Socket) =>
  Effect.async<void>((resume) => {
    const end = () => resume(Effect.void)
    if (socket.closed) end()
    else socket.once("close", end)
  })

/** A certificate of an authority of its own, for `hooks.example` and 127.0.0.1. */
export const authority = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "tollgate-webhooks-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
).pipe(
  Effect.flatMap((folder) =>
    Effect.promise(async () => {
      const [key, cert] = [join(folder, "key"), join(folder, "pem")]
      const form = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=hooks.example"
      const names = ["-addext", "subjectAltName=DNS:hooks.example,IP:127.0.0.1"]
      await promisify(execFile)("openssl", [...form.split(" "), ...names, "-keyout", key, "-out", cert])
      return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") }
    })
  )
)

export const secureReceiver = Effect.gen(function* () {
  const own = yield* authority
  const received: Array<Received & { readonly name: unknown }> = []
  const server = createSecureServer(own, (request, response) => {
    const name = Reflect.get(request.socket, "servername")
    const kept: Array<Received> = []
    keeping(kept, () => {
      for (const one of kept) received.push({ ...one, name })
      response.end("ok")
    })(request, response)
  })
  server.on("tlsClientError", () => {})
  return { ...own, received, ...(yield* listening(server)) }
})
