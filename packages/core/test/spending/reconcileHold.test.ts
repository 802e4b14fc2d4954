import { describe, expect } from "@effect/vitest"
import {
  AuditPage,
  authenticate,
  createByokCredential,
  createKey,
  createWorkspace,
  getHold,
  HoldNotFound,
  HoldNotUnknown,
  LedgerCaller,
  listActivityEntries,
  listAuditEntries,
  type Reconciliation,
  reconcileHold,
  requireManagement
} from "@tollgate/core"
import { aByokCredential, aKey, aWorkspace, travel } from "@tollgate/testing"
import { DateTime, Effect } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"
import { idOf, usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const found = (cost: number): Reconciliation => ({ cost: usd(cost), reason: `The provider billed $${cost}` })

/** An unknown hold of $1, and what reads it and what was changed. */
const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const { asManager, hold, ordinaryKey } = account
  const { id } = (yield* hold(ordinaryKey)).data
  const unknown = yield* account.unknown(id)
  const entries = Effect.map(
    asManager(listAuditEntries(read(AuditPage)({ action: "spending.reconcileHold" }))),
    ({ data }) => data.map(({ actor_kind, changes, object }) => ({ actor_kind, changes, object }))
  )
  const readBy = (caller: typeof LedgerCaller.Service) => Effect.provideService(getHold(id), LedgerCaller, caller)
  return { ...account, entries, id, readBy, unknown }
})

describe("A reconciled hold", () => {
  inMemory("is settled, and shown with when, by whom and why, as its first correction", () =>
    Effect.gen(function* () {
      const { asManager, id, managementHash, readBy, unknown } = yield* opened
      yield* travel("1 minute")
      const at = yield* DateTime.now
      const data = { ...unknown, state: "settled", cost: usd(0.25), ended_at: at, corrections: 1 }
      const first = { at, before: null, after: usd(0.25), reason: "The provider billed $0.25", by: managementHash }
      expect(yield* asManager(reconcileHold(id, found(0.25)))).toEqual({ data, corrections: [first] })
      expect(yield* readBy(asHost)).toEqual({ data, corrections: [first] })
      const { data: entries } = yield* asManager(listActivityEntries({ after: 0, limit: 10 }))
      expect(
        entries.map(({ corrected_by, cost, id, kind, reason }) => ({ corrected_by, cost, id, kind, reason }))
      ).toEqual([
        { id, kind: "unknown", cost: null, reason: null, corrected_by: null },
        { id: `${id}:0`, kind: "settled", cost: usd(0.25), reason: first.reason, corrected_by: managementHash }
      ])
    })
  )

  inMemory("has an entry in the audit log, under the id of the hold as it is stored, and none if it is refused", () =>
    Effect.gen(function* () {
      const { asHost, asManager, entries, hold, id, ordinaryKey } = yield* opened
      const open = (yield* hold(ordinaryKey)).data.id
      yield* Effect.flip(asManager(reconcileHold(open, found(0))))
      yield* Effect.flip(asManager(reconcileHold(idOf(77), found(0))))
      expect(yield* entries).toEqual([])
      yield* Effect.provide(reconcileHold(id.toUpperCase(), found(0)), asHost)
      yield* Effect.flip(asManager(reconcileHold(id, found(1))))
      // The same again changes nothing.
      expect((yield* asManager(reconcileHold(id, found(0)))).corrections).toMatchObject([{ after: 0n, by: null }])
      const changes = { cost: 0, reason: "The provider billed $0" }
      expect(yield* entries).toEqual([{ actor_kind: "host", changes, object: id }])
    })
  )

  inMemory("is refused in any other state, which the refusal names with what to do", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey, release, settle } = yield* opened
      const next = Effect.map(hold(ordinaryKey), ({ data }) => data.id)
      const [open, settled, released] = [yield* next, yield* next, yield* next]
      yield* settle(settled, { cost: usd(0.5) })
      yield* release(released)
      const refused = (id: typeof open) => Effect.flip(asManager(reconcileHold(id, found(0))))
      expect(yield* refused(open)).toEqual(new HoldNotUnknown({ id: open, state: "open" }))
      expect(yield* refused(settled)).toEqual(new HoldNotUnknown({ id: settled, state: "settled" }))
      expect(yield* refused(released)).toEqual(new HoldNotUnknown({ id: released, state: "released" }))
      yield* travel("10 minutes")
      expect(yield* refused(open)).toEqual(new HoldNotUnknown({ id: open, state: "expired" }))
      const states = ["open", "expired", "released", "settled"] as const
      expect(states.map((state) => new HoldNotUnknown({ id: open, state }).message)).toEqual([
        "The hold is still open: its gateway settles or releases it, or its lease ends.",
        "The hold is expired: its request was not sent, so nothing was billed.",
        "The hold is released: its request was not made, so nothing was billed.",
        "The hold is settled already. Correct its cost: POST /holds/{id}/correct."
      ])
    })
  )

  inMemory("counts as BYOK usage if its credential is one of the organization", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey, sent } = yield* opened
      const { id: credential_id } = yield* asManager(createByokCredential(aByokCredential({ provider: "openai" })))
      const { id } = (yield* hold(ordinaryKey, { credential: "byok" })).data
      yield* sent(id)
      yield* travel("10 minutes")
      const { data } = yield* asManager(reconcileHold(id, found(0.5)))
      expect(data).toMatchObject({ state: "settled", is_byok: true, credential_id, flags: [] })
    })
  )
})

describe("A hold", () => {
  inMemory(
    "is read by management keys of its organization, also of other workspaces, and is unknown to those of others",
    () =>
      Effect.gen(function* () {
        const { asManager, id, readBy } = yield* opened
        const workspace = yield* asManager(createWorkspace(aWorkspace()))
        const { key } = yield* asManager(createKey(aKey({ management: true, workspace_id: workspace.id })))
        const manager = yield* Effect.flatMap(authenticate(key), requireManagement)
        expect((yield* readBy(manager)).data.id).toBe(id)
        const other = yield* openAccount("Other")
        expect(yield* Effect.flip(other.asManager(getHold(id)))).toEqual(HoldNotFound.of(id))
        expect(yield* Effect.flip(other.asManager(reconcileHold(id, found(0))))).toEqual(HoldNotFound.of(id))
      })
  )
})
