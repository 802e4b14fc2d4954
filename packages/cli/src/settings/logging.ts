import { jsonLogger, logfmtLogger } from "@tollgate/http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Option from "effect/Option"
import { boundedLines } from "./boundedLines.js"
import { read } from "./Setting.js"
import * as settings from "./settings.js"

/** The values of the flags of the log. */
export interface LogOptions {
  readonly log: Option.Option<string>
  readonly logFormat: Option.Option<string>
}

const formats = {
  logfmt: {
    logger: logfmtLogger,
    dropped: (count: number) => `level=WARN message="log lines dropped" count=${count}`
  },
  json: {
    logger: jsonLogger,
    dropped: (count: number) => JSON.stringify({ level: "WARN", message: "log lines dropped", count })
  }
} as const

/** Log lines on standard error, so that standard output holds only the command's result. */
export const logging = (options: LogOptions) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const level = yield* read(settings.log, options.log)
      const { dropped, logger } = formats[yield* read(settings.logFormat, options.logFormat)]
      return Layer.merge(
        Logger.replace(Logger.defaultLogger, Logger.map(logger, boundedLines(process.stderr, dropped))),
        Logger.minimumLogLevel(settings.levelOf(level))
      )
    })
  )
