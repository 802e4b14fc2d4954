import * as Command from "@effect/cli/Command"
import { BASE_PATH, checkAddress, NodeServer, RequestsPerMinute, TollgateApp } from "@tollgate/http"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databaseFlags, databaseLayer } from "../database/databaseLayer.js"
import { announce, firstOrganization } from "../database/firstOrganization.js"
import { displayUrl } from "../output/displayUrl.js"
import { printKey } from "../output/printKey.js"
import { addressRefused } from "../settings/addressRefused.js"
import { logFlags, logging } from "../settings/logging.js"
import { flag, read, repeatedFlag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"

const greet = Effect.fnUntraced(function* (host: string) {
  const { port } = yield* NodeServer
  const url = displayUrl({ host, port })
  const made = yield* firstOrganization
  if (Option.isSome(made)) yield* printKey(announce(made.value, url + BASE_PATH))
  yield* Console.log(
    `Tollgate answers at ${url}${BASE_PATH}, and its documentation is at ${url}/docs. Ctrl+C stops it.`
  )
  yield* Effect.annotateLogs(Effect.logInfo("started"), "url", url)
})

/** Serves the HTTP API until it is interrupted. */
export const serve = Command.make(
  "serve",
  {
    host: flag(settings.host),
    port: flag(settings.port),
    requestsPerMinute: flag(settings.requestsPerMinute),
    corsOrigins: repeatedFlag(settings.corsOrigins),
    ...databaseFlags,
    ...logFlags
  },
  (given) =>
    Effect.gen(function* () {
      const address = { host: yield* read(settings.host, given.host), port: yield* read(settings.port, given.port) }
      const requestsPerMinute = yield* read(settings.requestsPerMinute, given.requestsPerMinute)
      const origins = yield* read(settings.corsOrigins, given.corsOrigins)
      const logs = yield* Layer.memoize(logging(given))
      // Checked before anything is created: otherwise the first key would be stored, but never printed.
      yield* Effect.mapError(checkAddress(address), addressRefused)
      const server = NodeServer.layer({ ...address, cors: { origins } }).pipe(
        Layer.provide(TollgateApp.layer),
        Layer.provide(Layer.succeed(RequestsPerMinute, requestsPerMinute))
      )
      const stopping = Effect.onInterrupt(Effect.never, () => Effect.logInfo("stopping"))
      yield* Effect.zipRight(greet(address.host), stopping).pipe(
        Effect.provide(Layer.provideMerge(server, databaseLayer(given))),
        Effect.onInterrupt(() => Effect.logInfo("stopped")),
        Effect.provide(logs)
      )
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Serves the HTTP API on a database. A new one gets an organization and its first management key, which is " +
      "printed once. SIGTERM and Ctrl+C stop the server after the requests in flight, for at most 7 seconds; a third Ctrl+C ends it " +
      "at once. SIGHUP is ignored."
  )
)
