import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import { backup as copy } from "@tollgate/sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { backupAdvice } from "../database/masterKeyAdvice.js"
import { requireExisting } from "../database/requireExisting.js"
import { sqliteFile } from "../database/sqliteFile.js"
import { progress } from "../output/progress.js"

const args = {
  database: Args.text({ name: "database" }).pipe(Args.withDescription("The SQLite file to copy.")),
  copy: Args.text({ name: "copy" }).pipe(Args.withDescription("The file to create. It must not exist."))
}

/** Copies a database, also while a server has it open. */
export const backup = Command.make("backup", args, (given) =>
  Effect.gen(function* () {
    const database = yield* sqliteFile(given.database)
    yield* requireExisting(copy(database, yield* sqliteFile(given.copy), progress("Copying")))
    yield* Console.log(`Copied ${database} to ${given.copy}. ${backupAdvice(database)}`)
  })
).pipe(
  Command.withDescription(
    "Copies a database file, also while a server has it open, and verifies the copy. Never overwrites a file. " +
      "Keep the copy as secret as the database. Without the master key its credentials cannot be read."
  )
)
