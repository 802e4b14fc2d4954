import { type CallScope, unwrapExit } from "@tollgate/client/internal"
import type { Services } from "@tollgate/core"
import { TollgateApp } from "@tollgate/http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"

const names = ["basePath", "log"]

/** A misspelt `basePath` would otherwise serve at the root, and every request below the path would find nothing. */
const checkNames = (options: MountOptions): void => {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`A handler knows no option ${JSON.stringify(unknown)}: it takes basePath and log.`)
}

/** How a host offers the HTTP API. */
export interface MountOptions {
  /**
   * What stands before `/api/v1`, `/docs`, `/openapi.json` and the probes: empty where nothing is said, or such as `/tollgate`.
   * A `TypeError` where it ends with a slash, or could be no request's.
   */
  readonly basePath?: string
  /** Is told a line for each request, and for what goes wrong. Without it nothing is written anywhere. */
  readonly log?: (line: string) => void
}

/**
 * Makes a handler of the HTTP API over open stores. The gate counts its requests among what is under way; once it is
 * closed, they are answered with 503. Throws a `TypeError` where an option is none.
 */
export const mounted = <A>(
  { admit, runtime }: CallScope<Services>,
  handler: Effect.Effect<A, never, TollgateApp>,
  options: MountOptions
): A => {
  checkNames(options)
  const { basePath = "", log } = options
  const app = Effect.map(TollgateApp, (service) =>
    TollgateApp.of({
      ...service,
      app: Effect.withFiberRuntime((fiber) => (admit(fiber) ? service.app : Effect.interrupt))
    })
  )
  const logger = Predicate.isUndefined(log) ? Layer.empty : Logger.add(Logger.map(Logger.logfmtLogger, log))
  const level = Predicate.isUndefined(log) ? LogLevel.None : LogLevel.Info
  // The service holds nothing that would have to be let go of.
  const made = handler.pipe(
    Effect.provideServiceEffect(TollgateApp, app),
    Effect.provide(TollgateApp.layerAt(basePath)),
    Effect.provide(Layer.merge(logger, Logger.minimumLogLevel(level))),
    Runtime.runSyncExit(runtime)
  )
  return unwrapExit(made)
}
