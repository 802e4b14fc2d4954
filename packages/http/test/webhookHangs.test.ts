import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, TestClock } from "effect"
import { closed, type Options, raw, receiver, send } from "./webhookReceivers.js"

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
