import { ServeCredentials, type Services } from "@tollgate/core"
import { BASE_PATH, NodeServer, RequestsPerMinute, TollgateApp } from "@tollgate/http"
import { Context, Effect, Layer, Logger, LogLevel } from "effect"

/** Nothing of what a server says. */
export const silence = Logger.minimumLogLevel(LogLevel.None)

/** The base address of a server over these stores, on a free port, without a rate limit and with the secrets of credentials. It stops with its scope. */
export const serverOver = (services: Context.Context<Services>, logging: Layer.Layer<never> = silence) =>
  NodeServer.layer({ host: "127.0.0.1", port: 0 }).pipe(
    Layer.provide(TollgateApp.layer),
    Layer.provide(Layer.succeed(RequestsPerMinute, 0)),
    Layer.provide(Layer.succeed(ServeCredentials, true)),
    Layer.provide(Layer.succeedContext(services)),
    Layer.build,
    Effect.provide(logging),
    Effect.map((built) => Context.get(built, NodeServer).url + BASE_PATH)
  )
