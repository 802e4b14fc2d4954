import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { createServer as createRawServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { WebhookRules, WebhookSender } from "@tollgate/core"
import { isGlobalUnicast, WebhookSenderHttp } from "@tollgate/http"
import { Deferred, Effect, Exit, Fiber, Layer, Redacted, TestClock } from "effect"
import { Webhook } from "standardwebhooks"
import { version } from "../src/api/version.js"

const SECRET = `whsec_${Buffer.from("a key of thirty-two bytes, or so").toString("base64")}`
const BODY = JSON.stringify({ type: "alert.threshold", text: "Key “ci” has spent $0.80." })

const message = (url: string) => ({
  url,
  id: "5f0c2f6f0d1e4c1a8b7a6f5e4d3c2b1a",
  timestamp: Math.floor(Date.now() / 1000),
  secret: Redacted.make(SECRET),
  body: BODY
})

interface Options extends NonNullable<Parameters<typeof WebhookSenderHttp.layer>[0]> {
  readonly allowPrivate?: boolean
}

const senderOf = ({ allowPrivate = false, ...options }: Options) =>
  Layer.provide(
    Layer.fresh(WebhookSenderHttp.layer(options)),
    Layer.succeed(WebhookRules, { isPrivateAllowed: allowPrivate, isGlobalUnicast })
  )

const send = (url: string, options: Options = { allowPrivate: true }) =>
  Effect.flatMap(WebhookSender, (sender) => sender.send(message(url))).pipe(
    Effect.either,
    Effect.map((result) => (result._tag === "Right" ? result.right : result.left.reason)),
    Effect.provide(senderOf(options))
  )

const portOf = (server: Server) => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server has no port.")
  return address.port
}

/** A listening server on loopback, and the sockets that came. */
const listening = <S extends Server>(server: S, { host = "127.0.0.1", port = 0 } = {}) =>
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

interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** What answers requests, and keeps them. */
const keeping = (received: Array<Received>, answer: (response: ServerResponse) => void) => {
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

const receiver = (answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end(), at = {}) =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const own = yield* listening(createServer(keeping(received, answer)), at)
    return { ...own, received, url: `http://127.0.0.1:${own.port}/hooks/token?a=b` }
  })

/** A server that gets a connection, and does with its socket what `serve` says. */
const raw = (serve: (socket: Socket) => void) =>
  Effect.gen(function* () {
    const connected = yield* Deferred.make<Socket>()
    const server = createRawServer((socket) => {
      serve(socket)
      Deferred.unsafeDone(connected, Exit.succeed(socket))
    })
    const { port } = yield* listening(server)
    return { connected: Deferred.await(connected), port, url: `http://127.0.0.1:${port}/hooks/token` }
  })

const closed = (socket: Socket) =>
  Effect.async<void>((resume) => {
    const end = () => resume(Effect.void)
    if (socket.closed) end()
    else socket.once("close", end)
  })

