import { countAlerts, type HoldRecord, type StorageFailure, warnOfRestart } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import type { Dialect, Locks } from "../rows/Dialect.js"
import type { KnownIds } from "../rows/Names.js"
import { runWrites, type Script } from "../rows/Script.js"
import { type Act, type Chunk, type Done, Judged, type TimeOf } from "./runActs.js"
import { UnitOfWork, type UnitOptions } from "./UnitOfWork.js"

/** Where acts run, and whose time they take. */
export interface Spending {
  readonly database: Context.Tag.Service<Database>
  readonly dialect: Dialect
  readonly known: KnownIds
  /** Whether acts take the time from the server. */
  readonly isServerTime: boolean
}

/** Runs acts. */
export interface SpendingEngine extends Spending {
  readonly judge: <A>(act: Act<A>) => Effect.Effect<A, StorageFailure>
  /** Changes a chunk of holds, and returns those that it has changed. */
  readonly change: (chunk: Chunk) => Effect.Effect<ReadonlyArray<HoldRecord>, StorageFailure>
}

/** Another transaction has stored one of the new holds meanwhile. */
class Taken {
  readonly _tag = "Taken"
}

export type UnitRunner = ReturnType<typeof unitRunner>

type Work<A> = (unit: UnitOfWork) => Script<Done<A>>

/** Runs units of work: scripts that load, judge and write in one transaction. */
export const unitRunner = ({ database, dialect, isServerTime, known }: Spending) => {
  const timeOf: TimeOf = (unit, now) => (isServerTime && unit.lockedAt > 0 ? unit.lockedAt : now)

  /** Keeps what a committed unit has learned. What an open transaction has written may be rolled back. */
  const finished = <A>({ answer, unit }: Done<A>): Effect.Effect<Judged<A>> =>
    Effect.map(database.isInTransaction, (isJoining) => {
      if (!isJoining) {
        known.keep(unit.learned, unit.writesAt)
        unit.cache?.committed(unit)
      }
      return new Judged(answer, unit.rows)
    })

  /** In a new transaction, or in the open one. */
  const inTransaction = <A>(
    work: Work<A>,
    locks: Locks,
    options: UnitOptions = {}
  ): Effect.Effect<Judged<A>, StorageFailure> => {
    const once = runWrites(database, () => work(new UnitOfWork(known.current, dialect, locks, options))).pipe(
      Effect.filterOrFail(
        ({ taken }) => taken === 0,
        () => new Taken()
      ),
      database.transact
    )
    return Effect.retry(once, { while: (error) => error instanceof Taken, times: 10 }).pipe(
      Effect.catchTag("Taken", () => Effect.dieMessage("A new hold was taken ten times.")),
      Effect.flatMap(finished)
    )
  }

  const { runSteps } = database
  /** In a transaction of its own, in as few messages as possible. Absent if the driver cannot send statements together. */
  const inMessages =
    runSteps &&
    (<A>(settings: string, work: Work<A>, locks: Locks, options: UnitOptions) => {
      const unit = () => new UnitOfWork(known.current, dialect, locks, { ...options, commitsAtOnce: true })
      return Effect.flatMap(
        runSteps(settings, () => work(unit())),
        finished
      )
    })

  return { inTransaction, inMessages, timeOf }
}

/** The answer of acts, after the scopes are logged that were on a day that was not believed, and alerts are counted. */
export const answered = <A, E>(judged: Effect.Effect<Judged<A>, E>): Effect.Effect<A, E> =>
  Effect.flatMap(judged, ({ answer, restarted, told }) =>
    restarted.length === 0 && told.length === 0
      ? Effect.succeed(answer)
      : Effect.as(Effect.zipRight(warnOfRestart(restarted), countAlerts(told)), answer)
  )
