import { NodeServer, TollgateApp } from "@tollgate/http"
import { layer as sqlite } from "@tollgate/sqlite"
import { Effect, Layer, Logger, LogLevel, Redacted } from "effect"

export const MASTER_KEY = "07".repeat(32)

/** Serves a database file from a socket of this process while something uses its address. */
export const withServer = <A>(file: string, use: (url: string) => Promise<A>): Promise<A> =>
  Effect.flatMap(NodeServer, ({ url }) => Effect.promise(() => use(url))).pipe(
    Effect.provide(
      NodeServer.layer({ host: "127.0.0.1", port: 0 }).pipe(
        Layer.provide(TollgateApp.layer),
        Layer.provide(sqlite({ file, masterKey: Redacted.make(Buffer.from(MASTER_KEY, "hex")) })),
        Layer.provide(Logger.minimumLogLevel(LogLevel.None))
      )
    ),
    Effect.runPromise
  )
