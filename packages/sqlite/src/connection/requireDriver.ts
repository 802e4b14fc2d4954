import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { DatabaseRefused } from "../DatabaseRefused.js"
import { loadDriver } from "./loadDriver.js"

/** Refuses to work on a database before anything is created, if no SQLite driver is available. */
export const requireDriver = (database: string): Effect.Effect<void, DatabaseRefused> =>
  Effect.suspend(() =>
    Either.match(loadDriver(), {
      onLeft: ({ found }) => new DatabaseRefused({ file: resolve(database), reason: "no_driver", found }),
      onRight: () => Effect.void
    })
  )
