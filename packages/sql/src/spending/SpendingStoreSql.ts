import {
  type Admission,
  CHUNK,
  type Extension,
  HoldActs,
  HoldLife,
  type HoldName,
  type HoldRecord,
  SpendingActs,
  SpendingStore,
  type UsageEntry
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "../transaction/Database.js"
import { changeTerms } from "./changeTerms.js"
import type { Draft } from "./Draft.js"
import { inspect } from "./inspect.js"
import { judgements } from "./judgements.js"
import { Leases } from "./Leases.js"
import { listHolds } from "./listHolds.js"
import { endedHolds, unsentHolds } from "./openHolds.js"

export const layer = Layer.effect(
  SpendingStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { change: changeChunk, find, isPostgres, judge, look, page } = yield* judgements(database)
    const leases = new Leases()

    const seen = (hold: HoldRecord): HoldRecord => {
      if (hold.state === "open") leases.granted(hold)
      else leases.ended(hold.id)
      return hold
    }

    const giveBack = (now: number) =>
      Effect.tap(
        changeChunk({
          find: endedHolds(now, isPostgres),
          isWanted: (hold) => leases.isDue(hold, now),
          change: (draft, hold) => seen(SpendingActs.save(draft, hold, HoldLife.expired(hold, now)))
        }),
        (count) => {
          if (count < CHUNK) leases.lookedFor(now)
        }
      )

    /** Gives back what this process knows of before an act, and everything before a refusal. */
    const afterGivingBack = <A extends { readonly _tag: string }, E, R>(now: number, act: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        if (leases.hasEnded(now)) yield* giveBack(now)
        const answer = yield* act
        if (answer._tag !== "Refused" || (yield* giveBack(now)) === 0) return answer
        return yield* act
      })

    const change = (name: HoldName, now: number, f: (hold: HoldRecord, now: number) => HoldRecord) =>
      Effect.map(
        judge({
          organization_id: name.organization_id,
          holds: [name.id],
          refs: [],
          creates: false,
          now,
          judge: (draft: Draft, now) => HoldActs.change(draft, name, (hold) => f(hold, now))
        }),
        Option.map(seen)
      )

    const admit = (admission: Admission) =>
      Effect.map(
        judge({
          organization_id: admission.terms.organization_id,
          holds: [admission.terms.id],
          refs: admission.scopes.map(({ ref }) => ref),
          creates: !admission.dry_run,
          now: admission.now,
          judge: (draft: Draft, now) => SpendingActs.admit(draft, { ...admission, now })
        }),
        (answer) => {
          if (answer._tag === "Admitted" && !admission.dry_run) leases.granted(answer.hold)
          return answer
        }
      )

    const extend = (extension: Extension) =>
      Effect.map(
        judge({
          organization_id: extension.hold.organization_id,
          holds: [extension.hold.id],
          refs: extension.fence.map(({ ref }) => ref),
          creates: false,
          now: extension.now,
          judge: (draft: Draft, now) => SpendingActs.extend(draft, { ...extension, now })
        }),
        (answer) => {
          if (answer._tag === "Extended") leases.granted(answer.hold)
          return answer
        }
      )

    const recordUsage = (entry: UsageEntry) =>
      judge({
        organization_id: entry.terms.organization_id,
        holds: [entry.terms.id],
        refs: entry.scopes.map(({ ref }) => ref),
        creates: true,
        now: entry.now,
        judge: (draft: Draft, now) => HoldActs.recordUsage(draft, { ...entry, now, at: Math.min(entry.at, now) })
      })

    return SpendingStore.of({
      scopes: (refs, now) => look({ holds: [], refs, creates: false }, (draft) => HoldActs.scopes(draft, refs, now)),
      setTerms: changeTerms(database),
      admit: (admission) => (admission.dry_run ? admit(admission) : afterGivingBack(admission.now, admit(admission))),
      extend: (extension) => afterGivingBack(extension.now, extend(extension)),
      send: (name, now) =>
        judge({
          organization_id: name.organization_id,
          holds: [name.id],
          refs: [],
          creates: false,
          now,
          judge: (draft: Draft, now) => HoldActs.send(draft, name, now)
        }),
      settle: (name, settlement, now) => change(name, now, (hold, now) => HoldLife.settled(hold, settlement, now)),
      release: (name, now) => change(name, now, HoldLife.released),
      markUnknown: (name, flag, now) => change(name, now, (hold, now) => HoldLife.unknown(hold, flag, now)),
      correct: (name, cost) => change(name, 0, (hold) => HoldLife.corrected(hold, cost)),
      find: ({ id, organization_id }) =>
        Effect.map(find(id), (hold) =>
          Option.filter(
            Option.fromNullable(hold),
            (hold) => organization_id === null || organization_id === hold.organization_id
          )
        ),
      list: (list, limits) => {
        const { count, page: rows } = listHolds(list, limits, isPostgres)
        return page(count, rows)
      },
      releaseUnsent: (of, now) =>
        changeChunk({
          find: unsentHolds(of, isPostgres),
          isWanted: () => true,
          change: (draft, hold) => seen(SpendingActs.save(draft, hold, HoldLife.released(hold, now)))
        }),
      giveBack,
      recordUsage,
      inspect: inspect(database)
    })
  })
)
