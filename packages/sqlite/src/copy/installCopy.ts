import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { Database, migrateWithin } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { DatabaseRefused } from "../DatabaseRefused.js"
import { createFile } from "../file/createFile.js"
import { newFileId } from "../file/fileId.js"
import { locateFile } from "../file/locateFile.js"
import { sidecarFiles } from "../file/sidecarFiles.js"
import { statOf } from "../file/statOf.js"
import { verifyContents } from "../file/verifyContents.js"
import { openDatabase } from "../openDatabase.js"
import { toDatabaseRefusal } from "../toDatabaseRefusal.js"
import { type CopyRefusal, CopyRefused } from "./CopyRefused.js"

/** Names that a database cannot have, in any case, because some file systems ignore it. */
const judgeName = (path: string): CopyRefusal | null => {
  if (/-(wal|shm|journal)$/i.test(path)) return "sqlite_name"
  return /\.key(\.new)?$/i.test(path) ? "key_name" : null
}

const judgePlace = (file: string): CopyRefusal | null => {
  if (statOf(dirname(file))?.isDirectory() !== true) return "directory_missing"
  if (existsSync(file)) return "exists"
  return sidecarFiles(file).some(existsSync) ? "log_left" : null
}

/** Why a database cannot be created at a path; null if it can. */
export const judgeNew = (file: string): CopyRefusal | null => judgeName(file) ?? judgePlace(file)

/** Completes a draft: verifies it, migrates it, gives it an id of its own, and empties its log. */
const finish = Effect.fnUntraced(function* (draft: string) {
  const database = yield* openDatabase(draft)
  const { sql, write } = database
  const [verdict] = yield* write(sql.unsafe("PRAGMA integrity_check(1)"))
  if (!Predicate.isRecord(verdict) || verdict.integrity_check !== "ok") {
    return yield* new CopyRefused({ file: draft, reason: "damaged", cause: verdict })
  }
  yield* Effect.provideService(migrateWithin, Database, database)
  yield* verifyContents(draft)
  yield* write(sql.unsafe(`PRAGMA user_version = ${yield* newFileId}`))
  yield* write(sql.unsafe("PRAGMA wal_checkpoint(TRUNCATE)"))
})

/** Refusals of what a copy contains. */
const ofContents: ReadonlySet<string> = new Set(["newer_schema", "unreleased_schema", "different_schema", "emptied"])

/** Why a file was not created, after its making has failed. */
export const reasonOf = (cause: unknown): CopyRefusal => {
  if (cause instanceof CopyRefused) return cause.reason
  const reason = toDatabaseRefusal(cause)
  return reason === "disk_full" || reason === "not_writable" || reason === "damaged" ? reason : "unreadable"
}

/** Creates a copy completely or not at all, readable only by its owner. `fill` writes its pages, which are verified. */
export const installCopy = <E>(
  path: string,
  source: string,
  fill: (draft: string) => Effect.Effect<void, E>
): Effect.Effect<void, CopyRefused | DatabaseRefused> =>
  Effect.gen(function* () {
    const file = locateFile(path)
    const reason = judgeNew(file)
    if (reason !== null) return yield* new CopyRefused({ file: path, reason })
    const isPlaced = yield* createFile(file, (draft) => Effect.zipRight(fill(draft), Effect.scoped(finish(draft))))
    if (!isPlaced) return yield* new CopyRefused({ file: path, reason: "exists" })
  }).pipe(
    Effect.catchAllDefect(Effect.fail),
    Effect.mapError((cause) => {
      if (cause instanceof CopyRefused) return new CopyRefused({ file: path, reason: cause.reason, cause: cause.cause })
      const reason = toDatabaseRefusal(cause)
      // Invalid contents come from the source.
      if (cause instanceof DatabaseRefused && (cause.reason === "emptied" || cause.reason === "damaged")) {
        return new DatabaseRefused({ ...cause, cause: cause.cause, file: source })
      }
      return ofContents.has(reason)
        ? new DatabaseRefused({ file: source, reason, cause })
        : new CopyRefused({ file: path, reason: reasonOf(cause), cause })
    })
  )
