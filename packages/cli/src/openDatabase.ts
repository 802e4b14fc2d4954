import type { Services } from "@tollgate/core"
import { type DatabaseRefused, layer, MasterKeyFile, type MasterKeyRefused } from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { flag, read, type SettingRefused } from "./Setting.js"
import * as settings from "./settings.js"

/** The flags that say where the accounts are. */
export const databaseFlags = { database: flag(settings.database), masterKey: flag(settings.masterKey) }

interface Given {
  readonly database: Option.Option<string>
  readonly masterKey: Option.Option<string>
}

/** The stores in the file that the settings name, which is created where there is none unless `create` is false. */
export const openDatabase = (
  given: Given,
  { create }: { readonly create: boolean } = { create: true }
): Layer.Layer<Services, DatabaseRefused | MasterKeyRefused | SettingRefused> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const file = yield* read(settings.database, given.database)
      const stated = yield* read(settings.masterKey, given.masterKey)
      const masterKey = yield* Redacted.value(stated) === ""
        ? MasterKeyFile.openKeyBeside(file, create)
        : MasterKeyFile.parseMasterKey(stated)
      return layer({ file, masterKey, create })
    })
  )
