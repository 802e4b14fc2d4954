import { describe, expect, it } from "@effect/vitest"
import {
  assignMembers,
  authorize,
  createGuardrail,
  createKey,
  GatewayCaller,
  NewHold,
  replacePrices,
  settle,
  Usage,
  Usd
} from "@tollgate/core"
import { PriceBook } from "@tollgate/core/storage"
import { aGuardrail, aKey, aPriceBook, aRateCard, members, TestAccount } from "@tollgate/testing/accounts"
import { Context, Deferred, Effect, Layer, Redacted, Schema } from "effect"
import type { OpenTwice } from "./admissionRaces.js"

const CALLERS = 64
const decode = Schema.decodeSync(NewHold)
const host = Effect.provideService(GatewayCaller, { organizationId: null })
const million = { input: 1_000_000 }
const used = Schema.decodeSync(Usage)(million)

/** The price of a million tokens is this many dollars. */
const priceOf = (input: number) =>
  replacePrices(aPriceBook(aRateCard({ model: "writer", rates: { input, output: 2 } })))

/** An opening whose price book counts how often it is read. */
const counting = <S>(layer: Layer.Layer<S | PriceBook>) =>
  Effect.map(Layer.build(layer), (context) => {
    const { book, reads } = counted(Context.get(context, PriceBook))
    return { layer: Layer.succeedContext(Context.add(context, PriceBook, book)), reads }
  })

const counted = (book: PriceBook["Type"]) => {
  let reads = 0
  const count = <A>(answer: A): A => {
    reads += 1
    return answer
  }
  const { period } = book
  if (period === undefined) throw new Error("The book does not tell its version.")
  const watched: PriceBook["Type"] = {
    ...book,
    find: (...args) => count(book.find(...args)),
    resolve: (...args) => count(book.resolve(...args)),
    period: (at) => count(period(at))
  }
  return { book: watched, reads: () => reads }
}

/** An account and a price book in one opening of a database, whose requests another opening admits. */
const opened = Effect.fnUntraced(function* <E>(openings: OpenTwice<E>) {
  const [one, second] = yield* openings
  const { layer: other, reads } = yield* counting(second)
  const { asManager: manager } = yield* Effect.provide(TestAccount.make(), one)
  const replaced = (input: number) => Effect.provide(priceOf(input), one)
  yield* replaced(1)
  const { guard, key } = yield* Effect.gen(function* () {
    const { data, key } = yield* createKey(aKey({ limit: 1_000_000 }))
    const guard = Effect.gen(function* () {
      const guardrail = yield* createGuardrail(aGuardrail({ allowed_models: ["writer"] }))
      yield* assignMembers(guardrail.id, members(data.creator_user_id))
    })
    return { guard, key }
  }).pipe(Effect.provide(manager), Effect.provide(one))
  const hold = (input: Partial<typeof NewHold.Encoded> = {}) =>
    Effect.suspend(() =>
      authorize(decode({ provider: "acme", models: ["writer"], usage: million, ...input, key: Redacted.value(key) }))
    ).pipe(host, Effect.provide(other))
  const settled = (id: string) => settle(id, { usage: used }).pipe(host, Effect.provide(other))
  return { guard: guard.pipe(Effect.provide(manager), Effect.provide(one)), hold, reads, replaced, settled }
})

/** Requests by usage in one opening of a database, while another one replaces prices. `requests` is their number. */
export const priceRaces = <E>(storage: string, openTwice: OpenTwice<E>, requests: number) => {
  describe(`Admissions by usage of another opening of ${storage}`, () => {
    it.scopedLive("and their settlements read no price that is kept, and take a replaced one at once", () =>
      Effect.gen(function* () {
        const { guard, hold, reads, replaced, settled } = yield* opened(openTwice)
        const amount = Effect.map(hold(), ({ data }) => data.amount)
        expect([yield* amount, reads()]).toEqual([Usd.fromNumber(1), 2])
        const { data } = yield* hold()
        expect((yield* settled(data.id)).cost).toBe(Usd.fromNumber(1))
        expect(reads()).toBe(2)
        yield* replaced(3)
        expect([yield* amount, yield* amount, reads()]).toEqual([Usd.fromNumber(3), Usd.fromNumber(3), 4])
        yield* guard
        yield* hold({ usage: undefined, amount: 1 })
        const before = reads()
        yield* hold({ usage: undefined, amount: 1 })
        expect(reads()).toBe(before)
      })
    )

    it.scopedLive(
      `have the new price from the acknowledgement of a replacement on, while ${CALLERS} callers go on`,
      () =>
        Effect.gen(function* () {
          const { hold, replaced } = yield* opened(openTwice)
          let [acknowledged, answered, late] = [1, 0, 0]
          const begun = yield* Deferred.make<void>()
          const one = Effect.gen(function* () {
            const least = acknowledged
            if (least === 3) late += 1
            const { data } = yield* hold()
            answered += 1
            if (answered === requests / 10) yield* Deferred.succeed(begun, undefined)
            return { least: Usd.fromNumber(least), amount: data.amount }
          })
          const change = Effect.gen(function* () {
            yield* Deferred.await(begun)
            for (const price of [2, 3]) {
              yield* replaced(price)
              acknowledged = price
            }
          })
          // They go on until some have begun after the last change, however long that takes.
          const caller = Effect.gen(function* () {
            const own: Array<Effect.Effect.Success<typeof one>> = []
            while (answered < requests || late < CALLERS) own.push(yield* one)
            return own
          })
          const all = Effect.replicateEffect(caller, CALLERS, { concurrency: CALLERS })
          const [found] = yield* Effect.all([all, change], { concurrency: 2 })
          const answers = found.flat()
          expect(answers.filter(({ amount, least }) => amount < least)).toEqual([])
          // It was a race: some were admitted by the first price, and some began after the last while others were under way.
          const by = (price: number) => answers.filter(({ amount }) => amount === Usd.fromNumber(price)).length
          expect(by(1)).toBeGreaterThanOrEqual(requests / 20)
          expect(answers.some(({ least }) => least === Usd.fromNumber(3))).toBe(true)
          expect(by(1) + by(2) + by(3)).toBe(answers.length)
        })
    )
  })
}
