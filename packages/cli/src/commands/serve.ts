import { deliverAlerts, LedgerRetention, Metrics, ServeCredentials } from "@tollgate/core"
import {
  AllowImport,
  BASE_PATH,
  Compat,
  checkAddress,
  ForwardAuthServer,
  MetricsServer,
  NodeServer,
  RequestsPerMinute,
  TollgateApp,
  WebhookSenderHttp,
  webhookRules
} from "@tollgate/http"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type DatabaseOptions, databaseLayer } from "../database/databaseLayer.js"
import { announce, firstOrganization } from "../database/firstOrganization.js"
import { displayUrl } from "../output/displayUrl.js"
import { printKey } from "../output/printKey.js"
import { addressRefused, ownAddressRefused } from "../settings/addressRefused.js"
import { corsOrigins } from "../settings/corsOrigins.js"
import { type LogOptions, logging } from "../settings/logging.js"
import { read, type Setting, SettingRefused } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { auditing } from "./auditing.js"
import { forwardAuthLayer, readForwardAuth } from "./forwardAuth.js"
import { pruning } from "./pruning.js"

const greet = Effect.fnUntraced(function* (host: string, hasConsole: boolean) {
  const { port } = yield* NodeServer
  const url = displayUrl({ host, port })
  const made = yield* firstOrganization
  const invitation = hasConsole ? `Open ${url}/console with the management key, or try:` : "Try it:"
  if (Option.isSome(made)) yield* printKey(announce(made.value, url + BASE_PATH, invitation))
  const metrics = yield* Effect.serviceOption(MetricsServer)
  if (Option.isSome(metrics)) yield* Console.log(`Metrics for Prometheus are at ${metrics.value.url}.`)
  const forwardAuth = yield* Effect.serviceOption(ForwardAuthServer)
  if (Option.isSome(forwardAuth)) yield* Console.log(`Forward auth for proxies is below ${forwardAuth.value.url}.`)
  const pages = `${hasConsole ? `its console is at ${url}/console, ` : ""}and its documentation is at ${url}/docs`
  yield* Console.log(`Tollgate answers at ${url}${BASE_PATH}, ${pages}. Ctrl+C stops it.`)
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
  readonly webhookPrivate: Option.Option<string>
  readonly noConsole: Option.Option<string>
  readonly compat: Option.Option<string>
  readonly corsOrigins: Option.Option<string>
  readonly metrics: Option.Option<string>
  readonly forwardAuth: Option.Option<string>
  readonly forwardAuthSettings: Option.Option<string>
}

/** The address of a server beside that of the API, or null. It is checked before anything is created, as that of the API is. */
const ownAddress = Effect.fnUntraced(function* (
  setting: Setting<settings.Address | null>,
  flag: Option.Option<string>,
  others: ReadonlyArray<number>
) {
  const address = yield* read(setting, flag)
  if (address === null) return null
  if (address.port !== 0 && others.includes(address.port)) {
    return yield* new SettingRefused({ ...setting, expected: `${setting.expected}, other than the port of the server` })
  }
  yield* Effect.mapError(checkAddress(address), ownAddressRefused(setting))
  return address
})

/** The address and the settings of forward auth, or null. One without the other is refused. */
const forwardAuthOf = Effect.fnUntraced(function* (options: Options, others: ReadonlyArray<number>) {
  const address = yield* ownAddress(settings.forwardAuth, options.forwardAuth, others)
  const file = yield* read(settings.forwardAuthSettings, options.forwardAuthSettings)
  if ((address === null) !== (file === "")) return yield* new SettingRefused(settings.forwardAuthSettings)
  return address === null ? null : forwardAuthLayer(address, yield* readForwardAuth(file))
})

/** Serves the HTTP API until it is interrupted. */
export const serve = Effect.fnUntraced(function* (options: Options) {
  const address = { host: yield* read(settings.host, options.host), port: yield* read(settings.port, options.port) }
  const requestsPerMinute = yield* read(settings.requestsPerMinute, options.requestsPerMinute)
  const retention = (yield* read(settings.retentionDays, options.retentionDays)) * DAY_MS
  const auditDays = yield* read(settings.auditRetentionDays, options.auditRetentionDays)
  const servesCredentials = yield* read(settings.serveCredentials, options.serveCredentials)
  const allowsImport = yield* read(settings.allowImport, options.allowImport)
  const allowsPrivate = yield* read(settings.webhookPrivate, options.webhookPrivate)
  const hasConsole = !(yield* read(settings.noConsole, options.noConsole))
  const compat = yield* read(settings.compat, options.compat)
  const origins = yield* read(corsOrigins, options.corsOrigins)
  const logs = yield* Layer.memoize(logging(options))
  // Checked before anything is created: otherwise the first key would be stored, but never printed.
  yield* Effect.mapError(checkAddress(address), addressRefused)
  const metrics = yield* ownAddress(settings.metrics, options.metrics, [address.port])
  const forwardAuth = yield* forwardAuthOf(options, [address.port, metrics?.port ?? 0])
  const server = NodeServer.layer({ ...address, cors: { origins }, console: hasConsole }).pipe(
    Layer.provide(TollgateApp.layer),
    Layer.provide(Layer.succeed(RequestsPerMinute, requestsPerMinute)),
    Layer.provide(Layer.succeed(LedgerRetention, retention)),
    Layer.provide(Layer.succeed(ServeCredentials, servesCredentials)),
    Layer.provide(Layer.succeed(AllowImport, allowsImport)),
    Layer.provide(Layer.succeed(Compat, compat))
  )
  const admitting = forwardAuth === null ? server : Layer.merge(server, forwardAuth)
  const both = Layer.merge(admitting, deliverAlerts)
  const servers =
    metrics === null
      ? Layer.provideMerge(both, databaseLayer(options))
      : Layer.merge(both, Layer.mapError(MetricsServer.layer(metrics), ownAddressRefused(settings.metrics))).pipe(
          Layer.provideMerge(databaseLayer(options)),
          Layer.provideMerge(Metrics.layer)
        )
  const sender = Layer.provideMerge(WebhookSenderHttp.layer(), webhookRules(allowsPrivate))
  const stopping = Effect.onInterrupt(Effect.never, () => Effect.logInfo("stopping"))
  const hourly = Effect.all([Effect.provideService(pruning, LedgerRetention, retention), auditing(auditDays)], {
    concurrency: "unbounded"
  })
  const serving = Effect.zipRight(Effect.fork(hourly), stopping)
  yield* Effect.zipRight(greet(address.host, hasConsole), serving).pipe(
    Effect.provide(Layer.provide(servers, sender)),
    Effect.onInterrupt(() => Effect.logInfo("stopped")),
    Effect.provide(logs)
  )
}, Effect.scoped)
