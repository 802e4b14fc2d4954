import { describe, expect, it } from "@effect/vitest"
import { FOREIGN_LEASE, type HoldRecord, type SpendingStore } from "@tollgate/core/storage"
import { Array, type Context, Effect, Logger, Option, type Scope } from "effect"
import { admission, idOf, limited, other, own, refsOf, START } from "./holds.js"

type Store = Context.Tag.Service<SpendingStore>

/** A store over an empty database in which rows of holds can be made such that an update of their state fails. */
export interface Spoilable {
  readonly store: Store
  readonly spoil: (id: HoldRecord["id"]) => Effect.Effect<void>
  readonly heal: Effect.Effect<void>
}

const LEASE = 60
const end = START + LEASE * 1000
const spoiled = 7
const numbers = Array.range(0, 19)

/** What is logged, with how many holds it is of. */
const logged = () => {
  const all: globalThis.Array<unknown> = []
  const logger = Logger.make(({ annotations, message }) => {
    all.push({ message: Array.ensure(message)[0], ...Object.fromEntries(annotations) })
  })
  return { all, layer: Logger.replace(Logger.defaultLogger, logger) }
}

/** Promises about a hold that cannot be given back, whatever the reason. */
export const spoiledHolds = <E>(storage: string, open: Effect.Effect<Spoilable, E, Scope.Scope>) => {
  describe(`A hold in ${storage} that cannot be given back`, () => {
    it.scopedLive("keeps no other one from it, and no act that is judged beside it, is logged, and tried again", () =>
      Effect.gen(function* () {
        const { heal, spoil, store } = yield* open
        const hold = (number: number, now = START) => store.admit(admission(own, number, { now, lease_seconds: LEASE }))
        yield* Effect.forEach(numbers, (number) => hold(number), { concurrency: "unbounded" })
        yield* store.setTerms({ ref: refsOf(own)[1] }, limited(numbers.length), START)
        const id = idOf(own, spoiled)
        yield* spoil(id)
        const { all, layer } = logged()
        const strangers = Effect.forEach(numbers, (number) => store.admit(admission(other, number, { now: end })), {
          concurrency: "unbounded"
        })
        const tags = (yield* Effect.provide(strangers, layer)).map(({ _tag }) => _tag)
        expect(tags).toEqual(numbers.map(() => "Admitted"))
        const states = Effect.map(
          Effect.forEach(numbers, (number) => store.find({ id: idOf(own, number), organization_id: own })),
          (holds) => holds.map((hold) => Option.getOrThrow(hold).state)
        )
        const expected = numbers.map((number) => (number === spoiled ? "open" : "expired"))
        expect(yield* states).toEqual(expected)
        expect(all).toEqual([
          {
            message: "holds were not given back, and are tried again",
            hold: id,
            holds: 1,
            seconds: FOREIGN_LEASE / 1000
          }
        ])
        // It counts as held meanwhile.
        expect(yield* Effect.forEach([end, end + FOREIGN_LEASE - 1], (now) => store.expireHolds(now, own))).toEqual([
          0, 0
        ])
        const [scope] = yield* store.scopes([refsOf(own)[1]], end)
        expect([scope?.holds, scope?.own.held.lifetime]).toEqual([1, 1_000_000_000n])
        yield* heal
        expect(yield* store.expireHolds(end + FOREIGN_LEASE, own)).toBe(1)
        expect(yield* states).toEqual(numbers.map(() => "expired"))
        expect(yield* store.expireHolds(end + FOREIGN_LEASE)).toBe(0)
      })
    )
  })
}