/** A certificate of an authority of its own, for `hooks.example` and 127.0.0.1. */
const authority = Effect.acquireRelease(
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

const secureReceiver = Effect.gen(function* () {
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

describe("A message to a webhook", () => {
  it.scoped("is signed as the official library of Standard Webhooks verifies, and has the documented headers", () =>
    Effect.gen(function* () {
      const { received, url, port } = yield* receiver()
      expect(yield* send(url)).toEqual({ status: 204 })
      expect(received).toHaveLength(1)
      const [{ body, headers, method, path } = { body: "", headers: {}, method: "", path: "" }] = received
      expect([method, path, body]).toEqual(["POST", "/hooks/token?a=b", BODY])
      expect(headers).toEqual({
        host: `127.0.0.1:${port}`,
        connection: "close",
        "content-length": String(Buffer.byteLength(BODY)),
        "content-type": "application/json",
        "user-agent": `tollgate/${version}`,
        "webhook-id": "5f0c2f6f0d1e4c1a8b7a6f5e4d3c2b1a",
        "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
        "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/)
      })
      const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      expect(new Webhook(SECRET).verify(body, signed)).toEqual(JSON.parse(BODY))
      expect(() => new Webhook(SECRET).verify(`${body} `, signed)).toThrow("No matching signature found")
    })
  )

  it.scoped("goes over TLS to the looked-up address, under the name of the URL", () =>
    Effect.gen(function* () {
      const { cert: ca, port, received } = yield* secureReceiver
      const asked: Array<string> = []
      const resolve = async (host: string) => {
        asked.push(host)
        return ["127.0.0.1"]
      }
      expect(yield* send(`https://hooks.example:${port}/a`, { allowPrivate: true, resolve, ca })).toEqual({
        status: 200
      })
      expect(asked).toEqual(["hooks.example"])
      expect(received.map(({ headers, name }) => [headers.host, name])).toEqual([
        [`hooks.example:${port}`, "hooks.example"]
      ])
      // A literal address is no server name.
      expect(yield* send(`https://127.0.0.1:${port}/a`, { allowPrivate: true, ca })).toEqual({ status: 200 })
      expect(received.map(({ name }) => name)).toEqual(["hooks.example", false])
    })
  )

  it.scoped("is not sent to a certificate of an unknown authority or of another name", () =>
    Effect.gen(function* () {
      const { cert: ca, port, received } = yield* secureReceiver
      const resolve = async () => ["127.0.0.1"]
      const to = (host: string, options: Options) =>
        send(`https://${host}:${port}/a`, { allowPrivate: true, resolve, ...options })
      expect(yield* to("hooks.example", {})).toBe("tls: DEPTH_ZERO_SELF_SIGNED_CERT")
      expect(yield* to("other.example", { ca })).toBe("tls: ERR_TLS_CERT_ALTNAME_INVALID")
      expect(received).toEqual([])
    })
  )

  it.scoped("follows no redirect, whose status is the answer", () =>
    Effect.gen(function* () {
      const { received: elsewhere, url: target } = yield* receiver()
      const redirect = (response: ServerResponse) => response.writeHead(307, { location: target }).end()
      const { received, url } = yield* receiver(redirect)
      expect(yield* send(url)).toEqual({ status: 307 })
      expect([received.length, elsewhere.length]).toEqual([1, 0])
    })
  )

  it.scoped("has a connection of its own", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver()
      expect([yield* send(url), yield* send(url)]).toEqual([{ status: 204 }, { status: 204 }])
      expect(sockets).toHaveLength(2)
    })
  )

  it.scoped("goes to no proxy of the environment", () =>
    Effect.gen(function* () {
      const { received: proxied, url: proxy } = yield* receiver()
      const { received, url } = yield* receiver()
      const names = ["HTTP_PROXY", "http_proxy", "NODE_USE_ENV_PROXY"]
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          for (const name of names) Reflect.set(process.env, name, /_p/i.test(name) ? proxy : "1")
        }),
        () =>
          Effect.sync(() => {
            for (const name of names) Reflect.deleteProperty(process.env, name)
          })
      )
      expect(yield* send(url)).toEqual({ status: 204 })
      expect([received.length, proxied.length]).toEqual([1, 0])
    })
  )
})

