import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Option from "effect/Option"
import { boundedLines } from "./boundedLines.js"
import { flag, read } from "./Setting.js"
import * as settings from "./settings.js"

export const logFlag = { log: flag(settings.log) }

/** Log lines as key=value pairs on standard error, so that standard output holds what was asked for. */
export const logging = (given: Option.Option<string>) =>
  Layer.unwrapEffect(
    Effect.map(read(settings.log, given), (level) =>
      Layer.merge(
        Logger.replace(Logger.defaultLogger, Logger.map(Logger.logfmtLogger, boundedLines(process.stderr))),
        Logger.minimumLogLevel(settings.levelOf(level))
      )
    )
  )
