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

/**
 * Guards an open file. It is checked before each write, while nothing of the write has reached the disk, and by
 * `watchFile` twice a second. After a commit, only a loss that was found meanwhile counts.
 */
export const guardFile = (file: string) =>
  Effect.fnUntraced(function* (writer: SqliteConnection) {
    // This read makes the connection open the log.
    const fileId = firstValue(writer.execute("PRAGMA user_version"))
    const log = yield* openLog(`${file}-wal`)
    const mark = stampWal(log, writer, fileId)
    const opened = new OpenedFile(file, writer, log)
    const committed = () => {
      opened.written()
      if (opened.known === null && !opened.isMarked && mark()) opened.marked()
      return lossFailure(opened.known, "unknown")
    }
    return { opened, refused: () => lossFailure(opened.lost(), "none"), committed }
  })
