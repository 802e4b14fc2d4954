import {
  addOpenings,
  changeScope,
  HoldActs,
  HoldLife,
  SpenderCache,
  SpendingActs,
  SpendingStore
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { dialectOf } from "./dialectOf.js"
import { findSpender } from "./queries/findSpender.js"
import { inspect } from "./queries/inspect.js"
import { listBudgets } from "./queries/listBudgets.js"
import { listEntries } from "./queries/listEntries.js"
import { listHolds } from "./queries/listHolds.js"
import { listRuns } from "./queries/listRuns.js"
import { readActivity } from "./queries/readActivity.js"
import { readCorrections } from "./queries/readCorrections.js"
import { readOpenHolds } from "./queries/readOpenHolds.js"
import { reads } from "./queries/reads.js"
import { requestActs } from "./requestActs.js"
import { KnownIds } from "./rows/Names.js"
import { SpendingTime } from "./SpendingTime.js"
import { spendingEngine } from "./spendingEngine.js"
import type { Chunk } from "./unit/runActs.js"
import { changeTerms } from "./upkeep/changeTerms.js"
import { isUnsent, oldHolds, unsentHolds } from "./upkeep/findHolds.js"
import { holdExpiry } from "./upkeep/holdExpiry.js"
import { Leases, noteLeases } from "./upkeep/Leases.js"
import { lockScopes } from "./upkeep/lockScopes.js"
import { pruneRuns } from "./upkeep/pruneRuns.js"
import { sweepNames } from "./upkeep/sweepNames.js"

export const make = contextOf(
  SpendingStore,
  Effect.gen(function* () {
    const database = yield* Database
    const dialect = dialectOf(database.sql)
    const isServerTime = dialect.locksRows && (yield* SpendingTime) === "server"
    const spending = { database, dialect, known: new KnownIds(), isServerTime }
    const engine = yield* spendingEngine(spending)
    const reading = reads(spending)
    const { judge } = engine
    const leases = new Leases()
    const noted = noteLeases(database, leases)
    const timeOf = (now: number | undefined) => (now !== undefined && isServerTime ? "server" : now)

    /** Changes a chunk of holds, and returns their number. What is stored is known then, and nothing before. */
    const changeAll = (chunk: Chunk) =>
      Effect.map(
        noted(engine.change(chunk), (holds) => holds),
        (holds) => holds.length
      )

    const upkeep = holdExpiry(engine, reading, leases)

    const store = SpendingStore.of({
      scopes: (refs, now) =>
        Effect.flatMap(reading.scopes(refs, now), (scopes) =>
          scopes === null
            ? judge({
                holds: [],
                refs,
                creates: false,
                now,
                judge: (rows, now) => HoldActs.countAgain(rows, refs, now)
              })
            : Effect.succeed(scopes)
        ),
      findSpender: findSpender(database),
      setTerms: changeTerms(database, dialect),
      lock: lockScopes(database, dialect),
      changeScope: (change) =>
        judge({
          holds: [],
          refs: [change.ref],
          creates: change.terms !== null,
          now: change.now,
          judge: (rows, now) => changeScope(rows, { ...change, now })
        }),
      ...requestActs(engine, leases, upkeep),
      corrections: readCorrections(database, dialect),
      find: ({ id, organization_id }, now) =>
        Effect.map(reading.find(id, now), (hold) =>
          Option.filter(
            Option.fromNullable(hold),
            (hold) => organization_id === null || organization_id === hold.organization_id
          )
        ),
      list: (list, limits, now) => reading.page(listHolds(list, limits, dialect, timeOf(now))),
      openHolds: readOpenHolds(database, dialect),
      releaseUnsent: (of, now) =>
        changeAll({
          find: unsentHolds(of, dialect),
          isWanted: isUnsent(of),
          now,
          change: (rows, hold, now) => SpendingActs.save(rows, hold, HoldLife.released(hold, now), now)
        }),
      expireHolds: upkeep.expireHolds,
      addOpenings: (given) =>
        judge({
          holds: [],
          refs: given.openings.map(({ ref }) => ref),
          creates: !given.dry_run,
          now: given.now,
          judge: (rows, now) => addOpenings(rows, { ...given, now })
        }),
      activity: readActivity(spending, reading),
      entries: listEntries(database, reading, dialect),
      prune: (before) =>
        database.transact(
          Effect.map(
            engine.change({
              find: oldHolds(before, dialect),
              isWanted: () => true,
              now: before,
              change: (rows, hold) => {
                HoldActs.prune(rows, hold)
                return hold
              }
            }),
            (holds) => holds.length
          )
        ),
      runs: listRuns(database, dialect, reading),
      budgets: listBudgets(database, dialect, reading),
      pruneRuns: pruneRuns(spending),
      pruneNames: sweepNames(spending),
      inspect: inspect(database, dialect)
    })
    // Versions of another database say nothing about this one, such as one that was restored from a backup.
    database.onNewServer?.(() => SpenderCache.of(store).clear())
    return store
  })
)
