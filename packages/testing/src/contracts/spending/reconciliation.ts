import { expect } from "@effect/vitest"
import { ByokId, Usd } from "@tollgate/core"
import { type CorrectionAnswer, type CorrectionRecord, SpendingStore } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { EntryReader, entriesAfter, expectEntries, saying } from "./entryLaws.js"
import { expectLaws } from "./laws.js"
import { admitIn, path, runAt, runRef } from "./runSamples.js"
import {
  admit,
  all,
  correcting,
  costing,
  DAY,
  evening,
  keyHash,
  MINUTE,
  named,
  organization,
  otherOrganization,
  usd,
  whole
} from "./samples.js"

const [one, two] = [1, 2].map((digit) => ByokId.make(`${digit}4444444-4444-4444-8444-444444444444`))

const reconcile = (number: number, cost: number, now = evening) =>
  Effect.flatMap(SpendingStore, (store) =>
    store.reconcile(named(number), correcting(cost, { corrected_by: keyHash("c"), corrected_at: now }))
  )

/** The hold of an answer, which must be a reconciliation. */
const reconciled = (answer: Option.Option<CorrectionAnswer>) => {
  const { hold, is_corrected } = Option.getOrThrow(answer)
  expect(is_corrected).toBe(true)
  return hold
}

/** The amounts of the organization on a day: lifetime and daily. */
const counted = (now = evening) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const [scope = expect.fail("no scope")] = yield* store.scopes([whole], now)
    const of = ({ spent, unknown }: typeof scope.own) =>
      [spent.lifetime, spent.daily, unknown.lifetime, unknown.daily].map(Usd.toNumber)
    return { own: of(scope.own), byok: of(scope.byok), holds: scope.holds }
  })

const nothing = [0, 0, 0, 0]

/** So many turns of the event loop. */
const turns = (count: number) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resume) => setImmediate(resume))
  })

/** Holds whose outcome is unknown, with what they set aside. */
const unknown = (...numbers: ReadonlyArray<number>) =>
  Effect.forEach(numbers, (number) =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(number, 1)
      yield* store.markUnknown(named(number), null, evening)
    })
  )

const counters = (promise: Promised): void => {
  promise("spends what a reconciled hold cost in place of what was unknown, in windows that are still the same", () =>
    Effect.gen(function* () {
      yield* unknown(1, 2, 3)
      expect(yield* counted()).toEqual({ own: [0, 0, 3, 3], byok: nothing, holds: 0 })
      expect(reconciled(yield* reconcile(1, 0.25))).toMatchObject({ state: "settled", cost: usd(0.25), corrections: 1 })
      expect(reconciled(yield* reconcile(2, 0))).toMatchObject({ state: "settled", cost: 0n, is_byok: false })
      expect(yield* counted()).toEqual({ own: [0.25, 0.25, 1, 1], byok: nothing, holds: 0 })
      // The next day is another one, in another week and month.
      const later = evening + DAY
      const late = reconciled(yield* reconcile(3, 2, later))
      expect(late).toMatchObject({ cost: usd(2), ended_at: later, flags: ["overdrawn", "late"] })
      expect(yield* counted(later)).toEqual({ own: [2.25, 0, 0, 0], byok: nothing, holds: 0 })
      yield* expectLaws(all, later)
    })
  )

  promise(
    "counts a reconciled hold for the credential that was sent, or the first of its plan, and keeps its flags",
    () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        const plans = [
          { plan: [one, two], charge: "byok" },
          { plan: [one, two], charge: "byok" },
          { plan: [null, one], charge: "own" },
          { plan: [one], charge: "byok" }
        ] as const
        for (const [number, admission] of plans.entries()) {
          yield* admit(number, 1, { ...admission, plan: admission.plan.map((slot) => slot ?? null) })
          yield* store.send(named(number), evening, number === 1 ? (two ?? null) : undefined)
          yield* store.markUnknown(named(number), "price_missing", evening)
        }
        expect(yield* counted()).toEqual({ own: [0, 0, 1, 1], byok: [0, 0, 3, 3], holds: 0 })
        const answers = yield* Effect.forEach([0, 1, 2, 3], (number) => reconcile(number, 0.5))
        expect(
          answers.map(reconciled).map(({ credential_id, flags, is_byok }) => [credential_id, is_byok, flags])
        ).toEqual([
          [one, true, ["price_missing", "credential_assumed"]],
          [two, true, ["price_missing"]],
          [null, false, ["price_missing", "credential_assumed"]],
          [one, true, ["price_missing"]]
        ])
        expect(yield* counted()).toEqual({ own: [0.5, 0.5, 0, 0], byok: [1.5, 1.5, 0, 0], holds: 0 })
        yield* expectLaws(all, evening)
      })
  )

  promise("moves what is unknown to what is spent in the runs of a reconciled hold, too", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admitIn(1, 0, path("job"))
      yield* admitIn(2, 1, path("job/step"))
      yield* store.markUnknown(named(2), null, evening)
      reconciled(yield* reconcile(2, 0.25))
      const counted = Effect.map(Effect.all([runAt("job"), runAt("job/step")]), (runs) =>
        runs.map(({ own, requests }) => [own.spent.lifetime, own.unknown.lifetime, requests])
      )
      expect(yield* counted).toEqual([2, 1].map((requests) => [usd(0.25), 0n, requests]))
      yield* expectLaws([...all, runRef("job"), runRef("job/step")], evening)
    })
  )
}

