import { backup as copy } from "@tollgate/sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { backupAdvice } from "../database/masterKeyAdvice.js"
import { requireExisting } from "../database/requireExisting.js"
import { sqliteFile } from "../database/sqliteFile.js"
import { progress } from "../output/progress.js"

interface Options {
  readonly database: string
  readonly copy: string
}

/** Copies a database, also while a server has it open. */
export const backup = Effect.fnUntraced(function* (options: Options) {
  const database = yield* sqliteFile(options.database)
  yield* requireExisting(copy(database, yield* sqliteFile(options.copy), progress("Copying")))
  yield* Console.log(`Copied ${database} to ${options.copy}. ${backupAdvice(database)}`)
})
