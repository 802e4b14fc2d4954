import * as Sqlite from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const { openKeyBeside, parseMasterKey } = Sqlite.MasterKeyFile

/** The stores in an SQLite file. Secrets are encrypted with the given master key, or with the one in the key file beside it. */
export const fileLayer = (options: { readonly file: string; readonly masterKey?: string | undefined }) =>
  (options.masterKey === undefined
    ? openKeyBeside(options.file)
    : parseMasterKey(Redacted.make(options.masterKey))
  ).pipe(
    Effect.map((masterKey) => Sqlite.layer({ file: options.file, masterKey })),
    Layer.unwrapEffect
  )
