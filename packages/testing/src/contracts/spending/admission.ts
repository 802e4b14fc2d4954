import { expect } from "@effect/vitest"
import { ByokId } from "@tollgate/core"
import { type AdmissionAnswer, PriceBook, SpendingStore, Transaction, unlimited } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aRateCard } from "../../prices.js"
import type { Promised } from "../contract.js"
import { expectLaws, ledger } from "./laws.js"
import {
  admit,
  admitted,
  all,
  anAdmission,
  evening,
  HOUR,
  idOf,
  key,
  limit,
  limited,
  named,
  otherOrganization,
  space,
  tag,
  usd,
  whole
} from "./samples.js"

const credential = ByokId.make("44444444-4444-4444-8444-444444444444")

const count = (answers: ReadonlyArray<AdmissionAnswer>, wanted: AdmissionAnswer["_tag"]) =>
  answers.filter(({ _tag }) => _tag === wanted).length

/** Promises about admitting a hold. */
export const admissionPromises = (promise: Promised): void => {
  promise("stores an admitted hold as it was asked for, and charges it to every scope", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const terms = {
        models: ["acme/writer", "acme/reader"],
        provider: "openai",
        instance: "one",
        labels: { team: "blue", job: "a: b" },
        lease_seconds: 90,
        variant: 2 ** 48 - 1
      } as const
      const answer = yield* admit(1, 0.25, { terms, providers: ["openai", "azure"], plan: [credential, null] })
      const hold = admitted(answer)
      expect(hold).toEqual({
        ...anAdmission(1, 0.25, { terms }).terms,
        scopes: hold.scopes,
        state: "open",
        parts: [{ day: Math.floor(evening / (24 * HOUR)), amount: usd(0.25) }],
        amount: usd(0.25),
        cost: null,
        is_byok: false,
        plan: [credential, null],
        providers: ["openai", "azure"],
        model: null,
        basis: null,
        input_tokens: 0,
        output_tokens: 0,
        opened_at: evening,
        sent_at: null,
        lease_ends_at: evening + 90_000,
        ended_at: null,
        corrections: 0,
        position: null,
        was_unknown: null,
        flags: []
      })
      expect(hold.scopes).toHaveLength(3)
      expect(yield* store.find(named(1))).toEqual(Option.some(hold))
      expect(yield* ledger()).toEqual([hold])
      const scopes = yield* store.scopes([key, space, whole], evening)
      expect(answer._tag === "Admitted" && answer.scopes).toEqual(scopes)
      expect(scopes.map(({ id }) => id)).toEqual(hold.scopes)
      const without = admitted(yield* admit(2, 0.25, { terms: { models: [] } }))
      expect(without.models).toEqual([])
      expect(yield* store.find(named(2))).toEqual(Option.some(without))
      expect(yield* admit(2, 0.25, { terms: { models: [] } })).toEqual({ _tag: "Existing", hold: without })
      expect(scopes.map(({ own }) => own.held)).toEqual(
        hold.scopes.map(() => ({ lifetime: usd(0.25), daily: usd(0.25), weekly: usd(0.25), monthly: usd(0.25) }))
      )
      yield* expectLaws(all, evening)
    })
  )

  promise("decides a repeated id by the stored hold, also if two creations run at once", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => admit(1, 1)),
        { concurrency: "unbounded" }
      )
      expect([count(answers, "Admitted"), count(answers, "Existing")]).toEqual([1, 7])
      const hold = admitted(answers.find(({ _tag }) => _tag === "Admitted") ?? { _tag: "Stale" })
      expect(yield* admit(1, 9)).toEqual({ _tag: "Existing", hold })
      expect(yield* admit(1, 1, { terms: { organization_id: otherOrganization } })).toEqual({ _tag: "Conflict" })
      yield* expectLaws(all, evening)
    })
  )

  promise("judges a dry run without storing anything", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 1 }))
      const before = yield* store.scopes(all, evening)
      expect(yield* tag(admit(1, 1, { dry_run: true }))).toBe("Admitted")
      expect(yield* tag(admit(1, 1.5, { dry_run: true }))).toBe("Refused")
      expect(yield* ledger()).toEqual([])
      expect(yield* store.scopes(all, evening)).toEqual(before)
    })
  )

  promise("refuses an admission whose records are older than the last change", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const fenced = (number: number, version: number) =>
        tag(
          store.admit({
            ...anAdmission(number, 1),
            scopes: [key, space, whole].map((ref) => ({ ref, terms: unlimited, version: ref === key ? version : null }))
          })
        )
      expect(yield* fenced(1, 0)).toBe("Admitted")
      yield* store.setTerms({ ref: key }, null, evening)
      expect(yield* fenced(2, 0)).toBe("Stale")
      expect(yield* fenced(2, 1)).toBe("Admitted")
      yield* store.setTerms({ ref: key }, limited({ lifetime: 2.5 }), evening)
      expect(yield* fenced(3, 1)).toBe("Stale")
      expect(yield* fenced(3, 2)).toBe("Refused")
      expect((yield* store.scopes([key], evening)).map(({ version }) => version)).toEqual([2])
    })
  )

  promise("refuses an admission by another version of the price book, and compares none that it does not name", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const at = DateTime.unsafeMake(evening)
      const stored = Effect.suspend(() => book.period?.(at) ?? expect.fail("The book does not tell its version."))
      const priced = (number: number, prices: number | null, dry_run = false) =>
        tag(admit(number, 1, { prices, dry_run }))
      const first = (yield* stored).version
      expect(yield* priced(1, first)).toBe("Admitted")
      yield* book.replace([aRateCard()], at)
      const second = (yield* stored).version
      expect([yield* priced(2, first), yield* priced(2, first, true)]).toEqual(["Stale", "Stale"])
      // Also a repetition, whose plan is made again.
      expect(yield* priced(1, first)).toBe("Stale")
      expect([yield* priced(1, second), yield* priced(2, second)]).toEqual(["Existing", "Admitted"])
      expect(yield* priced(3, null)).toBe("Admitted")
      const replaced = Effect.zipRight(book.replace([], at), Effect.all([priced(4, second), stored]))
      const [answer, { version }] = yield* (yield* Transaction).run(replaced)
      expect([answer, yield* priced(4, version)]).toEqual(["Stale", "Admitted"])
      const inside = Effect.flatMap(Effect.zipRight(book.replace([aRateCard()], at), stored), (stored) =>
        Effect.map(priced(5, stored.version), (answer) => ({ answer, version: stored.version }))
      )
      const rolledBack = yield* Effect.flip((yield* Transaction).run(Effect.flatMap(inside, Effect.fail)))
      expect(rolledBack).toMatchObject({ answer: "Admitted" })
      expect("version" in rolledBack && (yield* priced(5, rolledBack.version))).toBe("Stale")
      expect(yield* priced(5, version)).toBe("Admitted")
    })
  )

  promise("admits nothing on an old version after a change was acknowledged", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      let version = 0
      const race = Effect.forEach(
        Array.from({ length: 300 }, (_, index) => index),
        (number) =>
          Effect.gen(function* () {
            if (number % 60 === 59) {
              yield* store.setTerms({ ref: key }, null, evening)
              version += 1
              return 0
            }
            const known = version
            const answer = yield* store.admit({
              ...anAdmission(number, 1),
              scopes: [{ ref: key, terms: unlimited, version: known }]
            })
            const scope = answer._tag === "Admitted" ? answer.scopes[0]?.version : known
            return scope === known ? 0 : 1
          }),
        { concurrency: 32 }
      )
      expect((yield* race).filter((one) => one === 1).length).toBe(0)
      yield* expectLaws(all, evening)
    })
  )

  promise("belongs to the transaction in which it runs", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const store = yield* SpendingStore
      yield* Effect.exit(run(Effect.zipRight(admit(1, 1), Effect.fail("undone"))))
      expect(yield* store.find({ id: idOf(1), organization_id: null })).toEqual(Option.none())
      admitted(yield* run(admit(2, 1)))
      expect(Option.isSome(yield* store.find(named(2)))).toBe(true)
      yield* expectLaws(all, evening)
    })
  )
}
