import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, TestClock } from "effect"
import { openAccount, serve } from "./account.js"
import { answersIn, exchange, message, type Wire, wire } from "./wire.js"

/** More than the buffers of two sockets hold. */
const MUCH = 16 * 1024 * 1024

/** A client that has asked for several times as much, and has taken nothing of it so far. */
const opened = Effect.gen(function* () {
  const { stores } = yield* openAccount
  const { url } = yield* serve(stores)
  const [page] = (yield* exchange(url, message("GET", "/docs", ["Connection: close"]))).answers
  const count = Math.ceil((5 * MUCH) / (page?.body.length ?? 1))
  const client = yield* wire(url)
  client.socket.pause()
  client.write(message("GET", "/docs").repeat(count))
  // The clock moves only once something waits for it: the part that the client does not take.
  yield* Effect.repeat(Effect.zipRight(Effect.yieldNow(), TestClock.sleeps()), { until: Chunk.isNonEmpty })
  return { client, count }
})

const takeMuch = (client: Wire) =>
  Effect.async<void>((resume) => {
    const enough = client.heard.length + MUCH
    const look = () => {
      if (client.heard.length < enough) return
      client.socket.pause()
      client.socket.off("data", look)
      resume(Effect.void)
    }
    client.socket.on("data", look)
    client.socket.resume()
  })

describe("a client", () => {
  it.scoped("that takes nothing of its answers for 30 seconds is cut off", () =>
    Effect.gen(function* () {
      const { client, count } = yield* opened
      yield* TestClock.adjust("33 seconds")
      client.socket.resume()
      yield* client.closed
      expect(answersIn(client.heard).answers.length).toBeLessThan(count)
    })
  )

  it.scoped("that takes them slowly gets all of them", () =>
    Effect.gen(function* () {
      const { client, count } = yield* opened
      for (let i = 0; i < 4; i++) {
        yield* TestClock.adjust("27 seconds")
        yield* takeMuch(client)
      }
      client.socket.resume()
      const last = message("GET", "/docs", ["Connection: close"])
      client.write(last)
      yield* client.closed
      const { answers, rest } = answersIn(client.heard)
      expect([answers.length, new Set(answers.map(({ body }) => body)).size, rest]).toEqual([count + 1, 1, ""])
    })
  )
})
