import type * as Option from "effect/Option"
import { flag } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"

/** The flags that name the database and its master key. */
export const databaseFlags = { database: flag(settings.database), masterKey: flag(settings.masterKey) }

/** The values of these flags. */
export interface DatabaseGiven {
  readonly database: Option.Option<string>
  readonly masterKey: Option.Option<string>
}