const life = (promise: Promised): void => {
  promise(
    "keeps a reconciliation as the first correction, whose entry is the settlement, and corrects it afterwards",
    () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        const reader = new EntryReader()
        yield* unknown(1)
        yield* reader.poll()
        yield* reconcile(1, 0.25)
        yield* reader.poll()
        yield* store.correct(named(1), correcting(0.5))
        const first: CorrectionRecord = {
          ...correcting(0.25, { corrected_by: keyHash("c") }),
          ...{ id: named(1).id, cost_before: null, number: 1, position: null }
        }
        const second = { ...correcting(0.5), id: named(1).id, cost_before: usd(0.25), number: 2, position: 3 }
        expect(yield* store.corrections(named(1))).toEqual([first, second])
        expect((yield* entriesAfter(0)).map(saying)).toMatchObject([
          { position: 1, kind: "unknown", amount: usd(1) },
          { position: 2, kind: "settled", cost: usd(0.25), was_unknown: { position: 1 }, reconciliation: first },
          { position: 3, kind: "corrected", correction: second }
        ])
        yield* expectEntries(reader, () => true)
        yield* expectLaws(all, evening)
        expect(yield* store.prune(evening + DAY)).toBe(1)
        expect([yield* entriesAfter(0), yield* store.corrections(named(1))]).toEqual([[], []])
        yield* expectLaws(all, evening + DAY)
      })
  )

  promise("reconciles a hold that was sent once its lease has ended, before anything gives it back", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const reader = new EntryReader()
      const lease = { terms: { lease_seconds: 60 } }
      yield* Effect.forEach([1, 2], (number) => admit(number, 1, lease))
      yield* Effect.forEach([1, 2], (number) => store.send(named(number), evening))
      const end = evening + MINUTE
      expect(Option.getOrThrow(yield* reconcile(1, 0.25, end - 1))).toMatchObject({
        hold: { state: "open" },
        is_corrected: false
      })
      expect(reconciled(yield* reconcile(1, 0.25, end))).toMatchObject({ state: "settled", was_unknown: { at: end } })
      expect(yield* counted(end)).toEqual({ own: [0.25, 0.25, 0, 0], byok: nothing, holds: 1 })
      expect(yield* store.expireHolds(end, organization)).toBe(1)
      yield* expectEntries(reader, () => true)
      yield* expectLaws(all, end)
    })
  )

  promise(
    "leaves a hold in any other state as it is, one of another organization, and one without room for its cost",
    () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        yield* Effect.forEach([1, 2, 3], (number) => admit(number, 1, { terms: { lease_seconds: 60 } }))
        yield* store.settle(named(2), costing(0.5), evening)
        yield* store.release(named(3), evening)
        yield* unknown(4, 5)
        const refusedIn = (number: number, cost: number, now?: number) =>
          Effect.map(reconcile(number, cost, now), (answer) => {
            const { hold, is_corrected } = Option.getOrThrow(answer)
            return is_corrected ? "reconciled" : hold.state
          })
        expect(yield* Effect.forEach([1, 2, 3], (number) => refusedIn(number, 0))).toEqual([
          "open",
          "settled",
          "released"
        ])
        expect(yield* refusedIn(1, 0, evening + 2 * MINUTE)).toBe("expired")
        const theirs = store.reconcile(named(4, otherOrganization), correcting(0))
        expect([yield* theirs, yield* reconcile(9, 0)]).toEqual([Option.none(), Option.none()])
        const before = yield* store.find(named(4))
        expect(yield* refusedIn(4, 9_223_372_036)).toBe("unknown")
        expect([yield* store.find(named(4)), yield* store.corrections(named(4))]).toEqual([before, []])
        yield* expectLaws(all, evening)
      })
  )

  promise("takes one of many reconciliations and settlements of a hold at once, and no other has an effect", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const winners = new Set<number>()
      const costs = [1, 2, 3]
      // Each act begins some turns after another one, more of them from round to round, so that each of them comes first at some time.
      for (let number = 0; number < 60 && winners.size < 4; number++) {
        yield* unknown(number)
        const reconciling = costs.map((cost) =>
          Effect.asSome(Effect.map(reconcile(number, cost), (answer) => ({ answer, cost })))
        )
        const settling = Effect.as(store.settle(named(number), costing(4), evening), Option.none())
        const acts = Array.rotate([...reconciling, settling], number)
        const staggered = acts.map((act, at) => Effect.zipRight(turns(Math.floor((at * number) / 4)), act))
        const answers = Array.getSomes(yield* Effect.all(staggered, { concurrency: "unbounded" }))
        const taken = answers.flatMap(({ answer, cost }) => (Option.getOrThrow(answer).is_corrected ? [cost] : []))
        const hold = Option.getOrThrow(yield* store.find(named(number)))
        const cost = Usd.toNumber(hold.cost ?? Usd.zero)
        expect(taken).toEqual(cost === 4 ? [] : [cost])
        expect(hold).toMatchObject({ state: "settled", corrections: taken.length })
        expect((yield* store.corrections(named(number))).map(({ cost }) => Usd.toNumber(cost))).toEqual(taken)
        winners.add(cost)
      }
      expect([...winners].sort()).toEqual([1, 2, 3, 4])
      yield* expectEntries(new EntryReader(), () => true)
      yield* expectLaws(all, evening)
    })
  )
}

/** Promises about holds whose outcome was unknown, and is found out. */
export const reconciliationPromises = (promise: Promised): void => {
  counters(promise)
  life(promise)
}
