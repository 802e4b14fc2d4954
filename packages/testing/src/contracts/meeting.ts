import { Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"

/** Starts `count` effects together: each runs `meet` first, or uses `racing`, whose transactions do. `arrivals` tells how many have. */
export const meeting = (count: number) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const together = yield* Effect.makeLatch()
    let arrived = 0
    const meet = Effect.suspend(() => (++arrived === count ? together.open : together.await))
    const racing = Transaction.of({ ...transaction, run: (effect) => Effect.zipRight(meet, transaction.run(effect)) })
    return { arrivals: () => arrived, meet, racing }
  })
