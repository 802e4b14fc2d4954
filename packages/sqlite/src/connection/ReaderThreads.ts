import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import {
  type Connected,
  nothingStored,
  type RunTransaction,
  retryWhileTransient,
  TransactionContext,
  transactionExit
} from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ReaderThread } from "./ReaderThread.js"

/** Maximum number of threads: each that runs takes a processor, and its snapshot keeps the log from being checkpointed. */
const MAX_THREADS = 2

/** An Effect SQL connection whose statements run on a thread. An interrupted caller stops waiting, but the statement runs to its end. */
const connectionOf = (thread: ReaderThread): Connected => {
  const run = (text: string, params: ReadonlyArray<unknown> = []) =>
    Effect.async<ReadonlyArray<Record<string, unknown>>, SqlError>((resume) => {
      thread.run(
        text,
        params,
        Either.match({
          onLeft: (cause) => resume(new SqlError({ cause, message: "SQLite refused a statement" })),
          // SQLite's rows are objects by column.
          onRight: (rows) => resume(Effect.succeed(rows as ReadonlyArray<Record<string, unknown>>))
        })
      )
    })
  const execute: Connection["execute"] = (text, params, transform) =>
    transform === undefined ? run(text, params) : Effect.map(run(text, params), transform)
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: run,
    executeValues: (text, params) => Effect.map(run(text, params), (rows) => rows.map((row) => Object.values(row))),
    executeStream: () => Effect.dieMessage("SQLite's rows are not streamed.")
  }
}

/** Reads that may be long, on threads that are started when they are needed. */
export const makeReaderThreads = (start: () => ReaderThread) => {
  const idle: Array<ReaderThread> = []
  const started = new Set<ReaderThread>()
  let isClosed = false
  const permits = Effect.unsafeMakeSemaphore(MAX_THREADS)

  const take = Effect.try({
    try: () => {
      if (isClosed) throw new Error("The database is closed.")
      let thread = idle.pop()
      while (thread?.isOver === true) {
        started.delete(thread)
        thread = idle.pop()
      }
      thread ??= start()
      started.add(thread)
      return thread
    },
    catch: nothingStored
  })

  /** Gives a thread back once it has run what it was given: its caller does not wait. */
  const giveBack = (thread: ReaderThread) =>
    thread.run("ROLLBACK", [], () => {
      // That there is none to roll back is no failure.
      idle.push(thread)
      Effect.runSync(permits.release(1))
    })

  const snapshot: RunTransaction = (body) =>
    retryWhileTransient(
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          yield* restore(permits.take(1))
          const thread = yield* Effect.tapError(take, () => permits.release(1))
          const connection = connectionOf(thread)
          const begin = () =>
            Effect.mapBoth(connection.execute("BEGIN", [], undefined), {
              onFailure: nothingStored,
              onSuccess: () => connection
            })
          const context = new TransactionContext(begin, { isReading: true })
          const exit = yield* Effect.exit(restore(body(context)))
          context.end()
          giveBack(thread)
          return yield* transactionExit(exit, context.failure)
        })
      )
    )

  /** Ends all threads, after the statements that they run. */
  const close = Effect.promise(() => {
    isClosed = true
    return Promise.all(Array.from(started, (thread) => thread.close()))
  })
  return { snapshot, close }
}
