import type { ListenFailed } from "@tollgate/http"
import * as Data from "effect/Data"
import { type SettingFlag, SettingRefused } from "./Setting.js"
import * as settings from "./settings.js"

/** The port cannot be opened. The sentence names the flag and the variable that choose another one. */
export class PortUnavailable extends Data.TaggedError("PortUnavailable")<{
  readonly cause: ListenFailed
  readonly setting: SettingFlag
}> {
  override get message(): string {
    const { flag, variable } = this.setting
    return `${this.cause.message} Choose another port with --${flag} or ${variable}.`
  }
}

const refused =
  (host: SettingFlag, port: SettingFlag) =>
  (failed: ListenFailed): ListenFailed | PortUnavailable | SettingRefused => {
    if (failed.code === "ENOTFOUND" || failed.code === "EADDRNOTAVAIL") return new SettingRefused(host)
    const isTaken = failed.code === "EADDRINUSE" || failed.code === "EACCES"
    return isTaken ? new PortUnavailable({ cause: failed, setting: port }) : failed
  }

/** Turns a failure to listen into a refusal that names the setting to change. */
export const addressRefused = refused(settings.host, settings.port)

/** The same for a server whose address is one setting. */
export const ownAddressRefused = (setting: SettingFlag) => refused(setting, setting)
