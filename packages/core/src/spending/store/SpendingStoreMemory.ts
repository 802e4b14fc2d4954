import * as Effect from "effect/Effect"
import * as Iterable from "effect/Iterable"
import * as Option from "effect/Option"
import { countAlerts } from "../../alerts/countAlerts.js"
import { MemoryState } from "../../memory/MemoryState.js"
import type { State } from "../../memory/Slice.js"
import { contextOf } from "../../ports/contextOf.js"
import type { OrganizationId } from "../../values/Id.js"
import * as Usd from "../../values/Usd.js"
import * as Day from "../model/Day.js"
import { instantOf } from "../model/HoldId.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import { stateOfRun } from "../model/RunTerms.js"
import { organizationScope, type Scope, type ScopeRef, scopeName, unlimited } from "../model/Scope.js"
import { isOnly } from "../rules/ActivityFilter.js"
import { type ActivityList, type ActivitySum, activityOf, isActivity } from "../rules/ActivitySum.js"
import { type EntryRecord, entriesOf } from "../rules/entries.js"
import * as Life from "../rules/holdLife.js"
import * as Acts from "./acts.js"
import { changeScope } from "./changeScope.js"
import * as HoldActs from "./holdActs.js"
import { addOpenings } from "./holdActs.js"
import { budgetsIn } from "./memoryBudgets.js"
import { MemoryRows, type Spending, slice } from "./memoryRows.js"
import { type SpendingRows, warnOfRestart } from "./SpendingRows.js"
import {
  CHUNK,
  type ChangedScopes,
  type EntryList,
  type HoldList,
  OLDEST_AMONG,
  type OpenHolds,
  type RunList,
  SpendingStore,
  type StoredRun
} from "./SpendingStore.js"

