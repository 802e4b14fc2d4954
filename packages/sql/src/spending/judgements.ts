import type { Paged } from "@tollgate/core"
import {
  CHUNK,
  HoldLife,
  type HoldRecord,
  type ScopeRef,
  type StorageFailure,
  scopeName,
  warnOfRestart
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { Database } from "../transaction/Database.js"
import { apart } from "./postgres/apart.js"
import { Batches } from "./postgres/Batches.js"
import { batchSettings, beginSettings, waitFor } from "./postgres/batchSettings.js"
import { KeptRows } from "./postgres/KeptRows.js"
import { statementsPostgres } from "./postgres/statementsPostgres.js"
import { type HoldListing, holdAt } from "./queries/listHolds.js"
import { Names } from "./rows/Names.js"
import type { Locks, Statement } from "./rows/Statements.js"
import type { Row } from "./rows/scopeRows.js"
import { SpendingTime } from "./SpendingTime.js"
import { MirroredRows } from "./sqlite/MirroredRows.js"
import { statementsSqlite } from "./sqlite/statementsSqlite.js"
import { Act } from "./unit/Act.js"
import { answerOf, type Chunk, chunk, type Done, type Item, together } from "./unit/actScripts.js"
import { Draft } from "./unit/Draft.js"
import type { Judged } from "./unit/Judged.js"
import { runEffect, runTogether } from "./unit/run.js"
import type { ActOptions, Known, Reading, Script } from "./unit/Script.js"

/** What is kept of numbers of scopes at the same time. */
const MOST_SCOPES = 100_000

/** Another transaction has stored one of the new holds meanwhile. */
class Taken {
  readonly _tag = "Taken"
}

export type Judgements = Effect.Effect.Success<ReturnType<typeof judgements>>

/** Runs acts on the rows of a database: synchronously if its driver can, else by reading, judging and writing. */
export const judgements = (database: Context.Tag.Service<Database>) =>
  Effect.gen(function* () {
    const time = yield* SpendingTime
    const { act, isInTransaction, read, runSteps, snapshot, sql, transact } = database
    const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
    const statements = isPostgres ? statementsPostgres : statementsSqlite(true)
    let known: Known = { names: new Names(), scopes: new Map() }

    const keep = ({ names, scopes }: Known, now: number) => {
      // Acts that run now go on with what they have begun with.
      if (known.names.isFull || known.scopes.size > MOST_SCOPES) known = { names: new Names(), scopes: new Map() }
      else if (known.names.isOldAt(now)) known = { names: new Names(), scopes: known.scopes }
      known.names.keep(names, now)
      for (const [name, id] of scopes) known.scopes.set(name, id)
    }
    const kept = new KeptRows()
    const mirror = new MirroredRows({
      names: () => known.names,
      keep: (names, now) => keep({ names, scopes: new Map() }, now)
    })

    const isServerTime = isPostgres && time === "server"
    const timeOf = (running: Act, now: number) => (isServerTime && running.lockedAt > 0 ? running.lockedAt : now)

    const finished = <A>({ act, answer, draft, restarted }: Done<A>) =>
      Effect.flatMap(isInTransaction, (isJoining) => {
        // What an open transaction has written may be rolled back.
        if (!isJoining) {
          keep(act.learned, act.writesAt)
          if (act.stamp !== "") kept.keep(act.read, draft, act.stamps, act.stamp)
        }
        return Effect.as(warnOfRestart(restarted), answer)
      })

    /** The same in fewer steps for acts on mirrored rows. */
    const settled = <A>(effect: Effect.Effect<Done<A> | Judged<A>, StorageFailure>): Effect.Effect<A, StorageFailure> =>
      Effect.flatMap(effect, (done) => {
        if ("act" in done) return finished(done)
        return done.restarted.length === 0
          ? Effect.succeed(done.answer)
          : Effect.as(warnOfRestart(done.restarted), done.answer)
      })

    /** Runs a script in a transaction: a new one, or the open one. */
    const inTransaction = <A>(
      script: (running: Act) => Script<Done<A>>,
      locks: Locks,
      options: ActOptions = {}
    ): Effect.Effect<Done<A>, StorageFailure> => {
      const once = runTogether(database, () => script(new Act(known, statements, locks, options))).pipe(
        Effect.filterOrFail(
          ({ taken }) => taken === 0,
          () => new Taken()
        ),
        transact
      )
      return Effect.retry(once, { while: (error) => error instanceof Taken, times: 10 }).pipe(
        Effect.catchTag("Taken", () => Effect.dieMessage("A new hold was taken ten times."))
      )
    }

    /** Runs an act on mirrored rows if its statements are synchronous, and a script otherwise. */
    const run = <A>(
      now: number,
      judge: (rows: MirroredRows) => A,
      script: (running: Act) => Script<Done<A>>,
      locks: Locks
    ): Effect.Effect<Done<A> | Judged<A>, StorageFailure> =>
      act<Done<A> | Judged<A>, StorageFailure, never>(
        (query, epoch) => mirror.act(query, epoch, now, judge),
        Effect.suspend(() => inTransaction(script, locks)),
        mirror
      )

    const runtime = yield* Effect.runtime()
    const batch = apart((items: ReadonlyArray<Item<unknown>>, locks, first, began) => {
      const script = (running: Act) => {
        began(running)
        return together(running, items, timeOf)
      }
      const before = first === null ? [] : waitFor(first)
      const done =
        runSteps === undefined
          ? inTransaction(script, locks, { before: [batchSettings, ...before], kept })
          : runSteps(beginSettings, () =>
              script(new Act(known, statements, locks, { before, commitsAtOnce: true, kept }))
            )
      return Effect.flatMap(done, finished)
    })
    const batches: Batches<Item<unknown>> = new Batches(
      Runtime.runFork(runtime),
      (items) => batch(items, "wait"),
      (items) => batch(items, "skip"),
      (items, scope) => batch(items, "skip", scope)
    )
    const needsOf = (holds: ReadonlyArray<HoldRecord>, refs: Reading["refs"]) => [
      ...holds.flatMap(({ scopes }) => scopes),
      ...refs.flatMap((ref) => known.scopes.get(scopeName(ref)) ?? [])
    ]

    const alone = <A>(item: Item<A>): Effect.Effect<A, StorageFailure> =>
      settled(
        run(
          item.now,
          (rows) => item.judge(rows, item.now),
          function* (running) {
            const done = yield* together(running, [item], timeOf)
            return { ...done, answer: answerOf<A>(done.answer[0]) }
          },
          "wait"
        )
      )

    const batched = <A>(item: Item<A>): Effect.Effect<A, StorageFailure> =>
      Effect.flatMap(isInTransaction, (isJoining) => {
        if (isJoining) return alone(item)
        const holds = item.holds.flatMap((id) => kept.hold(id) ?? [])
        const organization = item.refs[0]?.organization_id ?? holds[0]?.organization_id ?? ""
        // The answer is that of the item.
        return batches.judge(organization, item, () => needsOf(holds, item.refs)) as Effect.Effect<A, StorageFailure>
      })

    return {
      isPostgres,
      /** Whether acts take the time from the server. */
      isServerTime,
      /** The rows of a statement. */
      select: (statement: Statement): Effect.Effect<ReadonlyArray<Row>, StorageFailure> =>
        runEffect(read, () => new Act(known, statements, "none").select(statement)),
      judge: isPostgres ? batched : alone,
      /** Changes a chunk of holds, and returns those that it has changed. */
      change: (chunked: Chunk): Effect.Effect<ReadonlyArray<HoldRecord>, StorageFailure> =>
        settled(
          run(
            chunked.now,
            (rows) =>
              rows
                .found((changed) => chunked.find("none", changed), chunked.isWanted)
                .slice(0, CHUNK)
                .flatMap((hold) => chunked.change(rows, hold, chunked.now) ?? []),
            (running) => chunk(running, chunked, "skip", timeOf),
            "skip"
          )
        ),
      /** Looks at the scopes that exist among these, which are read by one statement. */
      look: <A>(refs: ReadonlyArray<ScopeRef>, f: (scopes: Draft) => A): Effect.Effect<A, StorageFailure> =>
        runEffect(read, function* () {
          const running = new Act(known, statements, "none")
          if (refs.length > 0) yield* running.named(refs)
          return f(new Draft(running.read))
        }),
      /** Rows that are read by a script, in the open transaction or without one. */
      runReading: <A>(script: (running: Act) => Script<A>): Effect.Effect<A, StorageFailure> =>
        runEffect(read, () => script(new Act(known, statements, "none"))),
      /** One hold. Its names never change, so it needs no snapshot. */
      find: (id: HoldRecord["id"]): Effect.Effect<HoldRecord | null, StorageFailure> =>
        runEffect(read, function* () {
          const running = new Act(known, statements, "none")
          yield* running.holds([id])
          return running.read.holds.get(id) ?? null
        }),
      /** One hold as it is at an instant: of the server, if acts take the time from it. */
      findAt: (id: HoldRecord["id"], now: number): Effect.Effect<HoldRecord | null, StorageFailure> =>
        runEffect(read, function* () {
          const running = new Act(known, statements, "none")
          const rows = yield* running.select(holdAt(id, isServerTime ? "server" : now, isPostgres))
          const [hold] = yield* running.holdsFrom(rows)
          return hold === undefined ? null : HoldLife.expired(hold, Number(rows[0]?.now))
        }),
      /** A page of holds, and their number. */
      page: ({ count, page }: HoldListing): Effect.Effect<Paged<HoldRecord>, StorageFailure> =>
        snapshot(
          runEffect(read, function* () {
            const running = new Act(known, statements, "none")
            const [size] = yield* running.select(count)
            // Null if holds are listed as they are stored.
            const now = size?.now === null ? null : Number(size?.now)
            const data = yield* running.holdsFrom(yield* running.select(page(now)))
            return {
              data: now === null ? data : data.map((hold) => HoldLife.expired(hold, now)),
              total_count: Number(size?.size)
            }
          })
        )
    }
  })
