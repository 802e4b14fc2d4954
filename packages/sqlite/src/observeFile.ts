import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { markLogs } from "./markLogs.js"
import { OpenedFile } from "./OpenedFile.js"
import type { SqliteConnection } from "./SqliteConnection.js"

/** Looks after a file that has been opened: after each commit, its log is marked, and it must still be the open one. */
export const observeFile = (file: string) =>
  Effect.fnUntraced(function* (writer: SqliteConnection) {
    const mark = yield* markLogs(file, writer)
    const opened = new OpenedFile(file, writer)
    const committed = () => {
      mark()
      const cause = opened.lost()
      return cause === null ? null : new StorageFailure({ cause })
    }
    return { opened, committed }
  })
