import type * as Option from "effect/Option"
import { flag } from "./Setting.js"
import * as settings from "./settings.js"

/** The flags of the log. */
export const logFlags = { log: flag(settings.log), logFormat: flag(settings.logFormat) }

/** The values of these flags. */
export interface LogGiven {
  readonly log: Option.Option<string>
  readonly logFormat: Option.Option<string>
}
