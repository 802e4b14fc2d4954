import { closeSync, openSync, readSync } from "node:fs"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The salts identify a log. They change each time the log starts again (SQLite's file format, section 4.1). */
const SALTS = { at: 16, length: 8 }

/** Bytes before a log's first frame, and before each frame's page. The salts of the log are in each frame, too. */
export const LOG_HEADER = 32
export const FRAME_HEADER = 24
const FRAME_SALTS_AT = 8

/**
 * A log that is looked at through a descriptor, and not with `stat`: from Linux 6.13 on, the first write after a `stat` gets a
 * new time of change, which `fsync` stores in the file system's journal, so that a commit takes half as long again.
 */
export interface OpenedLog {
  /** Whether it has this size in bytes. */
  readonly isAsLong: (size: number) => boolean
  /** Reads its salts; null if it has none. The next call overwrites the bytes. */
  readonly salts: () => Buffer | null
  /** Whether its frames from one number to another, counted from 0 and without the last, have its salts, so that none is a hole. */
  readonly hasFrames: (pageSize: number, from: number, to: number) => boolean
}

/** Opens the log of an open database for the time of a scope. SQLite has no locks on a log, so closing it drops none. */
export const openLog = (path: string): Effect.Effect<OpenedLog, unknown, Scope.Scope> =>
  Effect.acquireRelease(Effect.try({ try: () => openSync(path, "r"), catch: (cause) => cause }), (descriptor) =>
    Effect.sync(() => closeSync(descriptor))
  ).pipe(
    Effect.map((descriptor) => {
      const [two, found, ofFrame] = [Buffer.alloc(2), Buffer.alloc(SALTS.length), Buffer.alloc(SALTS.length)]
      const readSalts = (into: Buffer, at: number) => readSync(descriptor, into, 0, SALTS.length, at) === SALTS.length
      return {
        // Its last byte, and none after it.
        isAsLong: (size) => size > 0 && readSync(descriptor, two, 0, 2, size - 1) === 1,
        salts: () => (readSalts(found, SALTS.at) ? found : null),
        hasFrames: (pageSize, from, to) => {
          // A log that was emptied and then written further back begins with zeros.
          if (!readSalts(found, SALTS.at) || found.readBigUInt64BE() === 0n) return false
          for (let n = from; n < to; n++) {
            const at = LOG_HEADER + n * (FRAME_HEADER + pageSize) + FRAME_SALTS_AT
            if (!readSalts(ofFrame, at) || !ofFrame.equals(found)) return false
          }
          return true
        }
      }
    })
  )
