import type { ServerResponse } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { version } from "../src/api/version.js"
import { BODY, closed, type Options, raw, receiver, SECRET, secureReceiver, send } from "./webhookReceivers.js"

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
