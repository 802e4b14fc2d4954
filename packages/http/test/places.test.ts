import { connect } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { ImageModelCatalog } from "@tollgate/core/storage"
import { Context, Deferred, Effect, TestClock } from "effect"
import { ServerLimits, serverLimits } from "../dist/server/node/limits.js"
import { api, bearer, openAccount, serve } from "./account.js"
import { exchange, message, wire } from "./wire.js"

const asking = message("GET", "/healthz")
const ok = expect.objectContaining({ status: 200, body: '{"status":"ok"}' })

/** A client that does not close its side when the server does. */
const halfOpen = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => connect({ host: new URL(url).hostname, port: Number(new URL(url).port), allowHalfOpen: true })),
    (socket) => Effect.sync(() => void socket.destroy())
  )

describe("a refused connection whose client does not close it", () => {
  const refused = {
    "is no HTTP": ["garbage\r\n\r\n", 400],
    "does not finish its head": ["GET / HTTP/1.1\r\n", 408]
  } as const
  for (const [what, [bytes, status]] of Object.entries(refused)) {
    it.scoped(`is closed two seconds after the refusal if it ${what}`, () =>
      Effect.gen(function* () {
        const { stores } = yield* openAccount
        const { url } = yield* serve(stores).pipe(
          Effect.provideService(ServerLimits, { ...serverLimits, headersTimeout: 10, connectionsCheckingInterval: 10 })
        )
        const socket = yield* halfOpen(url)
        let heard = ""
        socket.setEncoding("latin1").on("data", (text) => {
          heard += text
        })
        const ended = Effect.async<void>((resume) => void socket.once("end", () => resume(Effect.void)))
        socket.write(bytes)
        yield* ended
        expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
        // Bytes that arrive after the server has closed are answered with a reset.
        const reset = Effect.async<void>((resume) => {
          socket.on("error", () => {}).on("close", () => resume(Effect.void))
          const write = () => {
            if (!socket.destroyed) socket.write("x", () => setImmediate(write))
          }
          write()
        })
        yield* TestClock.adjust("2 seconds")
        yield* reset
      })
    )
  }
})

describe("at the limit of connections", () => {
  const limited = (maxConnections: number) =>
    Effect.gen(function* () {
      const account = yield* openAccount
      const begun = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const list = () => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.as(Deferred.await(proceed), []))
      const catalog = { ...Context.get(account.stores, ImageModelCatalog), list }
      const { url } = yield* serve(Context.add(account.stores, ImageModelCatalog, catalog)).pipe(
        Effect.provideService(ServerLimits, { ...serverLimits, maxConnections })
      )
      const authorized = `Authorization: ${bearer(account.managementKey).Authorization}`
      const closing = exchange(url, message("GET", "/healthz", ["Connection: close"]))
      const ask = Effect.map(closing, ({ answers }) => answers)
      return { ...account, url, begun, proceed, ask, authorized }
    })

  it.scoped("a new one takes the place of the one that has sent nothing for longest", () =>
    Effect.gen(function* () {
      const { ask, url } = yield* limited(2)
      const known = yield* wire(url)
      const silent = yield* wire(url)
      known.write(asking)
      yield* known.until(1)
      expect(yield* ask).toEqual([ok])
      yield* silent.closed
      expect(silent.heard).toBe("")
      known.write(asking)
      expect(yield* known.until(2)).toEqual([ok, ok])
    })
  )

  it.scoped("unfinished requests of one client do not keep others out", () =>
    Effect.gen(function* () {
      const { ask, url } = yield* limited(10)
      const unfinished = yield* Effect.forEach(Array.from({ length: 20 }), () => wire(url))
      for (const each of unfinished) each.write("GET / HTTP/1.1\r\nHo")
      for (let i = 0; i < 20; i++) expect(yield* ask).toEqual([ok])
    })
  )

  it.scoped("a request that sends its body keeps its place before a connection without one", () =>
    Effect.gen(function* () {
      const { ask, authorized, hash, url } = yield* limited(2)
      const sending = yield* wire(url)
      const lines = [authorized, "Content-Type: application/json", "Content-Length: 2", "Expect: 100-continue"]
      sending.write(message("PATCH", api(`/keys/${hash}`), lines))
      yield* sending.until(1)
      const idle = yield* wire(url)
      idle.write(asking)
      yield* idle.until(1)
      expect(yield* ask).toEqual([ok])
      yield* idle.closed
      sending.write("{}")
      expect((yield* sending.until(2)).map(({ status }) => status)).toEqual([100, 200])
    })
  )

  it.scoped("a request that never sends its body gives its place to a new one", () =>
    Effect.gen(function* () {
      const { ask, authorized, hash, url } = yield* limited(1)
      const sending = yield* wire(url)
      const lines = [authorized, "Content-Type: application/json", "Content-Length: 2", "Expect: 100-continue"]
      sending.write(message("PATCH", api(`/keys/${hash}`), lines))
      yield* sending.until(1)
      expect(yield* ask).toEqual([ok])
      yield* sending.closed
    })
  )

  it.scoped("a request that is being answered keeps its place, and the new connection is closed", () =>
    Effect.gen(function* () {
      const { ask, authorized, begun, proceed, url } = yield* limited(1)
      const waiting = yield* wire(url)
      waiting.write(message("GET", api("/images/models"), [authorized]))
      yield* Deferred.await(begun)
      expect(yield* ask).toEqual([])
      yield* Deferred.succeed(proceed, undefined)
      expect(yield* waiting.until(1)).toEqual([expect.objectContaining({ status: 200, body: '{"data":[]}' })])
    })
  )

  it.scoped("a request that waits for its turn behind another keeps its place, too", () =>
    Effect.gen(function* () {
      const { ask, url } = yield* limited(1)
      const pipelining = yield* wire(url)
      pipelining.write(asking.repeat(100))
      yield* pipelining.until(1)
      expect(yield* ask).toEqual([])
      expect(yield* pipelining.until(100)).toEqual(Array.from({ length: 100 }, () => ok))
    })
  )
})
