import * as Option from "effect/Option"
import { meaningOf, type SettingFlag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import type { ArgumentOf, FlagOf } from "./Command.js"

/** A text that the parser requires. */
const stated = (text: string | undefined): string => {
  if (text === undefined) throw new Error("A required value is absent, which the parser refuses.")
  return text
}

/** An argument. */
export const argument = (name: string, meaning: string): ArgumentOf<string> => ({
  name,
  meaning,
  read: stated
})

/** An argument that names a file. */
export const file = (name: string, meaning: string): ArgumentOf<string> => ({
  ...argument(name, meaning),
  isFile: true
})

/** An argument that may be absent, and is then read as this text. */
export const optional = (parameter: ArgumentOf<string>, fallback: string): ArgumentOf<string> => ({
  ...parameter,
  isOptional: true,
  read: (text = fallback) => text
})

/** A flag with a value. */
export const text = (name: string, meaning: string): FlagOf<Option.Option<string>> => ({
  name: `--${name}`,
  value: "text",
  meaning,
  read: Option.fromNullable
})

/** A flag that names a file. */
export const fileFlag = (name: string, meaning: string): FlagOf<Option.Option<string>> => ({
  ...text(name, meaning),
  value: "file",
  isFile: true
})

/** A flag that is read as this text if it is absent. */
export const withDefault = (flag: FlagOf<unknown>, fallback: string): FlagOf<string> => ({
  ...flag,
  meaning: `${flag.meaning} Default: ${fallback}.`,
  read: (text = fallback) => text
})

/** A flag that must be given. */
export const required = (flag: FlagOf<unknown>): FlagOf<string> => ({
  ...flag,
  meaning: `Required. ${flag.meaning}`,
  isRequired: true,
  read: stated
})

/** A flag that is on or off. */
export const onOff = (name: string, meaning: string): FlagOf<boolean> => ({
  name: `--${name}`,
  value: null,
  meaning,
  read: (text) => text === "true"
})

/** The flag of a setting. */
export const ofSetting = (setting: SettingFlag): FlagOf<Option.Option<string>> => text(setting.flag, meaningOf(setting))

/** The flag of a setting that is on or off. Unlike its absence, `--flag=false` wins over the variable. */
export const switchOf = (setting: SettingFlag): FlagOf<Option.Option<string>> => ({
  ...ofSetting(setting),
  value: null
})

/** The flag of the database. */
export const database: FlagOf<Option.Option<string>> = { ...ofSetting(settings.database), isFile: true }

/** The flags that name the database and its master key. */
export const databaseFlags = { database, masterKey: ofSetting(settings.masterKey) }

/** The flag of a server, and of an organization in a database, whose account a command uses. */
export const accountFlags = {
  url: text("url", "The address of a server to ask in place of a database, with a key in the variable TOLLGATE_KEY."),
  organization: text(
    "organization",
    "The id of the organization. Required if the database has several, unless TOLLGATE_KEY has a key, which names it."
  )
}

/** The flags of the log. */
export const logFlags = { log: ofSetting(settings.log), logFormat: ofSetting(settings.logFormat) }
