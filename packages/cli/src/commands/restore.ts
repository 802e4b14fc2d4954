import { restore as makeFrom } from "@tollgate/sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { restoreAdvice } from "../database/masterKeyAdvice.js"
import { requireExisting } from "../database/requireExisting.js"
import { sqliteFile } from "../database/sqliteFile.js"
import { progress } from "../output/progress.js"

interface Options {
  readonly database: string
  readonly copy: string
}

/** Creates a database from a copy. */
export const restore = Effect.fnUntraced(function* (options: Options) {
  const database = yield* sqliteFile(options.database)
  yield* requireExisting(makeFrom(yield* sqliteFile(options.copy), database, progress("Restoring")))
  yield* Console.log(`Restored ${database} from ${options.copy}. ${yield* restoreAdvice(database)}`)
})
