import { createGatewayKey, createOrganization, Memory, NewOrganization } from "@tollgate/core"
import { NodeServer, RequestsPerMinute, TollgateApp } from "@tollgate/http"
import { Effect, Layer, Logger, LogLevel, Redacted, Schema } from "effect"

/** A server in this process, the first management key of its organization, and a gateway key. */
export interface Served {
  readonly url: string
  readonly key: string
  readonly gatewayKey: string
  readonly hash: string
}

/** Runs a test with a server on a free port and an account in memory. `perMinute` overrides the rate limit. */
export const withServer = <A>(use: (served: Served) => Promise<A>, perMinute: number | null = null): Promise<A> =>
  Effect.gen(function* () {
    const input = yield* Schema.decode(NewOrganization)({ name: "Acme", owner_user_id: "owner" })
    const { data, key } = yield* createOrganization(input)
    const gateway = yield* createGatewayKey({ organization_id: null })
    const { url } = yield* NodeServer
    const keys = { key: Redacted.value(key), gatewayKey: Redacted.value(gateway.key) }
    return yield* Effect.promise(() => use({ url, ...keys, hash: data.hash }))
  }).pipe(
    Effect.provide(
      NodeServer.layer({ host: "127.0.0.1", port: 0 }).pipe(
        Layer.provide(TollgateApp.layer),
        Layer.provideMerge(Memory.layer),
        Layer.provide(Layer.succeed(RequestsPerMinute, perMinute)),
        Layer.provide(Logger.minimumLogLevel(LogLevel.None))
      )
    ),
    Effect.runPromise
  )

/** What a promise rejects with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error("It was fulfilled.")
    },
    (reason: unknown) => reason
  )
