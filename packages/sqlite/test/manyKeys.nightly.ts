import { describe, expect, it } from "@effect/vitest"
import { Usd, verifySpending } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { Effect } from "effect"
import { admission, limited, own, refsOf, START } from "../../sql/test/support/holds.js"
import { inFreshFile } from "./support/files.js"

/** More keys, and more open holds, than an opening keeps rows of. */
const KEYS = 30_000

const letters = (number: number) => {
  const { scopes, terms, ...rest } = admission(own, number)
  const [key, organization] = scopes
  if (key === undefined || organization === undefined) throw new Error("There are two scopes.")
  const ref = { ...key.ref, subject: number.toString(16).padStart(64, "0") }
  return { ...rest, terms, scopes: [{ ...key, ref, terms: limited(1.5) }, organization] }
}

describe("An SQLite file with more keys than are kept in memory", () => {
  it.effect(
    "admits each key once within its limit, again after its settlement, and all within the organization's",
    () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        const [, organization] = refsOf(own)
        const numbers = Array.from({ length: KEYS }, (_, number) => number)
        const each = <A, E>(f: (number: number) => Effect.Effect<A, E>) =>
          Effect.forEach(numbers, f, { concurrency: 256 })
        const count = (answers: ReadonlyArray<{ readonly _tag: string }>) =>
          answers.filter(({ _tag }) => _tag === "Admitted").length
        expect(count(yield* each((number) => store.admit(letters(number))))).toBe(KEYS)
        // Each key has held a dollar of one and a half.
        const again = (number: number) => store.admit({ ...letters(number + KEYS), scopes: letters(number).scopes })
        expect(count(yield* Effect.forEach(numbers.slice(0, 200), again, { concurrency: 64 }))).toBe(0)
        const settlement = {
          cost: Usd.fromNumber(0.25),
          is_byok: false,
          credential_id: null,
          model: null,
          provider: null,
          basis: null,
          input_tokens: 0,
          output_tokens: 0
        }
        yield* each((number) => store.settle({ id: letters(number).terms.id, organization_id: own }, settlement, START))
        const room = KEYS - 50
        yield* store.setTerms({ ref: organization }, limited(KEYS / 4 + room), START)
        expect(count(yield* each(again))).toBe(room)
        expect((yield* verifySpending()).differences).toEqual([])
      }).pipe(Effect.provide(inFreshFile)),
    600_000
  )
})
