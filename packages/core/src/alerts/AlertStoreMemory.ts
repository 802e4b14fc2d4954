import * as Effect from "effect/Effect"
import { MOST_COUNTED } from "../audit/AuditStore.js"
import { MemoryState } from "../memory/MemoryState.js"
import { contextOf } from "../ports/contextOf.js"
import type { AlertRecord } from "../spending/model/AlertRecord.js"
import { MemoryRows, type Spending, slice } from "../spending/store/memoryRows.js"
import { type AlertFilter, type AlertPlace, AlertStore } from "./AlertStore.js"

const byId = (one: AlertPlace, other: AlertPlace) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
const newestFirst = (one: AlertPlace, other: AlertPlace) => other.at - one.at || byId(one, other)
const oldestFirst = (one: AlertPlace, other: AlertPlace) => one.at - other.at || byId(one, other)

const isOfKey = ({ kind, subject }: AlertRecord["ref"], hash: string) =>
  subject === hash && (kind === "key" || kind === "guardrail_key")

const matches = ({ from, key_hash, kind, scope, to }: AlertFilter) => {
  const is = <A>(stated: A | undefined, value: A) => stated === undefined || stated === value
  return ({ at, kind: own, ref }: AlertRecord) =>
    is(kind, own) &&
    is(scope, ref.kind) &&
    (key_hash === undefined || isOfKey(ref, key_hash)) &&
    (from === undefined || at >= from.epochMillis) &&
    (to === undefined || at < to.epochMillis)
}

const allOf = ({ tables }: Spending): ReadonlyArray<AlertRecord> => [...tables.alerts.values()]

export const make = contextOf(
  AlertStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return AlertStore.of({
      add: (alert) =>
        modify((all, state) => {
          const rows = new MemoryRows(state)
          rows.addAlert(alert)
          return [rows.version !== all, rows.version]
        }),
      list: (organizationId, { limit, offset }, filter = {}) =>
        read((all) => {
          const found = allOf(all)
            .filter(({ ref }) => ref.organization_id === organizationId)
            .filter(matches(filter))
            .sort(newestFirst)
          return { data: found.slice(offset, offset + limit), total_count: Math.min(found.length, MOST_COUNTED + 1) }
        }),
      after: (place, limit) =>
        read((all) =>
          allOf(all)
            .filter((alert) => oldestFirst(place, alert) < 0)
            .sort(oldestFirst)
            .slice(0, limit)
        ),
      newest: read((all) => allOf(all).reduce<number | null>((newest, { at }) => Math.max(newest ?? at, at), null)),
      prune: (before, limit) =>
        modify((all) => {
          const old = allOf(all)
            .filter(({ at }) => at < before)
            .sort(oldestFirst)
            .slice(0, limit)
          if (old.length === 0) return [0, all]
          const next = all.begin()
          for (const { id } of old) {
            next.tables.alerts.set(id, undefined)
            next.tables.undispatched.set(id, undefined)
          }
          return [old.length, next]
        })
    })
  })
)
