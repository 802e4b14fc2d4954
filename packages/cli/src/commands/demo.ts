import { logfmtLogger } from "@tollgate/http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { type DatabaseOptions, databaseLayer, nameOf } from "../database/databaseLayer.js"
import { demoTable } from "../demo/demoTable.js"
import { demoMonth } from "../demo/month/demoMonth.js"
import { printKey } from "../output/printKey.js"
import { read } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"

// On standard error, because standard output may be JSON.
const warnings = Layer.merge(
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(logfmtLogger)),
  Logger.minimumLogLevel(LogLevel.Warning)
)

interface Options extends DatabaseOptions {
  readonly json: boolean
}

/** Fills a new database with two invented organizations, one of which has been in use for a month. */
export const demo = (options: Options) =>
  Effect.gen(function* () {
    const account = yield* demoMonth
    const name = nameOf(yield* read(settings.database, options.database))
    yield* printKey(options.json ? JSON.stringify(account.vars, null, 2) : demoTable(account, name))
  }).pipe(Effect.provide(Layer.provideMerge(databaseLayer(options), warnings)))
