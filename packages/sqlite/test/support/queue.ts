import type { StorageFailure } from "@tollgate/core"
import { Effect } from "effect"
import { openSqlite } from "../../src/connection/SqliteConnection.js"
import { WriteQueue } from "../../src/writer/WriteQueue.js"
import { connect, temporaryFile } from "./files.js"
import { openOther } from "./otherProgram.mjs"

/**
 * A queue over a file with a table of numbers, and what the file is asked: each statement, and "turn" for each turn of the
 * event loop between. Time is `clock.now`, and each insert takes `clock.perInsert`; the statements in `failing` fail,
 * with the code of `error`.
 */
export const queueOverFile = Effect.gen(function* () {
  const file = yield* temporaryFile
  const maker = openOther(file)
  maker.exec("PRAGMA journal_mode = WAL; CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT")
  maker.close()
  const connection = yield* Effect.acquireRelease(
    Effect.sync(() => openSqlite(file, { readonly: false })),
    ({ close }) => Effect.sync(close)
  )
  const said: Array<string> = []
  const failing = new Set<string>()
  const clock = { now: 0, perInsert: 0 }
  const error: { code: string | undefined } = { code: undefined }
  const guard: { refused: () => StorageFailure | null; committed: () => StorageFailure | null } = {
    refused: () => null,
    committed: () => null
  }
  const turning = { on: true }
  const turn = () => {
    said.push("turn")
    if (turning.on) setImmediate(turn)
  }
  yield* Effect.acquireRelease(Effect.sync(turn), () => Effect.sync(() => (turning.on = false)))
  const queue = new WriteQueue(
    {
      ...connection,
      execute: (text, params) => {
        said.push(text)
        if (text === insert) clock.now += clock.perInsert
        if (failing.has(text)) throw Object.assign(new Error(`${text} failed`), error.code && { code: error.code })
        return connection.execute(text, params)
      }
    },
    { now: () => clock.now, refused: () => guard.refused(), committed: () => guard.committed() }
  )
  const others = yield* connect(file)
  const numbers = () => others.values("SELECT n FROM numbers ORDER BY n")
  return { clock, error, failing, guard, numbers, others, queue, said }
})

export const insert = "INSERT INTO numbers VALUES (?)"
