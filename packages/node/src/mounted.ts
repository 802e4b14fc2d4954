import { ServeCredentials, type Services } from "@tollgate/core"
import {
  AllowImport,
  Compat,
  type CompatForm,
  compatForms,
  type HandlerOptions,
  logfmtLogger,
  TollgateApp
} from "@tollgate/http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import type { CallScope } from "./CallScope.js"
import { unwrapExit } from "./unwrapExit.js"

const names = ["allowImport", "basePath", "compat", "console", "cors", "log", "serveCredentials"]

/** A misspelled `basePath` would otherwise serve at the root, and every request below the path would be 404. */
const checkNames = (options: MountOptions): void => {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new TypeError(
    `A handler has no option ${JSON.stringify(unknown)}. Its options are allowImport, basePath, compat, console, cors, log and serveCredentials.`
  )
}

/** How a host serves the HTTP API. */
export interface MountOptions extends HandlerOptions {
  /**
   * Whether management keys may import keys of another service (`POST /keys/import`). Otherwise the path is unknown.
   *
   * @default false
   */
  readonly allowImport?: boolean
  /**
   * The path before `/api/v1`, `/console`, `/docs`, `/openapi.json` and the probes, such as `/tollgate`. It starts with a slash and does not
   * end with one.
   *
   * @default ""
   */
  readonly basePath?: string
  /**
   * The client of another service in whose form answers are given: `openrouter`, for the npm package `@openrouter/sdk`.
   *
   * @default the form of the contract
   */
  readonly compat?: CompatForm
  /**
   * Called with a line for each request and each failure.
   *
   * @default nothing is logged
   */
  readonly log?: (line: string) => void
  /**
   * Whether gateways may read the secrets of provider credentials that their open holds name. Then each gateway key is worth as much as these secrets.
   *
   * @default false
   */
  readonly serveCredentials?: boolean
}

/**
 * Makes a handler of the HTTP API over open stores. `close` waits for its requests; later requests are answered with 503.
 *
 * @throws {TypeError} if an option is unknown or invalid.
 */
export const mounted = <A>(
  { admit, runtime }: CallScope<Services>,
  handler: (options: HandlerOptions) => Effect.Effect<A, never, TollgateApp>,
  options: MountOptions
): A => {
  checkNames(options)
  const { allowImport = false, basePath = "", compat, console, cors, log, serveCredentials = false } = options
  if (!Predicate.isBoolean(allowImport)) throw new TypeError("allowImport must be true or false.")
  if (!Predicate.isBoolean(serveCredentials)) throw new TypeError("serveCredentials must be true or false.")
  if (compat !== undefined && !compatForms.includes(compat))
    throw new TypeError("compat must be openrouter, or absent.")
  const allowed = Layer.mergeAll(
    Layer.succeed(AllowImport, allowImport),
    Layer.succeed(Compat, compat ?? null),
    Layer.succeed(ServeCredentials, serveCredentials)
  )
  const app = Effect.map(TollgateApp, (service) =>
    TollgateApp.of({
      ...service,
      app: Effect.withFiberRuntime((fiber) => (admit(fiber) ? service.app : Effect.interrupt))
    })
  )
  const logger = Predicate.isUndefined(log) ? Layer.empty : Logger.add(Logger.map(logfmtLogger, log))
  const level = Predicate.isUndefined(log) ? LogLevel.None : LogLevel.Info
  // The service has no resources to release.
  const made = handler({ console, cors }).pipe(
    Effect.provideServiceEffect(TollgateApp, app),
    Effect.provide(Layer.provide(TollgateApp.layerAt(basePath), allowed)),
    Effect.provide(Layer.merge(logger, Logger.minimumLogLevel(level))),
    Runtime.runSyncExit(runtime)
  )
  return unwrapExit(made)
}