describe("An address that is not of the public internet", () => {
  const literals = [
    "127.0.0.1",
    "0x7f.1",
    "2130706433",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "[fe80::1]",
    "[64:ff9b::7f00:1]",
    "0.0.0.0"
  ]
  it.scoped.each(literals)("is not connected to as %s", (host) =>
    Effect.gen(function* () {
      const { port, sockets } = yield* receiver(undefined, { host: "0.0.0.0" })
      expect(yield* send(`https://${host}:${port}/`, {})).toBe("refused address")
      expect(sockets).toEqual([])
    })
  )

  it.scoped("is not connected to if a name has it, alone or beside others", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* receiver()
      const to = (addresses: ReadonlyArray<string>) =>
        send(`https://hooks.example:${port}/`, { resolve: async () => addresses })
      expect(yield* to(["127.0.0.1"])).toBe("refused address")
      expect(yield* to(["10.0.0.1", "::1", "fe80::1%lo", "localhost"])).toBe("refused address")
      expect(yield* to([])).toBe("unknown host")
      expect(sockets).toEqual([])
    })
  )

  it.scoped("is not connected to if a name has it the second time that it is looked up", () =>
    Effect.gen(function* () {
      const { port, received, sockets } = yield* receiver(undefined, { host: "127.0.0.2" })
      const inner = yield* receiver(undefined, { host: "127.0.0.1", port })
      const asked: Array<string> = []
      const resolve = async (host: string) => (asked.push(host) === 1 ? ["127.0.0.2"] : ["127.0.0.1"])
      // 127.0.0.2 stands for an address of the public internet.
      const options = { allowPrivate: true, resolve, mayConnect: (address: string) => address === "127.0.0.2" }
      const url = `http://hooks.example:${port}/`
      expect(yield* send(url, options)).toEqual({ status: 204 })
      expect([asked.length, received.length, sockets.length]).toEqual([1, 1, 1])
      expect(yield* send(url, options)).toBe("refused address")
      expect([asked.length, inner.sockets.length]).toEqual([2, 0])
    })
  )

  it.scoped("gets no byte if the connection leads to it", () =>
    Effect.gen(function* () {
      const got: Array<Buffer> = []
      const { connected, url } = yield* raw((socket) => socket.on("data", (part) => got.push(part)))
      const judged: Array<string> = []
      const mayConnect = (address: string) => {
        judged.push(address)
        return judged.length < 3
      }
      expect(yield* send(url, { allowPrivate: true, mayConnect })).toBe("refused address")
      expect(judged).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1"])
      const socket = yield* connected
      yield* closed(socket)
      expect(got).toEqual([])
    })
  )

  it.scoped("is sent to over http only if private addresses are allowed", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver()
      expect(yield* send(url, {})).toBe("refused scheme")
      expect(yield* send("file:///etc/passwd", { allowPrivate: true })).toBe("refused scheme")
      expect(yield* send("not a URL", {})).toBe("invalid URL")
      expect(sockets).toEqual([])
    })
  )

  it.scoped("is passed over for the other addresses of its name", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver(undefined, { host: "127.0.0.2" })
      const inner = yield* receiver(undefined, { host: "127.0.0.1", port })
      const resolve = async () => ["127.0.0.1", "127.0.0.3", "127.0.0.2"]
      const mayConnect = (address: string) => address !== "127.0.0.1"
      const url = `http://hooks.example:${port}/`
      // Nothing listens on 127.0.0.3.
      expect(yield* send(url, { allowPrivate: true, resolve, mayConnect })).toEqual({ status: 204 })
      expect([received.length, inner.sockets.length]).toEqual([1, 0])
    })
  )
})

/** Sends, and lets ten seconds pass once the receiver is where it hangs. */
const after10s = (url: string, hangs: Effect.Effect<unknown>, options?: Options) =>
  Effect.gen(function* () {
    const sending = yield* Effect.fork(send(url, options))
    yield* hangs
    yield* TestClock.adjust("9999 millis")
    const early = yield* Fiber.poll(sending)
    yield* TestClock.adjust("1 millis")
    return [early._tag, yield* Fiber.join(sending)]
  })

