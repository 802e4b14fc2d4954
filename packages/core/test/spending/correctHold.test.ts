import { describe, expect } from "@effect/vitest"
import {
  AuditPage,
  type CostCorrection,
  correctHold,
  getHold,
  HoldNotFound,
  HoldNotSettled,
  LedgerCaller,
  listAuditEntries,
  listHolds
} from "@tollgate/core"
import { holdIdAt } from "@tollgate/core/storage"
import { travel } from "@tollgate/testing"
import { DateTime, Effect } from "effect"
import { inMemory, read } from "../support/account.js"
import { usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const invoice = (cost: number): CostCorrection => ({ cost: usd(cost), reason: `An invoice of $${cost}` })

/** A settled hold of $0.25 and an open one. */
const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const { asManager, hold, ordinaryKey, settle } = account
  const open = (yield* hold(ordinaryKey)).data.id
  const settled = yield* settle((yield* hold(ordinaryKey)).data.id, { cost: usd(0.25) })
  const entries = Effect.map(
    asManager(listAuditEntries(read(AuditPage)({ action: "spending.correctHold" }))),
    ({ data }) => data.map(({ actor_kind, changes, object }) => ({ actor_kind, changes, object }))
  )
  const byHost = <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.provide(program, account.asHost)
  return { ...account, byHost, entries, open, settled }
})

describe("A corrected cost", () => {
  inMemory("is shown with every correction by the answer and the hold, and counted in lists", () =>
    Effect.gen(function* () {
      const { asManager, byHost, managementHash, settled } = yield* opened
      const { id } = settled
      const first = yield* DateTime.now
      const second = DateTime.add(first, { minutes: 1 })
      const corrections = [
        { at: first, before: usd(0.25), after: usd(0.5), reason: "An invoice of $0.5", by: managementHash },
        { at: second, before: usd(0.5), after: usd(0.125), reason: "An invoice of $0.125", by: null }
      ]
      const once = { ...settled, cost: usd(0.5), corrections: 1 }
      expect(yield* asManager(correctHold(id, invoice(0.5)))).toEqual({ data: once, corrections: [corrections[0]] })
      yield* travel("1 minute")
      const both = { data: { ...settled, cost: usd(0.125), corrections: 2 }, corrections }
      expect(yield* byHost(correctHold(id, invoice(0.125)))).toEqual(both)
      expect(yield* byHost(correctHold(id, invoice(0.125)))).toEqual(both)
      expect(yield* Effect.provideService(getHold(id), LedgerCaller, asHost)).toEqual(both)
      const listed = listHolds({ limit: 50, offset: 0, state: "settled" })
      expect((yield* Effect.provideService(listed, LedgerCaller, asHost)).data).toEqual([both.data])
    })
  )

  inMemory("has an entry in the audit log, under the id of the hold as it is stored", () =>
    Effect.gen(function* () {
      const { asManager, byHost, entries, settled } = yield* opened
      const { id } = settled
      yield* asManager(correctHold(id.toUpperCase(), invoice(0.5)))
      yield* byHost(correctHold(id, invoice(0.125)))
      expect(yield* entries).toEqual([
        { actor_kind: "host", changes: { cost: 0.125, reason: "An invoice of $0.125" }, object: id },
        { actor_kind: "management", changes: { cost: 0.5, reason: "An invoice of $0.5" }, object: id }
      ])
    })
  )

  inMemory("has no entry if it is the cost of the hold, or is refused", () =>
    Effect.gen(function* () {
      const { asManager, entries, open, settled } = yield* opened
      const correct = (id: string, cost: number) => asManager(correctHold(id, invoice(cost)))
      const unknown = holdIdAt(0, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
      expect(yield* correct(settled.id, 0.25)).toEqual({ data: settled, corrections: [] })
      expect(yield* Effect.flip(correct(open, 0.5))).toEqual(new HoldNotSettled({ id: open }))
      expect(yield* Effect.flip(correct(unknown, 0.5))).toEqual(HoldNotFound.of(unknown))
      expect(yield* entries).toEqual([])
    })
  )
})
