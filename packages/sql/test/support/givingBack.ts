import { describe, expect, it } from "@effect/vitest"
import type { OrganizationId } from "@tollgate/core"
import { CHUNK, FOREIGN_LEASE, type SpendingStore } from "@tollgate/core/storage"
import { type Context, Effect, type Scope } from "effect"
import { admission, limited, other, own, refsOf, START } from "./holds.js"

type Store = Context.Tag.Service<SpendingStore>

/** Opens the store of an empty database as often as asked, as so many processes do. Times are the arguments of its methods. */
export type OpenStores<E> = (count: number) => Effect.Effect<ReadonlyArray<Store>, E, Scope.Scope>

const LEASE = 60
const end = START + LEASE * 1000

const hold = (store: Store, organization: OrganizationId, number: number, now = START, lease_seconds = LEASE) =>
  Effect.map(store.admit(admission(organization, number, { now, lease_seconds })), ({ _tag }) => _tag)

/** A limit of one hold for an organization. */
const limit = (store: Store, organization: OrganizationId) =>
  store.setTerms({ ref: refsOf(organization)[1] }, limited(1), START)

/** Promises about ended holds that a refusal must not count. */
export const givingBack = <E>(storage: string, open: OpenStores<E>) => {
  describe(`Ended holds in ${storage}`, () => {
    for (const others of [other, own]) {
      const whose = others === own ? "its own organization" : "another organization"
      it.scopedLive(`are found behind ${CHUNK} others of ${whose}, which another process has granted`, () =>
        Effect.gen(function* () {
          const [first, second] = yield* open(2)
          if (first === undefined || second === undefined) return
          const numbers = Array.from({ length: CHUNK + 50 }, (_, index) => index)
          yield* Effect.forEach(numbers, (number) => hold(second, others, number, START, LEASE - 1), {
            concurrency: 64
          })
          expect(yield* hold(first, own, 1000)).toBe("Admitted")
          yield* limit(first, own)
          const later = end + 1
          expect(yield* hold(first, own, 1001, later)).toBe("Refused")
          expect(yield* first.expireHolds(later, own)).toBe(1)
          expect(yield* hold(first, own, 1001, later)).toBe(others === own ? "Refused" : "Admitted")
          expect(yield* first.expireHolds(later, own)).toBe(0)
          // Those of another process are given back later, and then all of them.
          const due = later + FOREIGN_LEASE
          const given: Array<number> = []
          for (let count = -1; count !== 0; given.push(count)) count = yield* first.expireHolds(due, others)
          expect(given).toEqual([CHUNK, 50, 0])
        })
      )
    }
  })
}