describe("A receiver", () => {
  it.scoped("that never answers ends after ten seconds, and is disconnected", () =>
    Effect.gen(function* () {
      const { connected, url } = yield* raw((socket) => socket.resume())
      expect(yield* after10s(url, connected)).toEqual(["None", "timeout"])
      const socket = yield* connected
      yield* closed(socket)
    })
  )

  it.scoped("whose name is never resolved ends after ten seconds", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const resolve = () => {
        Deferred.unsafeDone(asked, Exit.void)
        return new Promise<never>(() => {})
      }
      const sent = after10s("https://hooks.example/", Deferred.await(asked), { resolve })
      expect(yield* sent).toEqual(["None", "timeout"])
    })
  )

  it.scoped("that hangs within TLS ends after ten seconds", () =>
    Effect.gen(function* () {
      const { connected, port } = yield* raw((socket) => socket.resume())
      expect(yield* after10s(`https://127.0.0.1:${port}/`, connected)).toEqual(["None", "timeout"])
    })
  )

  it.scoped("that hangs within its headers ends after ten seconds", () =>
    Effect.gen(function* () {
      const { connected, url } = yield* raw((socket) => socket.write("HTTP/1.1 200 OK\r\nA: b"))
      expect(yield* after10s(url, connected)).toEqual(["None", "timeout"])
    })
  )

  it.scoped("that hangs within its body has answered, and is waited for a second", () =>
    Effect.gen(function* () {
      const answer = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"
      const { connected, url } = yield* raw((socket) => socket.once("data", () => socket.write(answer)))
      const sending = yield* Effect.fork(send(url))
      const socket = yield* connected
      const isClosed = yield* Effect.fork(closed(socket))
      // Time passes until the answer was read.
      yield* Effect.forever(
        Effect.zipRight(
          TestClock.adjust("1 second"),
          Effect.promise(() => new Promise(setImmediate))
        )
      ).pipe(Effect.race(Fiber.await(isClosed)))
      expect(yield* Fiber.join(sending)).toEqual({ status: 200 })
    })
  )

  /** Answers with a beginning, and then with a part again and again, until it is disconnected. */
  const endless = (begin: string, part: Buffer | string) =>
    raw((socket) => {
      const write = () => {
        while (socket.writable && socket.write(part));
      }
      socket.once("data", () => {
        socket.write(begin)
        socket.on("drain", write)
        write()
      })
    })
  const many = (text: string) => text.repeat(Math.ceil(65_536 / text.length))
  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
  const unending: ReadonlyArray<readonly [what: string, begin: string, part: Buffer | string, result: unknown]> = [
    ["an endless body", "HTTP/1.1 200 OK\r\n\r\n", Buffer.alloc(65_536, 97), { status: 200 }],
    // A GB of zeros for each MB. Nothing is decompressed.
    [
      "a body that decompresses endlessly",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n",
      gzipSync(Buffer.alloc(64 * 1_048_576)),
      { status: 200 }
    ],
    ["endless chunks", chunked, many("1\r\na\r\n"), { status: 200 }],
    ["an endless extension of a chunk", `${chunked}1;a=`, many("b"), { status: 200 }],
    ["endless trailers", `${chunked}1\r\na\r\n0\r\n`, many("A: b\r\n"), { status: 200 }],
    ["endless lines of headers", "HTTP/1.1 200 OK\r\n", many("A: b\r\n"), "headers too large"],
    ["a header without an end", "HTTP/1.1 200 OK\r\nA: ", many("b"), "headers too large"],
    ["a reason without an end", "HTTP/1.1 200 ", many("b"), "headers too large"],
    ["endless interim answers", "", many("HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n"), "invalid answer"]
  ]
  it.scoped.each(unending)("that sends %s is cut off after a few KiB", ([, begin, part, result]) =>
    Effect.gen(function* () {
      const { connected, url } = yield* endless(begin, part)
      expect(yield* send(url)).toEqual(result)
      const socket = yield* connected
      yield* closed(socket)
    })
  )

  const answers: ReadonlyArray<readonly [what: string, answer: string, result: unknown]> = [
    ["sends endless headers", `HTTP/1.1 200 OK\r\n${"A: b\r\n".repeat(20_000)}`, "headers too large"],
    ["sends one endless header", `HTTP/1.1 200 OK\r\nA: ${"b".repeat(100_000)}`, "headers too large"],
    ["sends endless interim answers", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1_000), "invalid answer"],
    ["does not speak HTTP", "220 mail.example ESMTP\r\n", "invalid answer"],
    ["switches protocols", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", { status: 101 }],
    ["answers 500", "HTTP/1.1 500 No\r\nContent-Length: 3\r\n\r\nno.", { status: 500 }],
    ["answers 410 without a body", "HTTP/1.1 410 Gone\r\n\r\n", { status: 410 }]
  ]
  it.scoped.each(answers)("that %s ends at once", ([, answer, result]) =>
    Effect.gen(function* () {
      const { url } = yield* raw((socket) => socket.once("data", () => socket.end(answer)))
      expect(yield* send(url)).toEqual(result)
    })
  )

  it.scoped("that resets or ends the connection is told from one that nobody listens at", () =>
    Effect.gen(function* () {
      const reset = yield* raw((socket) => socket.once("data", () => socket.resetAndDestroy()))
      expect(yield* send(reset.url)).toBe("connection reset")
      const ended = yield* raw((socket) => socket.once("data", () => socket.end()))
      expect(yield* send(ended.url)).toBe("connection reset")
      const within = yield* raw((socket) => socket.once("data", () => socket.end()))
      expect(yield* send(`https://127.0.0.1:${within.port}/`)).toBe("connection reset")
      const { server, url } = yield* receiver()
      yield* Effect.promise(() => new Promise((resolve) => server.close(resolve)))
      expect(yield* send(url)).toBe("connection refused")
    })
  )
})
