import { join } from "node:path"
import { Memory, type Services } from "@tollgate/core"
import { layer } from "@tollgate/sqlite"
import { Effect, Layer, Redacted } from "effect"
import { inEmptyDatabase } from "../../../postgres/test/support/stores.js"
import { temporaryFolder } from "./temporaryFolder.js"

export { temporaryFolder }

export const masterKey = new Uint8Array(32).fill(7)

export const inFile = (file: string): Layer.Layer<Services> =>
  Layer.orDie(layer({ file, masterKey: Redacted.make(masterKey) }))

const inFreshFile: Layer.Layer<Services> = Layer.unwrapScoped(
  Effect.map(temporaryFolder, (folder) => inFile(join(folder, "tollgate.db")))
)

/** Every kind of storage that comes with Tollgate, each empty whenever it is built. */
export const everyStorage = [
  { storage: "memory", stores: Layer.fresh(Memory.layer) },
  { storage: "an SQLite file", stores: Layer.fresh(inFreshFile) },
  { storage: "PostgreSQL", stores: inEmptyDatabase }
] as const
