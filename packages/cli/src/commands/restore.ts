import { restore as makeFrom } from "@tollgate/sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { restoreAdvice } from "../database/masterKeyAdvice.js"
import { requireExisting } from "../database/requireExisting.js"
import { sqliteFile } from "../database/sqliteFile.js"
import { progress } from "../output/progress.js"

interface Given {
  readonly database: string
  readonly copy: string
}

/** Creates a database from a copy. */
export const restore = Effect.fnUntraced(function* (given: Given) {
  const database = yield* sqliteFile(given.database)
  yield* requireExisting(makeFrom(yield* sqliteFile(given.copy), database, progress("Restoring")))
  yield* Console.log(`Restored ${database} from ${given.copy}. ${yield* restoreAdvice(database)}`)
})
