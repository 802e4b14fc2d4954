import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { openAccount, send, serve } from "./account.js"
import { message, wire } from "./wire.js"

const tunnel = "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"

const before = {
  "that is alone": "",
  "behind a request": message("GET", "/healthz"),
  "behind many that are not answered yet": message("GET", "/docs").repeat(60)
}

describe("a client that asks for a tunnel", () => {
  for (const [where, requests] of Object.entries(before)) {
    it.scoped(`${where}, and resets the connection, leaves the server as it was`, () =>
      Effect.gen(function* () {
        const { stores } = yield* openAccount
        const { url } = yield* serve(stores)
        const client = yield* wire(url)
        // Its first answer says that the server has read it.
        const heard = Effect.async<void>((resume) => void client.socket.once("data", () => resume(Effect.void)))
        client.write(requests + tunnel)
        yield* heard
        client.socket.resetAndDestroy()
        expect((yield* send(`${url}/healthz`)).status).toBe(200)
      })
    )
  }
})
