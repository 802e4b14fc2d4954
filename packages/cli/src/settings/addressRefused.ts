import type { ListenFailed } from "@tollgate/http"
import * as Data from "effect/Data"
import { SettingRefused } from "./Setting.js"
import * as settings from "./settings.js"

/** The port cannot be opened. The sentence names the flag and the variable that choose another one. */
export class PortUnavailable extends Data.TaggedError("PortUnavailable")<{ readonly cause: ListenFailed }> {
  override get message(): string {
    return `${this.cause.message} Choose another port with --${settings.port.flag} or ${settings.port.variable}.`
  }
}

/** Turns a failure to listen into a refusal that names the setting to change. */
export const addressRefused = (failed: ListenFailed): ListenFailed | PortUnavailable | SettingRefused => {
  if (failed.code === "ENOTFOUND" || failed.code === "EADDRNOTAVAIL") return new SettingRefused(settings.host)
  return failed.code === "EADDRINUSE" || failed.code === "EACCES" ? new PortUnavailable({ cause: failed }) : failed
}
