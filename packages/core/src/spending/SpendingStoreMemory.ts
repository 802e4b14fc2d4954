import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { keyRecords } from "../keys/keyRecords.js"
import { MemoryState } from "../memory/MemoryState.js"
import type { State } from "../memory/Slice.js"
import { memoryRecords } from "../records/memoryRecords.js"
import { type ActivityList, type ActivitySum, activityOf, isActivity } from "./ActivitySum.js"
import * as Acts from "./acts.js"
import * as Day from "./Day.js"
import { instantOf } from "./HoldId.js"
import type { HoldRecord } from "./HoldRecord.js"
import * as HoldActs from "./holdActs.js"
import * as Life from "./holdLife.js"
import { draftOf, type Spending, slice } from "./memoryRows.js"
import { type Scope, unlimited } from "./Scope.js"
import type { SpendingRows } from "./SpendingRows.js"
import { CHUNK, type ChangedScopes, type HoldList, SpendingStore } from "./SpendingStore.js"
import { usageOf } from "./usageOf.js"

const keys = memoryRecords(keyRecords)

const changed = (all: Spending, rows: SpendingRows, of: ChangedScopes, now: number): ReadonlyArray<Scope> => {
  if (!("ref" in of)) {
    return [...HashMap.values(all.scopes)].filter(
      ({ ref }) => ref.guardrail_id === of.guardrail_id && ref.organization_id === of.organization_id
    )
  }
  return [rows.findScope(of.ref) ?? rows.addScope(of.ref, unlimited, Day.of(now))]
}

const isListed = (hold: HoldRecord, list: Partial<HoldList>): boolean =>
  (list.organization_id ?? hold.organization_id) === hold.organization_id &&
  (list.workspace_id ?? hold.workspace_id) === hold.workspace_id &&
  (list.key_hash ?? hold.key_hash) === hold.key_hash &&
  (list.state ?? hold.state) === hold.state &&
  (list.instance ?? hold.instance) === hold.instance

const newestFirst = (one: HoldRecord, other: HoldRecord) =>
  other.opened_at - one.opened_at || (one.id < other.id ? -1 : 1)

const holdsIn = (all: Spending, list: Partial<HoldList>) =>
  [...HashMap.values(all.holds)].filter((hold) => isListed(hold, list))

const activityIn = (
  all: Spending,
  { from, key_hash, organization_id, to }: ActivityList
): ReadonlyArray<ActivitySum> => {
  const holds = [...HashMap.values(all.holds)].filter(
    (hold) => hold.organization_id === organization_id && isActivity(hold)
  )
  const pruned = [...HashMap.values(all.pruned)].filter((sums) => sums.organization_id === organization_id)
  return [...holds.map(activityOf), ...pruned.map(({ sum }) => sum)].filter(
    ({ day, key_hash: key }) => day !== null && from <= day && day <= to && (key_hash ?? key) === key
  )
}

/** Whether a hold may be deleted. */
const isOld = (hold: HoldRecord, before: number) =>
  Life.hasEnded(hold) && hold.opened_at < before && instantOf(hold.id) < before

/** The state in which the records of keys have the usage of their scopes. */
const withUsage = (state: State, scopes: Iterable<Scope>): State => {
  let after = state
  for (const scope of scopes) {
    const all = keys.slice.read(after)
    const key = Option.getOrUndefined(all.find(scope.ref.organization_id, scope.ref.subject))
    if (key !== undefined)
      after = keys.slice.write(after, all.replaced(scope.ref.subject, { ...key, ...usageOf(scope) }))
  }
  return after
}

const warning = (scopes: ReadonlyArray<Scope>) =>
  scopes.length === 0
    ? Effect.void
    : Effect.logWarning("windows of scopes restarted, because the clock went back by more than a day").pipe(
        Effect.annotateLogs({ scopes: scopes.map(({ ref }) => ref.kind).join(" ") })
      )

export const layer = Layer.effect(
  SpendingStore,
  Effect.map(MemoryState, (state) => {
    const { read } = state.of(slice)
    const act = <A>(f: (rows: SpendingRows, all: Spending) => A) =>
      Effect.suspend(() => {
        let restarted: ReadonlyArray<Scope> = []
        const done = state.change<A>((before) => {
          const all = slice.read(before)
          const draft = draftOf(all)
          const answer = f(draft.rows, all)
          restarted = draft.restarted
          const after = draft.result()
          return [answer, after === all ? before : withUsage(slice.write(before, after), draft.charged.values())]
        })
        return Effect.tap(done, () => warning(restarted))
      })
    return SpendingStore.of({
      scopes: (refs, now) => read((all) => HoldActs.scopes(draftOf(all).rows, refs, now)),
      setTerms: (of, terms, now) =>
        act((rows, all) => {
          for (const scope of changed(all, rows, of, now)) rows.saveScope(scope, HoldActs.withTerms(scope, terms))
          if (!("guard" in of)) return
          for (const scope of changed(all, rows, { ref: of.guard }, now)) {
            rows.saveScope(scope, HoldActs.withTerms(scope, null))
          }
        }),
      admit: (admission) => act((rows) => Acts.admit(rows, admission)),
      extend: (extension) => act((rows) => Acts.extend(rows, extension)),
      send: (name, now) => act((rows) => HoldActs.send(rows, name, now)),
      settle: (name, settlement, now) =>
        act((rows) => HoldActs.change(rows, name, (hold) => Life.settled(hold, settlement, now))),
      release: (name, now) => act((rows) => HoldActs.change(rows, name, (hold) => Life.released(hold, now))),
      markUnknown: (name, flag, now) =>
        act((rows) => HoldActs.change(rows, name, (hold) => Life.unknown(hold, flag, now))),
      correct: (name, correction) => act((rows) => HoldActs.correct(rows, name, correction)),
      corrections: (name) =>
        read((all) => {
          const hold = Acts.named(draftOf(all).rows, name)
          return all.corrections.filter(({ id }) => id === hold?.id)
        }),
      find: (name) => read((all) => Option.fromNullable(Acts.named(draftOf(all).rows, name))),
      list: (list, { limit, offset }) =>
        read((all) => {
          const found = holdsIn(all, list).sort(newestFirst)
          return { data: found.slice(offset, offset + limit), total_count: found.length }
        }),
      releaseUnsent: (of, now) =>
        act((rows, all) => {
          const unsent = holdsIn(all, { ...of, state: "open" }).filter(({ sent_at }) => sent_at === null)
          const chunk = unsent.slice(0, CHUNK)
          for (const hold of chunk) Acts.save(rows, hold, Life.released(hold, now))
          return chunk.length
        }),
      giveBack: (now) => act((rows) => Acts.giveBack(rows, now)),
      recordUsage: (entry) => act((rows) => HoldActs.recordUsage(rows, entry)),
      activity: (list) => read((all) => activityIn(all, list)),
      prune: (before) =>
        act((rows, all) => {
          const old = [...HashMap.values(all.holds)].filter((hold) => isOld(hold, before)).slice(0, CHUNK)
          for (const hold of old) HoldActs.prune(rows, hold)
          return old.length
        }),
      inspect: (begin) =>
        read((all) => {
          const visitor = begin()
          for (const scope of HashMap.values(all.scopes)) visitor.scope(scope)
          for (const hold of HashMap.values(all.holds)) if (Life.counts(hold)) visitor.entry(hold)
          return visitor.end()
        })
    })
  })
)