const changed = (all: Spending, rows: SpendingRows, of: ChangedScopes, now: number): ReadonlyArray<Scope> => {
  if (!("ref" in of)) {
    return [...all.tables.scopes.values()].filter(
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
  (list.flag == null || hold.flags.includes(list.flag)) &&
  (list.instance ?? hold.instance) === hold.instance

const newestFirst = (one: HoldRecord, other: HoldRecord) =>
  other.opened_at - one.opened_at || (one.id < other.id ? -1 : 1)

/** A hold as it is at an instant, or as it is stored. */
const asOf = (now: number | undefined) => (hold: HoldRecord) => (now === undefined ? hold : Life.expired(hold, now))

const holdsIn = (all: Spending, list: Partial<HoldList>, now?: number) =>
  [...all.tables.holds.values()].map(asOf(now)).filter((hold) => isListed(hold, list))

const activityIn = (
  all: Spending,
  { from, key_hash, now, only = {}, organization_id, to }: ActivityList
): ReadonlyArray<ActivitySum> => {
  const holds = [...all.tables.holds.values()]
    .filter((hold) => hold.organization_id === organization_id)
    .map((hold) => (now === undefined ? hold : Life.expired(hold, now)))
    .filter(isActivity)
  const pruned = [...all.tables.pruned.values()].filter((sums) => sums.organization_id === organization_id)
  return [...holds.map(activityOf), ...pruned.map(({ sum }) => sum)].filter((sum) => {
    const { day, key_hash: key } = sum
    return day !== null && from <= day && day <= to && (key_hash ?? key) === key && isOnly(sum, only)
  })
}

/** The entries of an organization after a position. */
const entriesIn = ({ tables }: Spending, { after, limit, organization_id }: EntryList): ReadonlyArray<EntryRecord> =>
  [...tables.holds.values()]
    .filter((hold) => hold.organization_id === organization_id)
    .flatMap((hold) => entriesOf(hold, tables.corrections.get(hold.id) ?? []))
    .filter(({ position }) => position > after)
    .sort((one, other) => one.position - other.position)
    .slice(0, limit)

const newestRunFirst = (one: StoredRun, other: StoredRun) =>
  chargedAt(other.scope) - chargedAt(one.scope) || other.scope.id - one.scope.id

/** When the latest request of a run was made, or the run was created. */
const chargedAt = ({ charged_at, run }: Scope): number => charged_at ?? run?.created_at ?? 0

/** The runs that a list names, newest first. */
const runsIn = ({ tables }: Spending, list: RunList, now: number): ReadonlyArray<StoredRun> => {
  const all = [...tables.scopes.values()].filter(
    ({ ref }) => ref.kind === "run" && ref.organization_id === list.organization_id
  )
  const { parent, run, state, workspace_id } = list
  const idOf = (ref: ScopeRef) => tables.names.get(scopeName(ref))
  const wanted = all.filter(
    (scope) =>
      scope.run !== null &&
      (run === null || scope.id === idOf(run)) &&
      (parent === null || scope.run.parent === (parent === "top" ? null : idOf(parent))) &&
      (workspace_id === null || scope.ref.subject.startsWith(`${workspace_id}/`)) &&
      (state === null || stateOfRun(scope.run, now) === state)
  )
  return wanted.map((scope) => ({ scope, children: tables.children.get(scope.id) ?? 0 })).sort(newestRunFirst)
}

/** Runs that may be deleted, at most a chunk: a run with one below it only after that. */
const idleRuns = ({ tables }: Spending, keptDays: number, now: number): ReadonlyArray<Scope> => {
  const today = Day.of(now)
  /** The days before which runs of an organization were charged last. */
  const ends = new Map<OrganizationId, Day.Day>()
  const endOf = (organization: OrganizationId): Day.Day => {
    const known = ends.get(organization)
    if (known !== undefined) return known
    const id = tables.names.get(scopeName(organizationScope(organization)))
    const end = Math.min((id === undefined ? undefined : tables.scopes.get(id))?.day ?? today, today) - keptDays
    ends.set(organization, end)
    return end
  }
  const idle: Array<Scope> = []
  for (const scope of tables.scopes.values()) {
    const { byok, day, holds, id, own, ref, run } = scope
    const isOver = holds === 0 && own.unknown.lifetime === 0n && byok.unknown.lifetime === 0n
    if (run === null || run.is_stopped || !isOver || tables.children.has(id)) continue
    if (day >= endOf(ref.organization_id)) continue
    if (idle.push(scope) === CHUNK) break
  }
  return idle
}

/** Whether a hold may be deleted. */
const isOld = (hold: HoldRecord, before: number) =>
  Life.hasEnded(hold) && hold.opened_at < before && instantOf(hold.id) < before

/** Holds that may be deleted, at most a chunk. The oldest are usually the first. */
const oldHolds = (all: Spending, before: number): ReadonlyArray<HoldRecord> => {
  const old: Array<HoldRecord> = []
  for (const hold of all.tables.holds.values()) {
    if (isOld(hold, before) && old.push(hold) === CHUNK) break
  }
  return old
}

/** The open holds, by the counters of the organizations. */
const openIn = ({ tables }: Spending): OpenHolds => {
  const scopes = [...tables.scopes.values()].filter(({ ref }) => ref.kind === "organization")
  const openings = Array.from(
    Iterable.take(tables.leases.inOrder(), OLDEST_AMONG),
    (id) => tables.holds.get(id)?.opened_at ?? Infinity
  )
  return {
    count: scopes.reduce((sum, { holds }) => sum + holds, 0),
    amount: scopes.flatMap(({ byok, own }) => [own.held.lifetime, byok.held.lifetime]).reduce(Usd.add, Usd.zero),
    oldest: openings.length === 0 ? null : Math.min(...openings)
  }
}

export const make = contextOf(
  SpendingStore,
  Effect.map(MemoryState, (state) => {
    const { read } = state.of(slice)
    const dropped = (before: State) => slice.read(before).drop()
    const act = <A>(f: (rows: MemoryRows, all: Spending) => A) => {
      const judged = state.change<Pick<MemoryRows, "restarted" | "told"> & { readonly answer: A }>((before) => {
        const all = slice.read(before)
        const rows = new MemoryRows(before)
        const answer = f(rows, all)
        const { restarted, told, version } = rows
        return [{ answer, restarted, told }, version === all ? before : slice.write(before, version)]
      }, dropped)
      return Effect.flatMap(judged, ({ answer, restarted, told }) =>
        restarted.length === 0 && told.length === 0
          ? Effect.succeed(answer)
          : Effect.as(Effect.zipRight(warnOfRestart(restarted), countAlerts(told)), answer)
      )
    }
    return SpendingStore.of({
      scopes: (refs, now) =>
        Effect.flatMap(
          read((_, state) => HoldActs.scopes(new MemoryRows(state), refs, now)),
          (scopes) => (scopes === null ? act((rows) => HoldActs.countAgain(rows, refs, now)) : Effect.succeed(scopes))
        ),
      setTerms: (of, terms, now) =>
        act((rows, all) => {
          for (const scope of changed(all, rows, of, now)) rows.saveScope(scope, HoldActs.withTerms(scope, terms))
          if (!("guard" in of)) return
          for (const scope of changed(all, rows, { ref: of.guard }, now)) {
            rows.saveScope(scope, HoldActs.withTerms(scope, null))
          }
        }),
      lock: (_, effect) => effect,
      changeScope: (change) => act((rows) => changeScope(rows, change)),
      admit: (admission) => act((rows) => Acts.admit(rows, admission)),
      extend: (extension) => act((rows) => Acts.extend(rows, extension)),
      send: (name, now, credential_id) => act((rows) => HoldActs.send(rows, name, now, credential_id)),
      settle: (name, settlement, now) => act((rows) => HoldActs.settle(rows, name, settlement, now)),
      release: (name, now) => act((rows) => HoldActs.change(rows, name, now, (hold) => Life.released(hold, now))),
      markUnknown: (name, flag, now) =>
        act((rows) => HoldActs.change(rows, name, now, (hold) => Life.unknown(hold, flag, now))),
      correct: (name, correction) => act((rows) => HoldActs.correct(rows, name, correction)),
      reconcile: (name, reconciliation) => act((rows) => HoldActs.reconcile(rows, name, reconciliation)),
      corrections: (name) =>
        read((all, state) => {
          const hold = Acts.named(new MemoryRows(state), name)
          return hold === undefined ? [] : (all.tables.corrections.get(hold.id) ?? [])
        }),
      find: (name, now) =>
        read((_, state) => Option.map(Option.fromNullable(Acts.named(new MemoryRows(state), name)), asOf(now))),
      list: (list, { limit, offset }, now) =>
        read((all) => {
          const found = holdsIn(all, list, now).sort(newestFirst)
          return { data: found.slice(offset, offset + limit), total_count: found.length }
        }),
      openHolds: read(openIn),
      releaseUnsent: (of, now) =>
        act((rows, all) => {
          const unsent = holdsIn(all, { ...of, state: "open" }).filter(({ sent_at }) => sent_at === null)
          const chunk = unsent.slice(0, CHUNK)
          for (const hold of chunk) Acts.save(rows, hold, Life.released(hold, now), now)
          return chunk.length
        }),
      expireHolds: (now) => act((rows) => Acts.expireHolds(rows, now)),
      recordUsage: (entry) => act((rows) => HoldActs.recordUsage(rows, entry)),
      addOpenings: (openings) => act((rows) => addOpenings(rows, openings)),
      activity: (list) => read((all) => activityIn(all, list)),
      entries: (list) => read((all) => entriesIn(all, list)),
      prune: (before) =>
        act((rows, all) => {
          const old = oldHolds(all, before)
          for (const hold of old) HoldActs.prune(rows, hold)
          return old.length
        }),
      runs: (list, { limit, offset }, now) =>
        read((all) => {
          const found = runsIn(all, list, now)
          return { data: found.slice(offset, offset + limit), total_count: found.length }
        }),
      budgets: (list, { limit, offset }, now) =>
        read((_, state) => {
          const found = budgetsIn(state, list, now)
          return { data: found.slice(offset, offset + limit), total_count: found.length }
        }),
      pruneRuns: (keptDays, now) =>
        act((rows, all) => {
          const idle = idleRuns(all, keptDays, now)
          for (const scope of idle) rows.deleteScope(scope)
          return idle.length
        }),
      pruneNames: () => Effect.succeed(0),
      inspect: (begin) =>
        read((all) => {
          const visitor = begin()
          for (const scope of all.tables.scopes.values()) visitor.scope(scope)
          for (const hold of all.tables.holds.values()) {
            const position = all.tables.corrections.get(hold.id)?.at(-1)?.position ?? hold.position
            if (Life.counts(hold)) visitor.entry({ ...hold, position })
          }
          return visitor.end()
        })
    })
  })
)
