import * as Sqlite from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** The stores in a PostgreSQL database. Secrets are encrypted with the given master key. The driver is loaded on first use. */
export const postgresLayer = (options: { readonly postgres: string; readonly masterKey: string }) =>
  Effect.gen(function* () {
    const masterKey = yield* Sqlite.MasterKeyFile.parseMasterKey(Redacted.make(String(options.masterKey)))
    const { layer } = yield* Effect.promise(() => import("@tollgate/postgres"))
    return layer({ url: Redacted.make(String(options.postgres)), masterKey })
  }).pipe(Layer.unwrapEffect)
