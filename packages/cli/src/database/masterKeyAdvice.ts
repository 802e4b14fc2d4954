import { existsSync } from "node:fs"
import { DatabaseRefused, layer, MasterKeyFile } from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const IF_LOST = "If it is lost, `tollgate vault abandon` gives up the secrets."

/** Says where the master key of a copied database is, so that it gets backed up too. */
export const backupAdvice = (database: string): string => {
  const key = MasterKeyFile.keyFileFor(database)
  return existsSync(key)
    ? `Keep a copy of ${key} too, in another place.`
    : "Keep its master key too, in another place. It is not in a file next to the database."
}

/** Opens a restored database with the key file next to it, and says what to do if that fails. */
export const restoreAdvice = Effect.fnUntraced(function* (database: string) {
  const file = MasterKeyFile.keyFileFor(database)
  if (!existsSync(file)) {
    return `It needs the master key that it was created with: put that key at ${file} or in TOLLGATE_MASTER_KEY. ${IF_LOST}`
  }
  return yield* Effect.flatMap(MasterKeyFile.load(file), (masterKey) =>
    Effect.scoped(Layer.build(layer({ file: database, masterKey, create: false })))
  ).pipe(
    Effect.match({
      onSuccess: () => `It opens with the master key at ${file}.`,
      onFailure: (refused) =>
        refused instanceof DatabaseRefused && refused.reason === "wrong_master_key"
          ? `The master key at ${file} is not the one that it was created with: put that one there, or in TOLLGATE_MASTER_KEY. ${IF_LOST}`
          : refused.message
    })
  )
})
