import { existsSync } from "node:fs"
import { open } from "node:fs/promises"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import { requireDriver } from "../connection/requireDriver.js"
import { type DatabaseRefusal, DatabaseRefused } from "../DatabaseRefused.js"
import { checkHeader } from "../file/checkHeader.js"
import { locateFile } from "../file/locateFile.js"
import { sidecarFiles } from "../file/sidecarFiles.js"
import { statOf } from "../file/statOf.js"
import { toDatabaseRefusal } from "../toDatabaseRefusal.js"
import type { OnProgress } from "./backup.js"
import { CopyRefused } from "./CopyRefused.js"
import { installCopy } from "./installCopy.js"

const CHUNK = 1_048_576

const copyBytes = async (from: string, to: string, onProgress: OnProgress, signal: AbortSignal) => {
  await using source = await open(from, "r")
  await using target = await open(to, "r+")
  const { size } = await source.stat()
  const chunk = Buffer.alloc(CHUNK)
  for (let done = 0; done < size; ) {
    signal.throwIfAborted()
    const { bytesRead } = await source.read(chunk, 0, CHUNK, done)
    if (bytesRead === 0) break
    for (let written = 0; written < bytesRead; ) {
      written += (await target.write(chunk, written, bytesRead - written, done + written)).bytesWritten
    }
    done += bytesRead
    onProgress(done / size)
  }
}

const judgeCopy = Effect.fnUntraced(function* (copy: string, file: string) {
  const stats = statOf(file)
  if (stats === undefined) return yield* new DatabaseRefused({ file: copy, reason: "missing" })
  if (!stats.isFile()) return yield* new DatabaseRefused({ file: copy, reason: "not_a_file" })
  if (stats.size === 0) return yield* new DatabaseRefused({ file: copy, reason: "empty_file" })
  // An open database always has a log index, so a file without one is not open and can be read here.
  if (sidecarFiles(file).some(existsSync)) {
    return yield* new CopyRefused({ file: copy, reason: "unfinished" })
  }
  const judgement = yield* checkHeader(file)
  if (judgement !== null) return yield* new DatabaseRefused({ file: copy, ...judgement })
})

/** Refusals that mean that the copy itself is damaged. */
const spoiled: ReadonlySet<DatabaseRefusal> = new Set(["damaged", "empty_file", "emptied", "different_schema"])

const spoiledCopy = ({ cause, file, found }: DatabaseRefused) =>
  new CopyRefused({ file, reason: "spoiled", ...(found === undefined ? {} : { found }), cause })

/**
 * Creates a database from a copy. The copy is not changed. The new file is verified before it gets its name, and is
 * readable only by its owner.
 *
 * @throws {CopyRefused} if the copy is damaged or the database cannot be created.
 * @throws {DatabaseRefused} if the copy is not a database of this version.
 */
export const restore = (
  copy: string,
  database: string,
  onProgress: OnProgress = () => {}
): Effect.Effect<void, CopyRefused | DatabaseRefused> =>
  Effect.gen(function* () {
    yield* requireDriver(database)
    const file = locateFile(copy)
    yield* judgeCopy(resolve(copy), file)
    yield* installCopy(database, copy, (draft) =>
      Effect.tryPromise({
        try: (signal) => copyBytes(file, draft, onProgress, signal),
        catch: (cause) => cause
      })
    )
  }).pipe(
    Effect.catchAllDefect(Effect.fail),
    Effect.mapError((cause) => {
      if (cause instanceof CopyRefused) return cause
      if (cause instanceof DatabaseRefused) return spoiled.has(cause.reason) ? spoiledCopy(cause) : cause
      return new DatabaseRefused({ file: resolve(copy), reason: toDatabaseRefusal(cause), cause })
    })
  )
