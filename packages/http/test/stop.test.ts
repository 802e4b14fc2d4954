import { connect } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { NodeServer } from "@tollgate/http"
import { Chunk, Context, Effect, Exit, Fiber, Layer, Scope, TestClock } from "effect"
import { api, bearer, openAccount, serveLayer } from "./account.js"
import { answersIn, message, wire } from "./wire.js"

/** A server, and what stops it. */
const running = Effect.gen(function* () {
  const account = yield* openAccount
  const scope = yield* Scope.make()
  const server = yield* Scope.extend(Layer.build(serveLayer(account.stores)), scope)
  const { url } = Context.get(server, NodeServer)
  const asking = message("GET", api("/presets"), [`Authorization: ${bearer(account.managementKey).Authorization}`])
  return { ...account, url, asking, stop: Scope.close(scope, Exit.void) }
})

// The stop is under way once its limit waits on the clock.
const begun = Effect.repeat(Effect.zipRight(Effect.yieldNow(), TestClock.sleeps()), { until: Chunk.isNonEmpty })

const unfinished = [
  ["stops within its head", "GET /healthz HTTP/1.1\r\nHo"],
  ["never sends its body", "PATCH /api/v1/keys/x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{"]
] as const

describe("a server that stops", () => {
  for (const [what, bytes] of unfinished) {
    it.scoped(`cuts off a connection that ${what} after seven seconds`, () =>
      Effect.gen(function* () {
        const { stop, url } = yield* running
        const client = yield* wire(url)
        client.write(bytes)
        const stopped = yield* Effect.fork(stop)
        yield* begun
        yield* TestClock.adjust("6999 millis")
        expect(client.socket.destroyed).toBe(false)
        yield* TestClock.adjust("1 milli")
        yield* Fiber.join(stopped)
        yield* client.closed
        expect(client.heard).toBe("")
      })
    )
  }

  it.scoped("waits for no connection on which nothing is under way", () =>
    Effect.gen(function* () {
      const { asking, stop, url } = yield* running
      const silent = yield* wire(url)
      const idle = yield* wire(url)
      idle.write(asking)
      yield* idle.until(1)
      yield* stop
      yield* Effect.all([silent.closed, idle.closed])
      expect([silent.heard, idle.answers.length]).toEqual(["", 1])
    })
  )

  it.scoped("answers connections that it had not accepted", () =>
    Effect.gen(function* () {
      const { asking, stop, url } = yield* running
      // All in one turn of the event loop: the kernel has them, the server none.
      const { hostname, port } = new URL(url)
      const heard = Array.from({ length: 32 }, () => {
        const socket = connect(Number(port), hostname)
        socket.write(asking)
        let text = ""
        socket.setEncoding("latin1").on("data", (more) => {
          text += more
        })
        return new Promise<string>((resolve) => socket.on("error", () => {}).on("close", () => resolve(text)))
      })
      yield* stop
      const answers = (yield* Effect.promise(() => Promise.all(heard))).map((text) => answersIn(text).answers)
      expect(answers.map((each) => each.map(({ status }) => status))).toEqual(heard.map(() => [200]))
    })
  )

  it.scoped("answers what has been delivered before, the last time with Connection: close", () =>
    Effect.gen(function* () {
      const { asking, stop, url } = yield* running
      // Half of the clients have been answered before, half of them are new; of each, half pipeline.
      const clients = yield* Effect.forEach(Array.from({ length: 32 }), () => wire(url))
      const known = clients.slice(0, 16)
      for (const client of known) client.write(asking)
      yield* Effect.forEach(known, (client) => client.until(1))
      for (const client of clients) client.write(asking)
      for (const client of clients.slice(8, 24)) client.write(asking)
      const before = clients.map(({ answers }) => answers.length)
      // Nothing of it is answered yet, or it would be no race.
      expect(before).toEqual(clients.map((_, i) => (i < 16 ? 1 : 0)))
      yield* stop
      yield* Effect.forEach(clients, ({ closed }) => closed)
      const heard = clients.map((client) => answersIn(client.heard))
      expect(heard.map(({ answers }) => answers.map(({ status }) => status))).toEqual(
        clients.map((_, i) => Array.from({ length: (i < 16 ? 1 : 0) + (i >= 8 && i < 24 ? 2 : 1) }, () => 200))
      )
      expect(heard.map(({ answers }) => answers.at(-1)?.headers["connection"])).toEqual(clients.map(() => "close"))
      expect(heard.map(({ rest }) => rest)).toEqual(clients.map(() => ""))
    })
  )
})
