import * as Chunk from "effect/Chunk"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice, type State } from "../memory/Slice.js"
import { contextOf } from "../ports/contextOf.js"
import type { ChainId, UnsealedEntry } from "../ports/PendingEntry.js"
import { type AuditHead, type AuditRecord, noEntries, seal } from "./AuditRecord.js"
import { type AuditCheck, type AuditEnd, type AuditFilter, AuditStore, MOST_COUNTED } from "./AuditStore.js"
import { isPruning } from "./Pruning.js"

/** The entries of one chain, in their order. */
interface Chain {
  readonly head: AuditHead
  readonly deleted: AuditHead
  readonly entries: Chunk.Chunk<AuditRecord>
}

const slice = new Slice("audit", HashMap.empty<ChainId, Chain>())

const checks = new Slice("audit checks", HashMap.empty<ChainId, AuditCheck>())

const withCheck = (kept: HashMap.HashMap<ChainId, AuditCheck>, check: AuditCheck) => {
  const before = HashMap.get(kept, check.organization_id)
  const isOlder = Option.exists(before, ({ checked_at }) => DateTime.greaterThan(checked_at, check.checked_at))
  return isOlder ? kept : HashMap.set(kept, check.organization_id, check)
}

const chainOf = (chains: HashMap.HashMap<ChainId, Chain>, id: ChainId): Chain =>
  Option.getOrElse(HashMap.get(chains, id), () => ({ head: noEntries, deleted: noEntries, entries: Chunk.empty() }))

const extend = ({ deleted, entries, head }: Chain, entry: UnsealedEntry): Chain => {
  const next = seal(head, entry)
  const record: AuditRecord = { ...entry, ...next, created_at: DateTime.unsafeMake(entry.created_at) }
  return { head: next, deleted, entries: Chunk.append(entries, record) }
}

/** The state with a further entry. */
export const append = (state: State, entry: UnsealedEntry): State => {
  const [chains, id] = [slice.read(state), entry.organization_id]
  return slice.write(state, HashMap.set(chains, id, extend(chainOf(chains, id), entry)))
}

const byOrganization = (a: AuditEnd, b: AuditEnd) => (a.organization_id < b.organization_id ? -1 : 1)

const chainsOf = (chains: HashMap.HashMap<ChainId, Chain>) =>
  Array.from(chains, ([organization_id, { deleted, head }]) => ({ organization_id, ...head, deleted })).toSorted(
    byOrganization
  )

const endsOf = (chains: HashMap.HashMap<ChainId, Chain>) =>
  Array.from(chains)
    .flatMap(([organization_id, { entries, head }]) =>
      Chunk.isEmpty(entries) ? [] : [{ organization_id, seq: head.seq }]
    )
    .toSorted(byOrganization)

const newestFirst = (a: AuditRecord, b: AuditRecord) =>
  b.created_at.epochMillis - a.created_at.epochMillis || b.seq - a.seq

const matches = ({ action, actor_hash, from, object, to }: AuditFilter) => {
  const is = <A>(stated: A | undefined, value: A) => stated === undefined || stated === value
  return (entry: AuditRecord) =>
    is(actor_hash, entry.actor_hash) &&
    is(action, entry.action) &&
    is(object, entry.object) &&
    (from === undefined || entry.created_at.epochMillis >= from.epochMillis) &&
    (to === undefined || entry.created_at.epochMillis < to.epochMillis)
}

export const make = contextOf(
  AuditStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    const ofChecks = state.of(checks)
    return AuditStore.of({
      chains: read(chainsOf),
      ends: read(endsOf),
      inspect: read((chains) => ({ chains: chainsOf(chains), ends: endsOf(chains), unsealed: 0 })),
      chain: (chain) =>
        read((chains, state) => {
          const { deleted, entries, head } = chainOf(chains, chain)
          return {
            head,
            deleted,
            first: Option.getOrNull(Chunk.head(entries)),
            last: Option.getOrNull(Chunk.last(entries)),
            pruning: Option.getOrNull(Chunk.findLast(entries, isPruning)),
            check: Option.getOrNull(HashMap.get(checks.read(state), chain))
          }
        }),
      noteChecks: (found) => ofChecks.modify((kept) => [undefined, found.reduce(withCheck, kept)]),
      read: (chain, after, limit) =>
        read((chains) => {
          const { deleted, entries } = chainOf(chains, chain)
          return Chunk.toReadonlyArray(Chunk.take(Chunk.drop(entries, Math.max(0, after - deleted.seq)), limit))
        }),
      prune: ({ from, hash, to }, entry) =>
        modify((chains) => {
          const chain = chainOf(chains, entry.organization_id)
          if (chain.deleted.seq !== from - 1) return [false, chains]
          const left = { ...chain, deleted: { seq: to, hash }, entries: Chunk.drop(chain.entries, to - from + 1) }
          return [true, HashMap.set(chains, entry.organization_id, extend(left, entry))]
        }),
      list: (organizationId, { limit, offset }, filter = {}) =>
        read((chains) => {
          const found = Chunk.toReadonlyArray(chainOf(chains, organizationId).entries)
            .filter(matches(filter))
            .toSorted(newestFirst)
          return { data: found.slice(offset, offset + limit), total_count: Math.min(found.length, MOST_COUNTED + 1) }
        })
    })
  })
)
