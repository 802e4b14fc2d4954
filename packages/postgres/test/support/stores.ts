import type { Services } from "@tollgate/core"
import { layer, type PostgresOptions } from "@tollgate/postgres"
import { Effect, Layer, Redacted } from "effect"
import { emptyDatabase } from "./databases.js"

export const masterKey = Redacted.make(new Uint8Array(32).fill(7))

/** Every port on a database. */
export const inDatabase = (url: string, options: Partial<PostgresOptions> = {}) => layer({ url, masterKey, ...options })

/** Every port on a database without accounts, each time that it is built. */
export const inEmptyDatabase: Layer.Layer<Services> = Layer.fresh(
  Layer.orDie(Layer.unwrapScoped(Effect.map(emptyDatabase, (url) => inDatabase(url))))
)
