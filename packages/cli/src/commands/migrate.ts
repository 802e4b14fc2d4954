import { isPostgresUrl } from "@tollgate/postgres/address"
import { migrate as migrateFile } from "@tollgate/sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { nameOf } from "../database/databaseLayer.js"
import { loadPostgres } from "../database/loadPostgres.js"
import { requireExisting } from "../database/requireExisting.js"
import { logging } from "../settings/logging.js"
import { read } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"

interface Options {
  readonly database: Option.Option<string>
}

/** Runs the migrations that a database lacks, as the user of its address. */
export const migrate = Effect.fnUntraced(function* (options: Options) {
  const database = yield* read(settings.database, options.database)
  const ran = yield* isPostgresUrl(database)
    ? Effect.flatMap(loadPostgres, (postgres) => postgres.migrate({ url: Redacted.make(database) }))
    : requireExisting(migrateFile(database)).pipe(
        Effect.provide(logging({ log: Option.none(), logFormat: Option.none() }))
      )
  const name = nameOf(database)
  yield* Console.log(
    ran.length === 0
      ? `The database ${name} has all migrations of this version. Nothing was changed.`
      : `Migrated ${name}: ${ran.join(", ")}.`
  )
})
