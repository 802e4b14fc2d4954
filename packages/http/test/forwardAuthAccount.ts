import { createKey, listHolds } from "@tollgate/core"
import { ForwardAuthServer, ForwardRoutes } from "@tollgate/http"
import { aKey } from "@tollgate/testing/accounts"
import { Context, Effect, Layer, Logger, Redacted, Schema, TestClock } from "effect"
import { bearer, openAccount, send } from "./account.js"

export const HALF_PAST = Date.UTC(2026, 4, 15, 12, 30)

export type Routes = Readonly<Record<string, (typeof ForwardRoutes.Encoded)[string]>>

export const decode = Schema.decodeUnknownSync(ForwardRoutes)

/** Forward auth over an account in memory, and an ordinary key with a limit. */
export const opened = (routes: Routes, { host = "127.0.0.1", limit = 1 } = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(HALF_PAST)
    const account = yield* openAccount
    const { asManager, gatewayKey, stores } = account
    const made = yield* createKey(aKey({ limit })).pipe(Effect.provide(asManager), Effect.provide(stores))
    const key = Redacted.value(made.key)
    const options = { port: 0, gatewayKey: Redacted.make(gatewayKey), routes: decode(routes), host }
    const logs: Array<string> = []
    const logger = Logger.map(Logger.logfmtLogger, (line) => void logs.push(line))
    const serveOver = (services: typeof stores) =>
      ForwardAuthServer.layer(options).pipe(
        Layer.provide(Layer.succeedContext(services)),
        Layer.build,
        Effect.map((built) => Context.get(built, ForwardAuthServer)),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger))
      )
    const { port } = yield* serveOver(stores)
    const ask = (path: string, headers: Readonly<Record<string, string | Array<string>>> = bearer(key)) =>
      Effect.map(
        send(`http://127.0.0.1:${port}/auth/${path}`, { headers, agent: false }),
        ({ body, headers, status }) => ({
          status,
          headers,
          body: body === "" ? null : JSON.parse(body)
        })
      )
    const holds = listHolds({ limit: 100, offset: 0 }).pipe(
      Effect.map(({ data }) => data),
      Effect.provide(asManager),
      Effect.provide(stores)
    )
    return { ...account, key, hash: made.data.hash, port, ask, holds, serveOver, logs }
  })

export const idOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(headers["x-tollgate-hold"])
