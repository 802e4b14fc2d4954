import { existsSync } from "node:fs"
import { Vault } from "@tollgate/core/storage"
import { isPostgresUrl } from "@tollgate/postgres/address"
import { importAccounts as importFile, MasterKeyFile } from "@tollgate/sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type DatabaseOptions, nameOf } from "../database/databaseLayer.js"
import { loadPostgres } from "../database/loadPostgres.js"
import { restoreAdvice } from "../database/masterKeyAdvice.js"
import { type Bytes, readBytes } from "../input/readBytes.js"
import { shownProgress } from "../output/shownProgress.js"
import { read } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { abandonIn } from "./abandonVault.js"

interface Options extends DatabaseOptions {
  readonly file: string
  readonly withoutCredentials: boolean
}

/** The ids of the master keys that the database is to be used with: those given, or in the key file beside it. Null if none is known. */
const masterKeys = Effect.fnUntraced(function* (database: string, stated: Redacted.Redacted) {
  const file = MasterKeyFile.keyFileFor(database)
  const isStated = Redacted.value(stated) !== ""
  if (!isStated && (isPostgresUrl(database) || !existsSync(file))) return null
  const keys = yield* isStated ? MasterKeyFile.parseMasterKey(stated) : MasterKeyFile.load(file)
  // Its form was judged before.
  return (yield* Effect.orDie(Vault.make(keys))).keyIds
})

const advice = (database: string, isKnown: boolean) => {
  if (isKnown) return Effect.succeed("It opens with the given master key.")
  return isPostgresUrl(database)
    ? Effect.succeed("It needs the master key of the exported database: put that key in TOLLGATE_MASTER_KEY.")
    : restoreAdvice(database)
}

const importing = (database: string, { read, size }: Bytes, masterKeys: ReadonlyArray<string> | null) =>
  shownProgress(
    "Importing",
    Effect.fnUntraced(function* (report) {
      const onProgress = report === null || size === null ? {} : { onProgress: (bytes: number) => report(bytes, size) }
      const options = { read, masterKeys, ...onProgress }
      if (!isPostgresUrl(database)) return yield* importFile(database, options)
      const postgres = yield* loadPostgres
      return yield* postgres.importAccounts({ url: Redacted.make(database) }, options)
    })
  )

/** Stores all accounts of an export in a new database. */
export const importAccounts = Effect.fnUntraced(function* ({ file, withoutCredentials, ...options }: Options) {
  const database = yield* read(settings.database, options.database)
  const stated = yield* read(settings.masterKey, options.masterKey)
  const keys = yield* masterKeys(database, stated)
  const { masterKey, rows } = yield* importing(database, yield* readBytes(file), withoutCredentials ? null : keys)
  const imported = `Imported ${rows} rows into ${nameOf(database)}.`
  // An export has no key before anything was sealed.
  const isLost = withoutCredentials && masterKey !== "none" && keys?.includes(masterKey) !== true
  if (!isLost) return yield* Console.log(`${imported} ${yield* advice(database, keys !== null)}`)
  yield* Console.log(imported)
  yield* abandonIn(database, stated)
}, Effect.scoped)
