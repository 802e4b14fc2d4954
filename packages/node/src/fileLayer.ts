import * as Sqlite from "@tollgate/sqlite"
import { Effect, Layer, Redacted } from "effect"

const { openKeyBeside, parseMasterKey } = Sqlite.MasterKeyFile

/** The stores in an SQLite file, sealed with the stated master key or the one in the file beside it. */
export const fileLayer = (options: { readonly file: string; readonly masterKey?: string }) =>
  (options.masterKey === undefined
    ? openKeyBeside(options.file)
    : parseMasterKey(Redacted.make(options.masterKey))
  ).pipe(
    Effect.map((masterKey) => Sqlite.layer({ file: options.file, masterKey })),
    Layer.unwrapEffect
  )
