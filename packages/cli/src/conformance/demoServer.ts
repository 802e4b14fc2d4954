import { ServeCredentials, type Services } from "@tollgate/core"
import { BASE_PATH, NodeServer, RequestsPerMinute, TollgateApp } from "@tollgate/http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { demoAccount } from "../demo/demoAccount.js"
import { failingStores } from "./failingStores.js"

/** A layer that serves the app. */
type ServerLayer = ReturnType<typeof NodeServer.layer>

/** In the place of NodeServer. */
export interface OwnServer {
  readonly layer?: ServerLayer
  /** Answers the requests to it, if it does not listen. */
  readonly fetch?: (request: Request) => Promise<Response>
}

export interface DemoServerOptions<E> {
  readonly stores: Layer.Layer<Services, E>
  /** Whether storage fails after the account was created. */
  readonly failing?: boolean
  readonly requestsPerMinute?: number
  /** The server to use. @default NodeServer on a free port of 127.0.0.1 */
  readonly server?: OwnServer["layer"] | undefined
}

/** Starts a server on a free port with a demo account of its own; `another` creates a further one. It stops with its scope. */
export const demoServer = <E>(options: DemoServerOptions<E>) =>
  Effect.gen(function* () {
    const stores = yield* Layer.build(options.stores)
    const another = Effect.provide(demoAccount, stores)
    const account = yield* another
    const working = Layer.succeedContext(stores)
    const services = options.failing ? Layer.provideMerge(failingStores, working) : working
    const listening = options.server ?? NodeServer.layer({ host: "127.0.0.1", port: 0 })
    const server = listening.pipe(
      Layer.provide(TollgateApp.layer),
      Layer.provide(Layer.succeed(RequestsPerMinute, options.requestsPerMinute ?? 0)),
      Layer.provide(Layer.succeed(ServeCredentials, true)),
      Layer.provide(services)
    )
    const { url } = Context.get(yield* Layer.build(server), NodeServer)
    return { url: url + BASE_PATH, account, another }
  })
