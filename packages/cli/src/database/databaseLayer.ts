import type { Services } from "@tollgate/core"
import { isPostgresUrl, type PostgresRefused, parseUrl } from "@tollgate/postgres/address"
import { type DatabaseRefused, layer, MasterKeyFile, type MasterKeyRefused } from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { read, SettingRefused } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { loadPostgres } from "./loadPostgres.js"
import { requireExisting } from "./requireExisting.js"

/** The values of the flags that name the database and its master key. */
export interface DatabaseOptions {
  readonly database: Option.Option<string>
  readonly masterKey: Option.Option<string>
}

/** A name of the database that is safe to show: an address without user and password, or the path of a file. */
export const nameOf = (database: string): string =>
  isPostgresUrl(database) ? (parseUrl(Redacted.make(database))?.name ?? "") : database

/** What opening may do to a database. */
interface Opening {
  /** Whether a missing SQLite file is created. */
  readonly create: boolean
  /** Whether a database of an older version is migrated. Commands that only read refuse it: servers of that version may use it. */
  readonly migrate: boolean
}

/** For commands that change an existing database. */
export const toChange: Opening = { create: false, migrate: true }

/** For commands that only read. */
export const toRead: Opening = { create: false, migrate: false }

const inFile = Effect.fnUntraced(function* (file: string, stated: Redacted.Redacted, { create, migrate }: Opening) {
  const isStated = Redacted.value(stated) !== ""
  const masterKey = yield* isStated ? MasterKeyFile.parseMasterKey(stated) : MasterKeyFile.openKeyBeside(file, create)
  return layer({ file, masterKey, create, migrate })
})

const inPostgres = (url: Redacted.Redacted, stated: Redacted.Redacted, { migrate }: Opening) =>
  Effect.gen(function* () {
    if (Redacted.value(stated) === "") {
      const { expected, flag, variable } = settings.masterKey
      return yield* new SettingRefused({
        flag,
        variable,
        expected: `${expected}, because a PostgreSQL database has no key file`
      })
    }
    const masterKey = yield* MasterKeyFile.parseMasterKey(stated)
    const postgres = yield* loadPostgres
    return postgres.layer({ url, masterKey, migrate })
  })

type Refused = DatabaseRefused | PostgresRefused | MasterKeyRefused | SettingRefused

/** The stores in the database that the settings name. */
export const databaseLayer = (
  options: DatabaseOptions,
  opening: Opening = { create: true, migrate: true }
): Layer.Layer<Services, Refused> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const database = yield* read(settings.database, options.database)
      const stated = yield* read(settings.masterKey, options.masterKey)
      const opened: Effect.Effect<Layer.Layer<Services, Refused>, Refused> = isPostgresUrl(database)
        ? inPostgres(Redacted.make(database), stated, opening)
        : inFile(database, stated, opening)
      return yield* opened
    })
  )

/** Runs a program on the stores of an existing database. */
export const inExisting = <A, E>(options: DatabaseOptions, opening: Opening, program: Effect.Effect<A, E, Services>) =>
  requireExisting(Effect.provide(program, databaseLayer(options, opening)))
