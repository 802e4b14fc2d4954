import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { AuditStore, noEntries, pruningEntry } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { aKeyPatch } from "../../keys.js"
import { anOrganization } from "../../organizations.js"
import * as TestAccount from "../../TestAccount.js"
import type { Promised } from "../contract.js"

const at = DateTime.unsafeMake

/** Promises about one chain: its end, its beginning, and what its last check has found. */
export const chainPromises = (promise: Promised): void => {
  promise("shows the end and the beginning of a chain, also after its oldest entries were deleted", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, organization } = yield* TestAccount.make()
      const other = yield* TestAccount.make(anOrganization({ name: "Other", owner_user_id: "other" }))
      const audit = yield* AuditStore
      yield* Effect.provide(Core.updateKey(ordinaryHash, aKeyPatch({ name: "New" })), asManager)
      const [own = expect.fail("no chain")] = (yield* audit.chains).filter(
        (one) => one.organization_id === organization.id
      )
      const { hash, seq } = own
      const all = yield* audit.read(organization.id, 0, 10)
      const whole = {
        head: { seq, hash },
        deleted: noEntries,
        first: all[0],
        last: all.at(-1),
        pruning: null,
        check: null
      }
      expect(yield* audit.chain(organization.id)).toEqual(whole)
      const second = all[1] ?? expect.fail("no second entry")
      const pruning = { from: 1, to: 2, hash: second.hash }
      yield* audit.prune(pruning, pruningEntry(organization.id, pruning, 5))
      const [third, ...later] = yield* audit.read(organization.id, 0, 10)
      expect(yield* audit.chain(organization.id)).toMatchObject({
        head: { seq: seq + 1 },
        deleted: { seq: 2, hash: second.hash },
        first: third,
        last: later.at(-1),
        pruning: { action: "audit.prune", seq: seq + 1, created_at: at(5) }
      })
      expect((yield* audit.chain(other.organization.id)).deleted).toEqual(noEntries)
      expect(yield* audit.chain("")).toEqual({ ...whole, head: noEntries, first: null, last: null })
    })
  )

  promise("keeps the latest check of each chain, whatever the order in which they are noted", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestAccount.make()
      const audit = yield* AuditStore
      const check = (
        time: number,
        seq: number,
        intact = true,
        organization_id: typeof organization.id | "" = organization.id
      ) => ({
        organization_id,
        checked_at: at(time),
        seq,
        intact
      })
      const found = Effect.map(audit.chain(organization.id), ({ check }) => check)
      yield* audit.noteChecks([])
      expect(yield* found).toBeNull()
      yield* audit.noteChecks([check(2_000, 1), check(2_000, 9, true, "")])
      expect(yield* found).toEqual(check(2_000, 1))
      yield* audit.noteChecks([check(3_000, 2, false)])
      yield* audit.noteChecks([check(1_000, 1)])
      expect(yield* found).toEqual(check(3_000, 2, false))
      expect((yield* audit.chain("")).check).toEqual(check(2_000, 9, true, ""))
    })
  )

  promise("is checked with a note for each chain of what was found, which verification alone does not write", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, organization } = yield* TestAccount.make()
      const audit = yield* AuditStore
      const { seq } = yield* Effect.flatMap(audit.chains, ([chain]) => Effect.fromNullable(chain))
      const chain = Effect.provide(Core.getAuditChain(), asManager)
      const report = yield* Core.verifyAudit()
      expect(yield* chain).toMatchObject({ seq, first_seq: 1, checked_at: null, checked_seq: null, intact: null })
      const now = yield* DateTime.now
      expect(yield* Core.noteAuditCheck()).toEqual(report)
      const checked = yield* chain
      expect(checked).toMatchObject({ seq, checked_seq: seq, intact: true })
      // A database is tested by the real time.
      expect(checked.checked_at?.epochMillis).toBeGreaterThanOrEqual(now.epochMillis)
      yield* Effect.provide(Core.deleteKey(ordinaryHash), asManager)
      yield* audit.ends
      expect(yield* chain).toMatchObject({ seq: seq + 1, checked_seq: seq, intact: true, deleted_seq: null })
      // A head that was kept elsewhere, of another chain.
      yield* Core.noteAuditCheck([{ organization_id: organization.id, seq: 1, hash: "f".repeat(64) }])
      expect(yield* chain).toMatchObject({ checked_seq: seq + 1, intact: false })
      const pruning = { from: 1, to: 1, hash: (yield* audit.read(organization.id, 0, 1))[0]?.hash ?? "" }
      yield* audit.prune(pruning, pruningEntry(organization.id, pruning, 7))
      expect(yield* chain).toMatchObject({ first_seq: 2, deleted_seq: 1, deleted_at: at(7) })
    })
  )
}
