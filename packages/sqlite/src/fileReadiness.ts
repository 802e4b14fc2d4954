import { type Readiness, StorageFailure } from "@tollgate/core/storage"
import type { Database } from "@tollgate/sql/driver"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { OpenedFile } from "./OpenedFile.js"
import { readAnew } from "./readAnew.js"
import { readRoots } from "./readRoots.js"

/** However often it is asked, storage is tried no more often than this: trying writes to the disk. */
const TRIED_EVERY_NANOS = 500_000_000n

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
  const one = yield* Effect.makeSemaphore(1)
  let last: { readonly at: bigint; readonly exit: Exit.Exit<unknown, StorageFailure> } | undefined
  const tried = Effect.gen(function* () {
    // A clock that nobody sets: by another, one answer could hold for as long as that has stepped back.
    const now = yield* Clock.currentTimeNanos
    if (last !== undefined && now - last.at < TRIED_EVERY_NANOS) return yield* last.exit
    const exit = yield* Effect.exit(Effect.zipRight(canBeRead(opened.file), canBeWritten))
    // From its end on: whoever waited for a try that took seconds is answered by that, and makes none of his own.
    last = { at: yield* Clock.currentTimeNanos, exit }
    return yield* exit
  })
  return { check: Effect.asVoid(Effect.zipRight(isOpen, one.withPermits(1)(tried))) }
})
