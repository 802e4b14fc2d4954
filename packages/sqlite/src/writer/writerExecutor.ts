import type { StorageFailure } from "@tollgate/core/storage"
import { type Executor, transactionExit } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Outcome, TransactionWrite } from "./QueuedWrite.js"
import type { WriteQueue } from "./WriteQueue.js"

const settled = (part: { readonly whenSettled: (told: (outcome: Outcome) => void) => void }) =>
  Effect.async<Outcome>((resume) => part.whenSettled((outcome) => resume(Effect.succeed(outcome))))

/** Waits for a turn. An interruption leaves the queue, or ends the turn. */
const takeTurn = (queue: WriteQueue): Effect.Effect<TransactionWrite, StorageFailure> => {
  let turn: TransactionWrite | undefined
  return Effect.async<TransactionWrite, StorageFailure>((resume) => {
    const own = queue.turn()
    turn = own
    own.give = () => resume(Effect.succeed(own))
    own.whenSettled((outcome) => {
      if (outcome !== null) resume(outcome)
    })
  }).pipe(
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        if (turn !== undefined && !queue.leave(turn)) queue.end(turn, true)
      })
    )
  )
}

/** Writes through a queue. */
export const writerExecutor = (queue: WriteQueue): Pick<Executor, "write" | "transact"> => ({
  write: (text, params) =>
    Effect.async((resume) => {
      const part = queue.single(text, params)
      part.whenSettled((outcome) => resume(outcome ?? Effect.succeed(part.rows)))
      // An interruption leaves the queue, or waits for the result of the statement.
      return Effect.suspend(() => (queue.leave(part) ? Effect.void : settled(part)))
    }),
  transact: (body) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const turn = yield* restore(takeTurn(queue))
        const exit = yield* Effect.exit(restore(body(turn.act)))
        queue.end(turn, Exit.isFailure(exit))
        // A failure waits, too: it may result from writes of others that are then not stored.
        return yield* transactionExit(exit, (yield* settled(turn)) ?? turn.act.failure)
      })
    )
})
