import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { markLogs } from "./markLogs.js"
import { OpenedFile } from "./OpenedFile.js"
import type { SqliteConnection } from "./SqliteConnection.js"

/** Looks after a file that has been opened: before each write and after each commit it must
 * still be the open one, and its log is marked. */
export const observeFile = (file: string) =>
  Effect.fnUntraced(function* (writer: SqliteConnection) {
    const mark = yield* markLogs(file, writer)
    const opened = new OpenedFile(file, writer)
    const refused = () => {
      const cause = opened.lost()
      return cause === null ? null : new StorageFailure({ cause })
    }
    const committed = () => {
      const lost = refused()
      if (lost === null) mark()
      return lost
    }
    return { opened, refused, committed }
  })
