import { connect, type Socket } from "node:net"
import { expect, it } from "@effect/vitest"
import { NodeServer } from "@tollgate/http"
import { Chunk, Context, Effect, Exit, Fiber, Layer, Scope, TestClock } from "effect"
import { openAccount, serveLayer } from "./account.js"

const opened = (port: number, first: string) =>
  Effect.async<Socket>((resume) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(first)
      resume(Effect.succeed(socket))
    })
  })

const ended = (socket: Socket) =>
  Effect.async<void>((resume) => {
    socket.on("error", () => {})
    socket.resume()
    socket.on("close", () => resume(Effect.void))
  })

const unfinished = [
  ["says nothing", ""],
  ["stops within its head", "GET /healthz HTTP/1.1\r\nHo"],
  ["never sends its body", "PATCH /api/v1/keys/x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{"]
] as const

for (const [what, first] of unfinished) {
  it.effect(`a connection that ${what} is cut off ten seconds after the server was told to stop`, () =>
    Effect.gen(function* () {
      const outer = yield* Scope.make()
      const { stores } = yield* Scope.extend(openAccount, outer)
      const scope = yield* Scope.make()
      const server = yield* Scope.extend(Layer.build(serveLayer(stores)), scope)
      const socket = yield* opened(Context.get(server, NodeServer).port, first)
      const closed = yield* Effect.fork(ended(socket))
      const stopped = yield* Effect.fork(Scope.close(scope, Exit.void))
      // The stop is under way once its limit waits on the clock.
      yield* Effect.repeat(Effect.zipRight(Effect.yieldNow(), TestClock.sleeps()), { until: Chunk.isNonEmpty })
      yield* TestClock.adjust("9 seconds")
      expect(socket.destroyed).toBe(false)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(stopped)
      yield* Fiber.join(closed)
      yield* Scope.close(outer, Exit.void)
    })
  )
}
