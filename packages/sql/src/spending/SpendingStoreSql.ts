import {
  type Admission,
  addOpenings,
  type Extension,
  HoldActs,
  HoldLife,
  type HoldName,
  type HoldRecord,
  SpenderCache,
  SpendingActs,
  type SpendingRows,
  SpendingStore,
  type UsageEntry
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { judgements } from "./judgements.js"
import { findSpender } from "./queries/findSpender.js"
import { inspect } from "./queries/inspect.js"
import { listHolds } from "./queries/listHolds.js"
import { readActivity } from "./queries/readActivity.js"
import { readCorrections } from "./queries/readCorrections.js"
import { readOpenHolds } from "./queries/readOpenHolds.js"
import { isUnsent, oldHolds, unsentHolds } from "./rows/openHolds.js"
import type { Chunk } from "./unit/actScripts.js"
import { changeTerms } from "./upkeep/changeTerms.js"
import { givingBack } from "./upkeep/givingBack.js"
import { Leases } from "./upkeep/Leases.js"
import { lockScopes } from "./upkeep/lockScopes.js"
import { noteLeases } from "./upkeep/noteLeases.js"
import { sweepNames } from "./upkeep/sweepNames.js"

export const make = contextOf(
  SpendingStore,
  Effect.gen(function* () {
    const database = yield* Database
    const judged = yield* judgements(database)
    const { change: changeChunk, find, findAt, isPostgres, isServerTime, judge, look, page, runReading } = judged
    const leases = new Leases()
    const noted = noteLeases(database, leases)
    const timeOf = (now: number | undefined) => (now !== undefined && isServerTime ? "server" : now)

    /** Changes a chunk of holds, and returns their number. What is stored is known then, and nothing before. */
    const changeAll = (chunk: Chunk) =>
      Effect.map(
        noted(changeChunk(chunk), (holds) => holds),
        (holds) => holds.length
      )

    const { before, giveBack } = givingBack(database, judged, leases)

    const change = (
      { id }: HoldName,
      now: number,
      act: (rows: SpendingRows, now: number) => Option.Option<HoldRecord>
    ) => noted(judge({ holds: [id], refs: [], creates: false, now, judge: act }), Option.toArray)

    const admit = (admission: Admission) =>
      Effect.map(
        judge({
          holds: [admission.terms.id],
          refs: admission.scopes.map(({ ref }) => ref),
          creates: !admission.dry_run,
          prices: (admission.prices ?? null) !== null,
          now: admission.now,
          judge: (rows, now) => SpendingActs.admit(rows, now === admission.now ? admission : { ...admission, now })
        }),
        (answer) => {
          if (answer._tag === "Admitted" && !admission.dry_run) leases.granted(answer.hold)
          return answer
        }
      )

    const extend = (extension: Extension) =>
      Effect.map(
        judge({
          holds: [extension.hold.id],
          refs: extension.fence.map(({ ref }) => ref),
          creates: false,
          now: extension.now,
          judge: (rows, now) => SpendingActs.extend(rows, { ...extension, now })
        }),
        (answer) => {
          if (answer._tag === "Extended") leases.granted(answer.hold)
          return answer
        }
      )

    const recordUsage = (entry: UsageEntry) =>
      judge({
        holds: [entry.terms.id],
        refs: entry.scopes.map(({ ref }) => ref),
        creates: true,
        now: entry.now,
        judge: (rows, now) => HoldActs.recordUsage(rows, { ...entry, now, at: Math.min(entry.at, now) })
      })

    const store = SpendingStore.of({
      scopes: (refs, now) =>
        Effect.flatMap(
          look(refs, (draft) => HoldActs.scopes(draft, refs, now)),
          (scopes) =>
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
      setTerms: changeTerms(database),
      lock: lockScopes(database),
      admit: (admission) => (admission.dry_run ? admit(admission) : before(admission.now, admit(admission))),
      extend: (extension) => before(extension.now, extend(extension)),
      send: (name, now, credential_id) =>
        judge({
          holds: [name.id],
          refs: [],
          creates: false,
          now,
          judge: (rows, now) => HoldActs.send(rows, name, now, credential_id)
        }),
      settle: (name, settlement, now) => change(name, now, (rows, now) => HoldActs.settle(rows, name, settlement, now)),
      release: (name, now) =>
        change(name, now, (rows, now) => HoldActs.change(rows, name, (hold) => HoldLife.released(hold, now))),
      markUnknown: (name, flag, now) =>
        change(name, now, (rows, now) => HoldActs.change(rows, name, (hold) => HoldLife.unknown(hold, flag, now))),
      correct: (name, correction) =>
        database.transact(
          judge({
            holds: [name.id],
            refs: [],
            creates: false,
            now: correction.corrected_at,
            judge: (rows, now) => HoldActs.correct(rows, name, { ...correction, corrected_at: now })
          })
        ),
      corrections: readCorrections(database),
      find: ({ id, organization_id }, now) =>
        Effect.map(now === undefined ? find(id) : findAt(id, now), (hold) =>
          Option.filter(
            Option.fromNullable(hold),
            (hold) => organization_id === null || organization_id === hold.organization_id
          )
        ),
      list: (list, limits, now) => page(listHolds(list, limits, isPostgres, timeOf(now))),
      openHolds: readOpenHolds(database),
      releaseUnsent: (of, now) =>
        changeAll({
          find: unsentHolds(of, isPostgres),
          isWanted: isUnsent(of),
          now,
          change: (rows, hold, now) => SpendingActs.save(rows, hold, HoldLife.released(hold, now))
        }),
      giveBack,
      recordUsage,
      addOpenings: (given) =>
        judge({
          holds: [],
          refs: given.openings.map(({ ref }) => ref),
          creates: !given.dry_run,
          now: given.now,
          judge: (rows, now) => addOpenings(rows, { ...given, now })
        }),
      activity: readActivity(database, runReading, isServerTime),
      prune: (before) =>
        database.transact(
          Effect.map(
            changeChunk({
              find: oldHolds(before, isPostgres),
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
      pruneNames: sweepNames(database, isServerTime),
      inspect: inspect(database)
    })
    // Versions of another database say nothing about this one, such as one that was restored from a backup.
    database.onNewServer?.(() => SpenderCache.of(store).clear())
    return store
  })
)
