import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { type AuditChain, AuditStore, noEntries } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { aKeyPatch } from "../../keys.js"
import * as TestAccount from "../../TestAccount.js"
import type { Promised } from "../contract.js"

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
      const [first, second, third] = yield* audit.read(organization.id, 0, 10)
      expect((yield* audit.read(organization.id, 1, 1)).map(({ seq }) => seq)).toEqual([2])
      expect(others).toEqual([])
      const head = { seq: 3, hash: third?.hash }
      const start = { seq: 0, hash: noEntries.hash }
      expect(own).toEqual({ organization_id: organization.id, ...head, deleted: start })
      expect(yield* Core.verifyAudit()).toEqual({ chains: 2, entries: 4, broken: [] })
      expect(yield* Core.pruneAudit("1 day")).toEqual({ deleted: 0 })
      const deleted = { seq: 2, hash: second?.hash ?? expect.fail("no second entry") }
      yield* audit.deleteUpTo(organization.id, deleted)
      expect((yield* audit.chains)[1]).toEqual({ organization_id: organization.id, ...head, deleted })
      expect(yield* Core.verifyAudit()).toEqual({ chains: 2, entries: 2, broken: [] })
      // An older end changes nothing.
      yield* audit.deleteUpTo(organization.id, { seq: 1, hash: first?.hash ?? "" })
      expect((yield* audit.chains)[1]).toEqual({ organization_id: organization.id, ...head, deleted })
      yield* audit.deleteUpTo(organization.id, { seq: 3, hash: first?.hash ?? "" })
      const changed = { organization_id: organization.id, seq: 3, problem: "changed" }
      expect(yield* Core.verifyAudit()).toEqual({ chains: 2, entries: 1, broken: [changed] })
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
        read: (...given) => Effect.zipRight(audit.deleteUpTo(organization.id, deleted), audit.read(...given))
      })
      const report = yield* Effect.provideService(Core.verifyAudit(), AuditStore, deleting)
      expect(report).toEqual({ chains: 1, entries: seq - deleted.seq, broken: [] })
    })
  )

  promise("reports entries after the head of a chain, and those of a chain without a head", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, organization } = yield* TestAccount.make()
      yield* Effect.provide(Core.deleteKey(ordinaryHash), asManager)
      const audit = yield* AuditStore
      const [chain = expect.fail("no chain")] = yield* audit.chains
      const organization_id = organization.id
      expect(yield* audit.ends).toEqual([{ organization_id, seq: 3 }])
      const [, second = expect.fail("no second entry")] = yield* audit.read(organization_id, 0, 10)
      const verifyWith = (chains: ReadonlyArray<AuditChain>) =>
        Effect.provideService(Core.verifyAudit(), AuditStore, { ...audit, chains: Effect.succeed(chains) })
      expect(yield* verifyWith([{ ...chain, seq: 2, hash: second.hash }])).toEqual({
        ...{ chains: 1, entries: 2, broken: [{ organization_id, seq: 3, problem: "after_head" }] }
      })
      expect(yield* verifyWith([])).toEqual({
        ...{ chains: 0, entries: 0, broken: [{ organization_id, seq: 1, problem: "no_head" }] }
      })
      yield* audit.deleteUpTo(organization_id, { seq: chain.seq, hash: chain.hash })
      expect(yield* audit.ends).toEqual([])
      expect(yield* Core.verifyAudit()).toEqual({ chains: 1, entries: 0, broken: [] })
    })
  )
}
