import { expect } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import {
  type AuditChain,
  type AuditRecord,
  AuditStore,
  noEntries,
  seal,
  type UnsealedEntry
} from "@tollgate/core/storage"
import { DateTime, Effect } from "effect"

const organizationOf = (n: number) => OrganizationId.make(`5f0ff15b-4d33-4b2f-9b6d-6d1c7c0e5a0${n}`)
export const [organization, second, third] = [organizationOf(1), organizationOf(2), organizationOf(3)]

export const entryAt = (created_at: number, organization_id = organization): UnsealedEntry => ({
  organization_id,
  created_at,
  actor_kind: "host",
  actor_hash: null,
  actor_user_id: null,
  action: "keys.updateKey",
  object: "an object",
  changes: "{}",
  secrets: "[]",
  request_id: null,
  address: null
})

/** A chain of entries of these times. */
export const chained = (times: ReadonlyArray<number>, organization_id = organization): ReadonlyArray<AuditRecord> => {
  let head = noEntries
  return times.map((created_at) => {
    const entry = entryAt(created_at, organization_id)
    head = seal(head, entry)
    return { ...entry, ...head, created_at: DateTime.unsafeMake(created_at) }
  })
}

export const headOf = (entries: ReadonlyArray<AuditRecord>) => {
  const { hash, seq } = entries.at(-1) ?? noEntries
  return { seq, hash }
}

interface Stored {
  entries: ReadonlyArray<AuditRecord>
  deleted: { seq: number; hash: string }
  head: { seq: number; hash: string }
}

/** A store of chains, and how it was read: the number after which it was, and how many entries were asked for. */
export const storing = (...given: ReadonlyArray<ReadonlyArray<AuditRecord>>) => {
  const reads: Array<readonly [after: number, limit: number]> = []
  const stored = new Map<AuditChain["organization_id"], Stored>(
    given.map((entries, index) => [organizationOf(index + 1), { entries, deleted: noEntries, head: headOf(entries) }])
  )
  const of = (id: AuditChain["organization_id"]) => stored.get(id) ?? expect.unreachable()
  const chains = () =>
    Array.from(stored, ([organization_id, { deleted, head }]) => ({ organization_id, ...head, deleted }))
  const store = AuditStore.of({
    list: () => Effect.dieMessage("Nothing is listed."),
    chains: Effect.sync(chains),
    ends: Effect.dieMessage("Nothing is sealed."),
    inspect: Effect.sync(() => ({
      chains: chains(),
      ends: Array.from(stored).flatMap(([organization_id, { entries }]) => {
        const { seq } = headOf(entries)
        return seq === 0 ? [] : [{ organization_id, seq }]
      }),
      unsealed: 0
    })),
    chain: () => Effect.dieMessage("No chain is shown."),
    noteChecks: () => Effect.dieMessage("No check is noted."),
    read: (id, after, limit) =>
      Effect.sync(() => {
        reads.push([after, limit])
        return of(id)
          .entries.filter(({ seq }) => seq > after)
          .slice(0, limit)
      }),
    prune: ({ from, hash, to }, entry) =>
      Effect.sync(() => {
        const chain = of(entry.organization_id)
        if (chain.deleted.seq !== from - 1) return false
        chain.head = seal(chain.head, entry)
        chain.entries = [
          ...chain.entries.filter(({ seq }) => seq > to),
          { ...entry, ...chain.head, created_at: DateTime.unsafeMake(entry.created_at) }
        ]
        chain.deleted = { seq: to, hash }
        return true
      })
  })
  return { of, reads, stored, provided: Effect.provideService(AuditStore, store) }
}

export const times = (count: number) => Array.from({ length: count }, (_, n) => n)
