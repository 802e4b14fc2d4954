import { CHUNK, type StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { batchedActs } from "./postgres/batchedActs.js"
import type { Locks } from "./rows/Dialect.js"
import type { Script } from "./rows/Script.js"
import { EpochRowCache } from "./sqlite/EpochRowCache.js"
import type { RowOverlay } from "./unit/RowOverlay.js"
import { type Act, answerOf, type Done, type Judged, runActs, runChunk } from "./unit/runActs.js"
import type { UnitOfWork } from "./unit/UnitOfWork.js"
import { answered, type Spending, type SpendingEngine, unitRunner } from "./unit/unitRunner.js"

/** Runs acts at once, on rows that are kept in memory, if the driver's statements are synchronous; else as units of work. */
export const spendingEngine = Effect.fnUntraced(function* (spending: Spending) {
  const { database, dialect, known } = spending
  const rows = new EpochRowCache(known)
  const units = unitRunner(spending)

  const run = <A>(
    now: number,
    judge: (rows: RowOverlay) => A,
    work: (unit: UnitOfWork) => Script<Done<A>>,
    locks: Locks
  ): Effect.Effect<A, StorageFailure> =>
    answered(
      database.act<Judged<A>, StorageFailure, never>(
        (query, epoch) => rows.act(query, epoch, now, judge),
        Effect.suspend(() => units.inTransaction(work, locks)),
        rows
      )
    )

  const alone = <A>(act: Act<A>): Effect.Effect<A, StorageFailure> =>
    run(
      act.now,
      (rows) => act.judge(rows, act.now),
      function* (unit) {
        const done = yield* runActs(unit, [act], units.timeOf)
        return { ...done, answer: answerOf<A>(done.answer[0]) }
      },
      "wait"
    )

  const engine: SpendingEngine = {
    ...spending,
    judge: dialect.locksRows ? yield* batchedActs(spending, units, alone) : alone,
    change: (chunk) =>
      run(
        chunk.now,
        (changed) =>
          rows
            .found((count) => chunk.find("none", count), chunk.isWanted)
            .slice(0, CHUNK)
            .flatMap((hold) => chunk.change(changed, hold, chunk.now) ?? []),
        (unit) => runChunk(unit, chunk, units.timeOf),
        "skip"
      )
  }
  return engine
})
