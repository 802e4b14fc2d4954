import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Services } from "@tollgate/core"
import { layer } from "@tollgate/sqlite"
import { Effect, Layer, Redacted } from "effect"
import { openOther } from "./otherProgram.mjs"

/** An empty folder that goes with its scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "tollgate-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** Where a database can be, in a folder of its own. */
export const temporaryFile = Effect.map(temporaryFolder, (folder) => join(folder, "tollgate.db"))

export const masterKey = Redacted.make(new Uint8Array(32).fill(7))

export const inFile = (file: string) => layer({ file, masterKey })

/** Opens a file and closes it again. */
export const openAndClose = (file: string) => Effect.scoped(Layer.build(inFile(file)))

/** The bytes of a database without accounts, made once per process: creating its tables takes longer than most tests. */
const emptyDatabase = Effect.runSync(
  Effect.cached(
    Effect.scoped(Effect.flatMap(temporaryFile, (file) => Effect.map(openAndClose(file), () => readFileSync(file))))
  )
)

const newFile = Effect.gen(function* () {
  const file = yield* temporaryFile
  writeFileSync(file, yield* emptyDatabase)
  return file
})

/** Every port on a file without accounts, each time that it is built. */
export const inFreshFile: Layer.Layer<Services> = Layer.fresh(
  Layer.orDie(Layer.unwrapScoped(Effect.map(newFile, inFile)))
)

/** A connection of another program to the file, closed with its scope. */
export const connect = (file: string) =>
  Effect.acquireRelease(
    Effect.sync(() => openOther(file)),
    (database) => Effect.sync(() => database.close())
  )
