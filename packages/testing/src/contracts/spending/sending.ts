import { expect } from "@effect/vitest"
import { ByokId, type HoldFlag, type HoldState } from "@tollgate/core"
import { type Settlement, SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import { admit, all, costing, evening, MINUTE, named, organization, otherOrganization, tag } from "./samples.js"

const [first, second, outside] = ["4", "5", "6"].map((digit) =>
  ByokId.make(`${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`)
)

const find = (number: number) => Effect.flatMap(SpendingStore, (store) => store.find(named(number)))

const credentialOf = (number: number) => Effect.map(find(number), (hold) => Option.getOrThrow(hold).credential_id)

/** A settlement that leaves the credential to the hold. */
const unstated = (cost: number): Settlement => {
  const { is_byok: _, ...settlement } = costing(cost)
  return { ...settlement, credential_id: undefined }
}

/** Promises about the credential that a request was sent with. */
export const sendingPromises = (promise: Promised): void => {
  promise("keeps the last credential of the plan that was stated as a request was sent", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const plan = [first ?? null, null, second ?? null]
      yield* admit(1, 1, { plan, charge: "own_or_byok" })
      const send = (credential?: ByokId | null, now = evening) => store.send(named(1), now, credential)
      expect(yield* credentialOf(1)).toBeUndefined()
      const answer = yield* send()
      expect(yield* credentialOf(1)).toBeUndefined()
      for (const credential of [null, first, second, null, second]) {
        expect(yield* send(credential, evening + MINUTE)).toEqual({
          _tag: "Sent",
          hold: { ...(answer._tag === "Sent" && answer.hold), credential_id: credential }
        })
        expect(yield* credentialOf(1)).toBe(credential)
      }
      yield* send()
      expect(yield* tag(send(outside))).toBe("OutsidePlan")
      expect(yield* credentialOf(1)).toBe(second)
      const end = evening + 10 * MINUTE
      expect(yield* tag(send(first, end))).toBe("Ended")
      yield* store.expireHolds(end)
      expect(Option.map(yield* find(1), ({ credential_id, state }) => ({ credential_id, state }))).toEqual(
        Option.some({ credential_id: second, state: "unknown" })
      )
      yield* expectLaws(all, end)
    })
  )

  promise("settles for the credential that was stated last, for the gateway's own, or for the only one", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const several = [first ?? null, null, second ?? null]
      const settled = Effect.fnUntraced(function* (
        number: number,
        plan: ReadonlyArray<ByokId | null>,
        stated: ReadonlyArray<ByokId | null>
      ) {
        yield* admit(number, 1, { plan, charge: plan.includes(null) ? "own_or_byok" : "byok" })
        for (const credential of stated) yield* store.send(named(number), evening, credential)
        const answer = yield* store.settle(named(number), unstated(0.5), evening)
        expect(yield* find(number)).toEqual(answer)
        return Option.map(answer, ({ credential_id, flags, is_byok }) => ({ credential_id, flags, is_byok }))
      })
      const served = (credential_id: ByokId | null | undefined, ...flags: ReadonlyArray<HoldFlag>) =>
        Option.some({ credential_id, flags, is_byok: credential_id !== null })
      expect(yield* settled(1, several, [null, second ?? null])).toEqual(served(second))
      expect(yield* settled(2, several, [second ?? null, null])).toEqual(served(null))
      expect(yield* settled(3, several, [])).toEqual(served(null, "credential_assumed"))
      expect(yield* settled(4, [null], [])).toEqual(served(null))
      expect(yield* settled(5, [first ?? null], [])).toEqual(served(first))
      expect(yield* settled(6, [first ?? null, second ?? null], [first ?? null])).toEqual(served(first))
      yield* expectLaws(all, evening)
    })
  )

  promise("states none of a plan without the gateway's own as that one", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 1, { plan: [first ?? null], charge: "byok" })
      expect(yield* tag(store.send(named(1), evening, null))).toBe("OutsidePlan")
      expect(Option.map(yield* find(1), ({ sent_at }) => sent_at)).toEqual(Option.some(null))
    })
  )

  promise("says why a hold is unknown, whatever came first, until it is settled", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 1, { plan: [first ?? null, null], charge: "own_or_byok" })
      yield* store.markUnknown(named(1), null, evening)
      yield* store.markUnknown(named(1), "settlement_refused", evening + MINUTE)
      yield* store.markUnknown(named(1), "price_missing", evening + MINUTE)
      const unknown = { ended_at: evening, flags: ["price_missing", "settlement_refused"], state: "unknown" }
      const shown = Option.map(yield* find(1), ({ ended_at, flags, state }) => ({ ended_at, flags, state }))
      expect(shown).toEqual(Option.some(unknown))
      yield* expectLaws(all, evening)
      yield* store.settle(named(1), unstated(0.5), evening)
      yield* store.markUnknown(named(1), "settlement_refused", evening)
      expect(Option.map(yield* find(1), ({ flags }) => flags)).toEqual(Option.some(["credential_assumed"]))
      yield* expectLaws(all, evening)
    })
  )

  promise("lists the holds with a flag", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      for (const number of [1, 2, 3, 4]) {
        yield* admit(number, 1, { plan: [first ?? null, null], charge: "own_or_byok" })
      }
      yield* store.markUnknown(named(1), "settlement_refused", evening)
      yield* store.settle(named(2), unstated(3), evening)
      yield* store.settle(named(3), costing(1), evening)
      const listed = (flag: HoldFlag, state: HoldState | null = null, organization_id = organization) =>
        Effect.map(
          store.list(
            { organization_id, workspace_id: null, key_hash: null, instance: null, flag, state },
            { limit: 10, offset: 0 },
            evening
          ),
          ({ data, total_count }) => ({ ids: data.map(({ id }) => id), total_count })
        )
      const [one, two] = [1, 2].map((number) => ({ ids: [named(number).id], total_count: 1 }))
      const none = { ids: [], total_count: 0 }
      expect(yield* listed("settlement_refused")).toEqual(one)
      for (const flag of ["credential_assumed", "overdrawn"] as const) expect(yield* listed(flag)).toEqual(two)
      expect(yield* listed("late")).toEqual(none)
      expect(yield* listed("credential_assumed", "settled")).toEqual(two)
      expect(yield* listed("credential_assumed", "unknown")).toEqual(none)
      expect(yield* listed("overdrawn", null, otherOrganization)).toEqual(none)
      yield* store.settle(named(1), costing(1), evening)
      expect(yield* listed("settlement_refused")).toEqual(none)
    })
  )
}
