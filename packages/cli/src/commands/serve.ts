import { LedgerRetention, Metrics, ServeCredentials } from "@tollgate/core"
import {
  AllowImport,
  BASE_PATH,
  checkAddress,
  MetricsServer,
  NodeServer,
  RequestsPerMinute,
  TollgateApp
} from "@tollgate/http"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type DatabaseOptions, databaseLayer } from "../database/databaseLayer.js"
import { announce, firstOrganization } from "../database/firstOrganization.js"
import { displayUrl } from "../output/displayUrl.js"
import { printKey } from "../output/printKey.js"
import { addressRefused, metricsRefused } from "../settings/addressRefused.js"
import { corsOrigins } from "../settings/corsOrigins.js"
import { type LogOptions, logging } from "../settings/logging.js"
import { read, SettingRefused } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { auditing } from "./auditing.js"
import { pruning } from "./pruning.js"

const greet = Effect.fnUntraced(function* (host: string) {
  const { port } = yield* NodeServer
  const url = displayUrl({ host, port })
  const made = yield* firstOrganization
  if (Option.isSome(made)) yield* printKey(announce(made.value, url + BASE_PATH))
  const metrics = yield* Effect.serviceOption(MetricsServer)
  if (Option.isSome(metrics)) yield* Console.log(`Metrics for Prometheus are at ${metrics.value.url}.`)
  yield* Console.log(
    `Tollgate answers at ${url}${BASE_PATH}, and its documentation is at ${url}/docs. Ctrl+C stops it.`
  )
  yield* Effect.annotateLogs(Effect.logInfo("started"), "url", url)
})

const DAY_MS = 86_400_000

interface Options extends DatabaseOptions, LogOptions {
  readonly host: Option.Option<string>
  readonly port: Option.Option<string>
  readonly requestsPerMinute: Option.Option<string>
  readonly retentionDays: Option.Option<string>
  readonly auditRetentionDays: Option.Option<string>
  readonly serveCredentials: Option.Option<string>
  readonly allowImport: Option.Option<string>
  readonly corsOrigins: Option.Option<string>
  readonly metrics: Option.Option<string>
}

/** The address of the metrics, or null. It is checked before anything is created, as that of the server is. */
const metricsAddress = Effect.fnUntraced(function* (options: Options, port: number) {
  const address = yield* read(settings.metrics, options.metrics)
  if (address === null) return null
  const { expected, flag, variable } = settings.metrics
  if (address.port === port && port !== 0) {
    const other = `${expected}, other than the port of the server`
    return yield* new SettingRefused({ flag, variable, expected: other })
  }
  yield* Effect.mapError(checkAddress(address), metricsRefused)
  return address
})

/** Serves the HTTP API until it is interrupted. */
export const serve = Effect.fnUntraced(function* (options: Options) {
  const address = { host: yield* read(settings.host, options.host), port: yield* read(settings.port, options.port) }
  const requestsPerMinute = yield* read(settings.requestsPerMinute, options.requestsPerMinute)
  const retention = (yield* read(settings.retentionDays, options.retentionDays)) * DAY_MS
  const auditDays = yield* read(settings.auditRetentionDays, options.auditRetentionDays)
  const servesCredentials = yield* read(settings.serveCredentials, options.serveCredentials)
  const allowsImport = yield* read(settings.allowImport, options.allowImport)
  const origins = yield* read(corsOrigins, options.corsOrigins)
  const logs = yield* Layer.memoize(logging(options))
  // Checked before anything is created: otherwise the first key would be stored, but never printed.
  yield* Effect.mapError(checkAddress(address), addressRefused)
  const metrics = yield* metricsAddress(options, address.port)
  const server = NodeServer.layer({ ...address, cors: { origins } }).pipe(
    Layer.provide(TollgateApp.layer),
    Layer.provide(Layer.succeed(RequestsPerMinute, requestsPerMinute)),
    Layer.provide(Layer.succeed(LedgerRetention, retention)),
    Layer.provide(Layer.succeed(ServeCredentials, servesCredentials)),
    Layer.provide(Layer.succeed(AllowImport, allowsImport))
  )
  const servers =
    metrics === null
      ? Layer.provideMerge(server, databaseLayer(options))
      : Layer.merge(server, Layer.mapError(MetricsServer.layer(metrics), metricsRefused)).pipe(
          Layer.provideMerge(databaseLayer(options)),
          Layer.provideMerge(Metrics.layer)
        )
  const stopping = Effect.onInterrupt(Effect.never, () => Effect.logInfo("stopping"))
  const hourly = Effect.all([Effect.provideService(pruning, LedgerRetention, retention), auditing(auditDays)], {
    concurrency: "unbounded"
  })
  const serving = Effect.zipRight(Effect.fork(hourly), stopping)
  yield* Effect.zipRight(greet(address.host), serving).pipe(
    Effect.provide(servers),
    Effect.onInterrupt(() => Effect.logInfo("stopped")),
    Effect.provide(logs)
  )
}, Effect.scoped)
