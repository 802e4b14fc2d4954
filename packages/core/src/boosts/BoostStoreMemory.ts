import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import { MOST_COUNTED } from "../audit/AuditStore.js"
import { MemoryState } from "../memory/MemoryState.js"
import { contextOf } from "../ports/contextOf.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { memoryRecords } from "../records/memoryRecords.js"
import { CHUNK } from "../spending/store/SpendingStore.js"
import { type BoostRecord, isInForce } from "./BoostRecord.js"
import { type BoostList, BoostStore } from "./BoostStore.js"
import { boostRecords } from "./boostRecords.js"

const boosts = memoryRecords(boostRecords)

const isListed = (boost: BoostRecord, { id, scope, state }: BoostList, now: DateTime.Utc): boolean =>
  (scope ?? boost.scope) === boost.scope &&
  (id === null || id === boost.subject || id === boost.guardrail_id) &&
  (state === null || (state === "in_force") === isInForce(boost, now))

const endOf = ({ ended_at, until }: BoostRecord): number => (ended_at ?? until).epochMillis

export const make = contextOf(
  BoostStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(boosts.slice)
    const { find, insert } = boosts.store(state)
    return BoostStore.of({
      insert: (boost) => Effect.asVoid(insert(boost)),
      find,
      end: (organizationId, id, at) =>
        state.change<boolean>((all) => {
          const found = boosts.find(boosts.slice.read(all), organizationId, id)
          if (Option.isNone(found) || !isInForce(found.value, at)) return [false, all]
          const done = boosts.updateIn(all, organizationId, id, { ended_at: at })
          return done instanceof StorageFailure ? done : [true, done[1]]
        }),
      list: (list, { limit, offset }, now) =>
        read((all) => {
          const found = boosts.filtered(all, list.organization_id, {}).filter((boost) => isListed(boost, list, now))
          return { data: found.slice(offset, offset + limit), total_count: Math.min(found.length, MOST_COUNTED + 1) }
        }),
      prune: (before) =>
        modify((all) => {
          const old = [...HashMap.values(all.records)].filter((boost) => endOf(boost) < before).slice(0, CHUNK)
          return [old.length, old.reduce(boosts.remove, all)]
        })
    })
  })
)
