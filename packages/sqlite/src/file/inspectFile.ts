import { accessSync, constants } from "node:fs"
import { dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import { requireDriver } from "../connection/requireDriver.js"
import { type DatabaseRefusal, DatabaseRefused } from "../DatabaseRefused.js"
import { toDatabaseRefusal } from "../toDatabaseRefusal.js"
import { checkHeader, type HeaderCheck } from "./checkHeader.js"
import { hasUsedKey } from "./keyFile.js"
import { locateFile } from "./locateFile.js"
import { statOf } from "./statOf.js"

/** The path of a database, with links followed, and whether it exists. */
export interface Inspected {
  readonly file: string
  readonly found: "present" | "absent"
}

const isWritable = (path: string, how: number) => {
  try {
    accessSync(path, how)
    return true
  } catch {
    return false
  }
}

const judgeFolder = (file: string): DatabaseRefusal | null =>
  isWritable(dirname(file), constants.W_OK | constants.X_OK) ? null : "not_writable"

const judgeAbsent = (file: string, create: boolean): DatabaseRefusal | null => {
  if (statOf(`${file}-wal`) !== undefined || statOf(`${file}-journal`) !== undefined) return "log_without_database"
  if (hasUsedKey(file)) return "key_without_database"
  if (!create) return "missing"
  return statOf(dirname(file))?.isDirectory() === true ? judgeFolder(file) : "directory_missing"
}

const judgePresent = (file: string): Effect.Effect<HeaderCheck | null, unknown> =>
  Effect.suspend(() => {
    const stats = statOf(file)
    const reason = (reason: DatabaseRefusal) => Effect.succeed({ reason })
    if (stats?.isFile() !== true) return reason("not_a_file")
    if (stats.size === 0) return reason("empty_file")
    if (!isWritable(file, constants.R_OK | constants.W_OK)) return reason("not_writable")
    const folder = judgeFolder(file)
    return Effect.map(checkHeader(file), (judgement) => judgement ?? (folder === null ? null : { reason: folder }))
  })

/**
 * Checks a database file before SQLite opens it, in a time that does not depend on its size unless the file is
 * truncated. Returns its path and whether it exists. Refuses files that are incomplete or not Tollgate's, and changes
 * nothing.
 */
export const inspectFile = (path: string, create: boolean): Effect.Effect<Inspected, DatabaseRefused> => {
  const refused = (judgement: HeaderCheck) => new DatabaseRefused({ file: resolve(path), ...judgement })
  return Effect.gen(function* () {
    yield* requireDriver(path)
    const file = locateFile(path)
    const present = { file, found: "present" } as const
    if (statOf(file) === undefined) {
      const reason = judgeAbsent(file, create)
      if (reason === null) return { file, found: "absent" } as const
      // Another process may have created it meanwhile.
      if (statOf(file) === undefined) return yield* refused({ reason })
    }
    const judgement = yield* judgePresent(file)
    return judgement === null ? present : yield* refused(judgement)
  }).pipe(
    Effect.catchAllDefect(Effect.fail),
    Effect.mapError((cause) =>
      cause instanceof DatabaseRefused
        ? cause
        : new DatabaseRefused({ file: resolve(path), reason: toDatabaseRefusal(cause), cause })
    )
  )
}
