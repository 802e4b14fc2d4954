import { closeSync, openSync, readSync } from "node:fs"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The salts identify a log. They change each time the log starts again (SQLite's file format, section 4.1). */
const SALTS = { at: 16, length: 8 }

/**
 * A log that is looked at through a descriptor, and not with `stat`: from Linux 6.13 on, the first write after a `stat` gets a
 * new time of change, which `fsync` stores in the file system's journal, so that a commit takes half as long again.
 */
export interface OpenedLog {
  /** Whether it has this size in bytes. */
  readonly isAsLong: (size: number) => boolean
  /** Reads its salts; null if it has none. The next call overwrites the bytes. */
  readonly salts: () => Buffer | null
}

/** Opens the log of an open database for the time of a scope. SQLite has no locks on a log, so closing it drops none. */
export const openLog = (path: string): Effect.Effect<OpenedLog, unknown, Scope.Scope> =>
  Effect.acquireRelease(Effect.try({ try: () => openSync(path, "r"), catch: (cause) => cause }), (descriptor) =>
    Effect.sync(() => closeSync(descriptor))
  ).pipe(
    Effect.map((descriptor) => {
      const [two, found] = [Buffer.alloc(2), Buffer.alloc(SALTS.length)]
      return {
        // Its last byte, and none after it.
        isAsLong: (size) => size > 0 && readSync(descriptor, two, 0, 2, size - 1) === 1,
        salts: () => (readSync(descriptor, found, 0, SALTS.length, SALTS.at) === SALTS.length ? found : null)
      }
    })
  )
