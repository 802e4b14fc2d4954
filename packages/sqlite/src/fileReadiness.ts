import { type Readiness, StorageFailure } from "@tollgate/core/storage"
import type { Database } from "@tollgate/sql/driver"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { OpenedFile } from "./OpenedFile.js"
import { readAnew } from "./readAnew.js"
import { readRoots } from "./readRoots.js"

/** However often it is asked, storage is tried so often at most: trying writes to the disk. */
const TRIED_AT_MOST = "500 millis"

const canBeRead = (file: string) =>
  Effect.try({
    try: () => {
      const unread = readAnew(file, readRoots)
      if (unread !== null) throw unread.cause
    },
    catch: (cause) => new StorageFailure({ cause })
  })

/** Whether the file is the open one still, every table can be read, and a write is kept. */
export const fileReadiness: (
  opened: OpenedFile,
  database: Context.Tag.Service<Database>
) => Effect.Effect<Context.Tag.Service<Readiness>> = Effect.fnUntraced(function* (opened, { sql, write }) {
  const isOpen = Effect.suspend(() => {
    const cause = opened.lost()
    return cause === null ? Effect.void : new StorageFailure({ cause })
  })
  const canBeWritten = Effect.clockWith((clock) =>
    write(sql`INSERT INTO tollgate_meta (name, value) VALUES ('tried_at', ${String(clock.unsafeCurrentTimeMillis())})
ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  )
  const tried = yield* Effect.cachedWithTTL(Effect.zipRight(canBeRead(opened.file), canBeWritten), TRIED_AT_MOST)
  return { check: Effect.asVoid(Effect.zipRight(isOpen, tried)) }
})
