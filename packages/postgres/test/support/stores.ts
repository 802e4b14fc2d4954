import type { Services } from "@tollgate/core"
import { layer, type PostgresOptions } from "@tollgate/postgres"
import { Effect, Layer, Redacted } from "effect"
import { freshDatabase } from "./databases.js"

export const masterKey = Redacted.make(new Uint8Array(32).fill(7))

/** Every port on a database. */
export const inDatabase = (url: string, options: Partial<PostgresOptions> = {}) => layer({ url, masterKey, ...options })

/** Every port on a new database, each time that it is built. */
export const inFreshDatabase: Layer.Layer<Services> = Layer.fresh(
  Layer.orDie(Layer.unwrapScoped(Effect.map(freshDatabase, (url) => inDatabase(url))))
)
