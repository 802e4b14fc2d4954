import { existsSync } from "node:fs"
import { DatabaseRefused, layer, MasterKeyFile } from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What to do about the master key of a database that was copied. */
export const backupAdvice = (database: string): string => {
  const key = MasterKeyFile.keyFileFor(database)
  return existsSync(key)
    ? `Keep a copy of ${key} too, in another place.`
    : "Keep its master key too, in another place: it is not in a file beside the database."
}

/** Whether a restored database opens with the key beside it, by opening it, and what to do if it does not. */
export const restoreAdvice = Effect.fnUntraced(function* (database: string) {
  const file = MasterKeyFile.keyFileFor(database)
  if (!existsSync(file)) {
    return `It opens with the master key that it was made with: put that at ${file}, or in TOLLGATE_MASTER_KEY.`
  }
  return yield* Effect.flatMap(MasterKeyFile.load(file), (masterKey) =>
    Effect.scoped(Layer.build(layer({ file: database, masterKey, create: false })))
  ).pipe(
    Effect.match({
      onSuccess: () => `It opens with the master key at ${file}.`,
      onFailure: (refused) =>
        refused instanceof DatabaseRefused && refused.reason === "wrong_master_key"
          ? `The master key at ${file} is not the one that it was made with: put that there, or in TOLLGATE_MASTER_KEY.`
          : refused.message
    })
  )
})
