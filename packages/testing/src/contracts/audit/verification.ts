import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import {
  type AuditChain,
  type AuditHead,
  AuditStore,
  noEntries,
  pruningEntry,
  Transaction
} from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { aKeyPatch } from "../../keys.js"
import * as TestAccount from "../../TestAccount.js"
import type { Promised } from "../contract.js"

/** Deletes the entries of a chain from one to another one, as at the beginning of 1970. */
const prune = (organizationId: Core.OrganizationId, from: number, { hash, seq: to }: AuditHead) =>
  Effect.flatMap(AuditStore, (audit) =>
    audit.prune({ from, to, hash }, pruningEntry(organizationId, { from, to, hash }, 0))
  )

const at = DateTime.unsafeMake(0)
const none = { same: 0, unsealed: 0 }

/** Promises about chains of entries that are checked. */
export const verificationPromises = (promise: Promised): void => {
  promise("verifies each chain, also after its oldest entries were deleted", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, organization } = yield* TestAccount.make()
      const audit = yield* AuditStore
      const others = (yield* audit.chains).filter((chain) => chain.organization_id !== organization.id)
      yield* Core.createGatewayKey({ organization_id: null })
      yield* Effect.provide(Core.deleteKey(ordinaryHash), asManager)
      const [, own] = yield* audit.chains
      const [, second, third] = yield* audit.read(organization.id, 0, 10)
      expect((yield* audit.read(organization.id, 1, 1)).map(({ seq }) => seq)).toEqual([2])
      expect(others).toEqual([])
      const head = { seq: 3, hash: third?.hash }
      const start = { seq: 0, hash: noEntries.hash }
      expect(own).toEqual({ organization_id: organization.id, ...head, deleted: start })
      expect(yield* Core.verifyAudit()).toEqual({ chains: 2, entries: 4, broken: [], ...none, pruned: [] })
      expect(yield* Core.pruneAudit("1 day")).toEqual({ deleted: 0 })
      const deleted = { seq: 2, hash: second?.hash ?? expect.fail("no second entry") }
      expect(yield* prune(organization.id, 1, deleted)).toBe(true)
      const [, pruned = expect.fail("no chain")] = yield* audit.chains
      expect(pruned).toEqual({ organization_id: organization.id, seq: 4, hash: pruned.hash, deleted })
      const [last, noted, ...after] = yield* audit.read(organization.id, 0, 10)
      expect([last, after]).toEqual([third, []])
      const pruning = { from: 1, to: 2, hash: deleted.hash }
      const entry = pruningEntry(organization.id, pruning, 0)
      expect(noted).toEqual({ ...entry, created_at: at, seq: 4, hash: pruned.hash, changes: JSON.stringify(pruning) })
      const explained = { organization_id: organization.id, seq: 2, at, isNotedLate: false }
      expect(yield* Core.verifyAudit()).toEqual({ chains: 2, entries: 3, broken: [], ...none, pruned: [explained] })
      // The chain does not begin there any more.
      expect(yield* prune(organization.id, 1, { seq: 3, hash: third?.hash ?? "" })).toBe(false)
      expect((yield* audit.chains)[1]).toEqual(pruned)
      expect(yield* prune(organization.id, 3, { seq: 3, hash: deleted.hash })).toBe(true)
      const changed = { organization_id: organization.id, seq: 4, problem: "changed" }
      expect(yield* Core.verifyAudit()).toEqual({ chains: 2, entries: 1, broken: [changed], ...none, pruned: [] })
    })
  )

  promise("has one entry about a deletion that two make at the same time", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestAccount.make()
      const audit = yield* AuditStore
      const [chain = expect.fail("no chain")] = yield* audit.chains
      const both = Array.from({ length: 2 }, () => prune(organization.id, 1, chain))
      expect((yield* Effect.all(both, { concurrency: "unbounded" })).toSorted()).toEqual([false, true])
      expect((yield* audit.read(organization.id, 0, 10)).map(({ action, seq }) => [action, seq])).toEqual([
        ["audit.prune", chain.seq + 1]
      ])
      const pruned = [{ organization_id: organization.id, seq: chain.seq, at, isNotedLate: false }]
      expect(yield* Core.verifyAudit()).toEqual({ chains: 1, entries: 1, broken: [], ...none, pruned })
    })
  )

  promise("deletes nothing of a chain and adds no entry about it if the transaction fails", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestAccount.make()
      const audit = yield* AuditStore
      const transaction = yield* Transaction
      const [chain = expect.fail("no chain")] = yield* audit.chains
      const before = yield* audit.read(organization.id, 0, 10)
      yield* Effect.flip(transaction.run(Effect.zipRight(prune(organization.id, 1, chain), Effect.fail("no"))))
      expect([yield* audit.chains, yield* audit.read(organization.id, 0, 10)]).toEqual([[chain], before])
    })
  )

  promise("is verified while its oldest entries are deleted", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, organization } = yield* TestAccount.make()
      for (const name of ["One", "Two", "Three"])
        yield* Effect.provide(Core.updateKey(ordinaryHash, aKeyPatch({ name })), asManager)
      const audit = yield* AuditStore
      const { seq } = yield* Effect.flatMap(audit.chains, ([chain]) => Effect.fromNullable(chain))
      const [, second] = yield* audit.read(organization.id, 0, 10)
      const deleted = { seq: 2, hash: second?.hash ?? expect.fail("no second entry") }
      const deleting = AuditStore.of({
        ...audit,
        read: (...given) =>
          Effect.zipRight(
            Effect.provideService(prune(organization.id, 1, deleted), AuditStore, audit),
            audit.read(...given)
          )
      })
      const report = yield* Effect.provideService(Core.verifyAudit(), AuditStore, deleting)
      const pruned = [{ organization_id: organization.id, seq: 2, at, isNotedLate: false }]
      expect(report).toEqual({ chains: 1, entries: seq - deleted.seq + 1, broken: [], ...none, pruned })
    })
  )

  promise(
    "reports entries after the head of a chain, those of a chain without a head, and a beginning that none explains",
    () =>
      Effect.gen(function* () {
        const { asManager, ordinaryHash, organization } = yield* TestAccount.make()
        yield* Effect.provide(Core.deleteKey(ordinaryHash), asManager)
        const audit = yield* AuditStore
        const [chain = expect.fail("no chain")] = yield* audit.chains
        const organization_id = organization.id
        const ends = [{ organization_id, seq: 3 }]
        expect(yield* audit.ends).toEqual(ends)
        expect(yield* audit.inspect).toEqual({ chains: [chain], ends, unsealed: 0 })
        const [, second = expect.fail("no second entry")] = yield* audit.read(organization_id, 0, 10)
        const verifyWith = (chains: ReadonlyArray<AuditChain>) =>
          Effect.provideService(Core.verifyAudit(), AuditStore, {
            ...audit,
            inspect: Effect.map(audit.inspect, (state) => ({ ...state, chains }))
          })
        expect(yield* verifyWith([{ ...chain, seq: 2, hash: second.hash }])).toEqual({
          ...{
            chains: 1,
            entries: 2,
            broken: [{ organization_id, seq: 3, problem: "after_head" }],
            ...none,
            ...none,
            pruned: []
          }
        })
        expect(yield* verifyWith([])).toEqual({
          ...{ chains: 0, entries: 0, broken: [{ organization_id, seq: 1, problem: "no_head" }], ...none, pruned: [] }
        })
        const begun = { seq: 2, hash: second.hash }
        expect(yield* verifyWith([{ ...chain, deleted: begun }])).toEqual({
          ...{
            chains: 1,
            entries: 1,
            broken: [{ organization_id, seq: 2, problem: "unexplained" }],
            ...none,
            ...none,
            pruned: []
          }
        })
        expect(yield* verifyWith([{ ...chain, deleted: { seq: chain.seq, hash: chain.hash } }])).toEqual({
          ...{
            chains: 1,
            entries: 0,
            broken: [{ organization_id, seq: chain.seq, problem: "unexplained" }],
            ...none,
            pruned: []
          }
        })
      })
  )
}
