import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import { restore as makeFrom } from "@tollgate/sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { restoreAdvice } from "../database/masterKeyAdvice.js"
import { requireExisting } from "../database/requireExisting.js"
import { sqliteFile } from "../database/sqliteFile.js"
import { progress } from "../output/progress.js"

const args = {
  copy: Args.text({ name: "copy" }).pipe(Args.withDescription("A copy that `tollgate backup` made.")),
  database: Args.text({ name: "database" }).pipe(Args.withDescription("The SQLite file to create. It must not exist."))
}

/** Creates a database from a copy. */
export const restore = Command.make("restore", args, (given) =>
  Effect.gen(function* () {
    const database = yield* sqliteFile(given.database)
    yield* requireExisting(makeFrom(yield* sqliteFile(given.copy), database, progress("Restoring")))
    yield* Console.log(`Restored ${database} from ${given.copy}. ${yield* restoreAdvice(database)}`)
  })
).pipe(
  Command.withDescription(
    "Creates a database file from a copy, after verifying the copy. Refuses to overwrite a database that exists, is open, or has left its log."
  )
)
