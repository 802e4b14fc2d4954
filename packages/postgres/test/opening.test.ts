import { createServer, Socket } from "node:net"
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { Readiness } from "@tollgate/core/storage"
import { aHome } from "@tollgate/testing"
import { Effect, Fiber, Layer, Predicate } from "effect"
import { Client } from "pg"
import { migratedDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

afterEach(() => vi.restoreAllMocks())

/** Has the server of the tests answer a setting of its own as another server would. */
const pretend = (setting: string, value: string) => {
  const { query: send } = Client.prototype
  vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...args: Array<unknown>) {
    const [statement] = args
    if (Predicate.hasProperty(statement, "text")) {
      const text = String(statement.text).replace(`current_setting('${setting}')`, `'${value}'`)
      Object.assign(statement, { text })
    }
    return Reflect.apply(send, this, args)
  })
}

describe("A PostgreSQL database", () => {
  it.scopedLive("is opened on version 14.0, and on none before", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      pretend("server_version_num", "139999")
      expect(yield* Effect.flip(Layer.build(inDatabase(url)))).toMatchObject({ reason: "too_old" })
      vi.restoreAllMocks()
      pretend("server_version_num", "140000")
      yield* Layer.build(inDatabase(url))
    })
  )

  it.scopedLive("of several organizations is ready while its server takes writes", () =>
    Effect.gen(function* () {
      const stores = yield* Layer.build(inDatabase(yield* migratedDatabase))
      const { check } = yield* Effect.provide(Readiness, stores)
      yield* Effect.provide(Effect.all([aHome(), aHome()]), stores)
      yield* check
      pretend("transaction_read_only", "on")
      expect(yield* Effect.flip(check)).toMatchObject({
        _tag: "StorageFailure",
        cause: { message: "The server takes no writes." }
      })
    })
  )

  it.scopedLive("that says nothing has no connection any more once its opening was interrupted", () =>
    Effect.gen(function* () {
      const sockets = new Set<Socket>()
      const { connect } = Socket.prototype
      vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...args: Array<unknown>) {
        sockets.add(this)
        return Reflect.apply(connect, this, args)
      })
      const silent = createServer()
      const accepted = Effect.async<void>((resume) => {
        silent.once("connection", () => resume(Effect.void))
      })
      const listening = Effect.async<number>((resume) => {
        silent.listen(0, "127.0.0.1", () => {
          const address = silent.address()
          resume(Effect.succeed(Predicate.hasProperty(address, "port") ? Number(address.port) : 0))
        })
      })
      const port = yield* Effect.acquireRelease(listening, () => Effect.sync(() => silent.close()))
      const limits = { connectTimeout: 300_000, acquireTimeout: 300_000 }
      const stores = inDatabase(`postgres://user@127.0.0.1:${port}/accounts`, limits)
      const opening = yield* Effect.fork(Effect.scoped(Layer.build(stores)))
      yield* accepted
      yield* Fiber.interrupt(opening)
      expect([...sockets].map(({ destroyed }) => destroyed)).toEqual([true])
    })
  )
})
