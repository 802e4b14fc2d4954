import type { Readiness, StorageFailure } from "@tollgate/core/storage"
import { Database, newerSchema, nothingStored } from "@tollgate/sql/driver"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { withFreshConnection } from "../connection/withFreshConnection.js"
import { probeTables } from "../file/probeTables.js"
import { largeLog } from "./largeLog.js"
import type { OpenedFile } from "./OpenedFile.js"

/** Minimum time between two tests of the storage, because a test writes to the disk. */
const TRIED_EVERY_NANOS = 500_000_000n

/**
 * How much a test writes, in bytes: 20 pages, as many as the creation of a key. Less of it would still fit on a disk on which every change is
 * refused, because a refused change leaves its room to the log.
 */
const WRITTEN = 81_920

/** A text of which each page differs from that of another instant: SQLite does not write a page that stays the same. */
const filled = (instant: number) => {
  const text = String(instant)
  return text.repeat(Math.ceil(WRITTEN / text.length))
}

const canBeRead = (file: string) =>
  Effect.try({
    try: () => {
      const unread = withFreshConnection(file, (_, execute) => probeTables(execute))
      if (unread !== null) throw unread.cause
    },
    catch: nothingStored
  })

/** Ready if the path still leads to the open file, every table can be read, and a write of the size of a small change is stored. */
export const fileReadiness: (
  opened: OpenedFile,
  database: Context.Tag.Service<Database>
) => Effect.Effect<Context.Tag.Service<Readiness>> = Effect.fnUntraced(function* (opened, database) {
  const { sql, write } = database
  const newer = yield* Effect.provideService(newerSchema, Database, database)
  const isOpen = Effect.suspend(() => {
    const cause = opened.lost()
    return cause === null ? Effect.void : nothingStored(cause)
  })
  const canBeWritten = Effect.clockWith((clock) =>
    write(sql`INSERT INTO tollgate_meta (name, value) VALUES ('tried_at', ${filled(clock.unsafeCurrentTimeMillis())})
ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  )
  const one = yield* Effect.makeSemaphore(1)
  let last: { readonly at: bigint; readonly exit: Exit.Exit<unknown, StorageFailure> } | undefined
  const tried = Effect.gen(function* () {
    // A monotonic clock: with the wall clock, a step back would keep one result for the length of the step.
    const now = yield* Clock.currentTimeNanos
    if (last !== undefined && now - last.at < TRIED_EVERY_NANOS) return yield* last.exit
    const exit = yield* Effect.exit(Effect.zipRight(canBeRead(opened.file), canBeWritten))
    // Counts from the end of the test, so that callers who waited for a slow test share its result.
    last = { at: yield* Clock.currentTimeNanos, exit }
    return yield* exit
  })
  return {
    check: Effect.asVoid(Effect.zipRight(isOpen, one.withPermits(1)(tried))),
    warnings: Effect.map(newer, (warnings) => {
      const warning = largeLog(opened)
      return warning === null ? warnings : [...warnings, warning]
    })
  }
})
