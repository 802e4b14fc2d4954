import { StorageFailure, type StorageOutcome } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { firstValue } from "../connection/firstValue.js"
import type { SqliteConnection } from "../connection/SqliteConnection.js"
import type { FileLost } from "./FileLost.js"
import { OpenedFile } from "./OpenedFile.js"
import { openLog } from "./openLog.js"
import { stampWal } from "./stampWal.js"

const lossFailure = (cause: FileLost | null, outcome: StorageOutcome) =>
  cause === null ? null : new StorageFailure({ cause, outcome })

/** Nanoseconds for which a check holds: about as long as a disk takes to store a commit, which no check covers either. */
const FRESH = 5_000_000n

/**
 * Guards an open file. It is checked before a write, while nothing of the write has reached the disk, unless it was checked
 * less than 5 ms ago, and by `pollFile` twice a second. After a commit, only a loss that was found meanwhile counts.
 */
export const guardFile = (file: string) =>
  Effect.fnUntraced(function* (writer: SqliteConnection) {
    // This read makes the connection open the log.
    const fileId = firstValue(writer.execute("PRAGMA user_version"))
    const clock = yield* Effect.clock
    const log = yield* openLog(`${file}-wal`)
    const mark = stampWal(log, writer, fileId)
    const opened = new OpenedFile(file, writer, log)
    const committed = () => {
      opened.written()
      if (opened.known === null && !opened.isMarked && mark()) opened.marked()
      return lossFailure(opened.known, "unknown")
    }
    let checkedAt = -FRESH
    const refused = () => {
      const now = clock.unsafeCurrentTimeNanos()
      const age = now - checkedAt
      // A clock that stands still says nothing.
      if (age > 0n && age < FRESH && opened.known === null) {
        opened.unchecked()
        return null
      }
      const loss = opened.lost()
      checkedAt = loss === null ? now : -FRESH
      return lossFailure(loss, "none")
    }
    return {
      opened,
      refused,
      isKnownLost: () => opened.known !== null,
      isLost: () => opened.lost() !== null,
      committed
    }
  })
