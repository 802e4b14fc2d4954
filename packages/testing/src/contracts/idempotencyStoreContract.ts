import { expect } from "@effect/vitest"
import { IdempotencyKey, OrganizationId } from "@tollgate/core"
import { IdempotencyStore, KEPT_MILLIS, type KeptAnswerRecord, Transaction } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { noon } from "../instant.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"
import { meeting } from "./meeting.js"
import { plain } from "./plain.js"

const later = (millis: number) => DateTime.add(noon, { millis })

const stored = Effect.gen(function* () {
  const answers = yield* IdempotencyStore
  const { run } = yield* Transaction
  const { organization_id } = yield* aHome()
  const answer = (fields: Partial<KeptAnswerRecord> = {}): KeptAnswerRecord => ({
    organization_id,
    caller: "a".repeat(64),
    name: IdempotencyKey.make("one"),
    fingerprint: Uint8Array.of(1, 2, 3),
    answer: Uint8Array.of(4, 5, 6),
    kept_at: noon,
    ...fields
  })
  /** Keeps an answer as a change does, and returns what was kept before. */
  const keep = (record: KeptAnswerRecord) =>
    run(
      Effect.gen(function* () {
        const found = yield* answers.claim(record, record.kept_at)
        if (Option.isNone(found)) yield* answers.keep(record)
        return plain(found)
      })
    )
  const find = (record: KeptAnswerRecord) =>
    run(
      Effect.gen(function* () {
        const found = yield* answers.claim(record, record.kept_at)
        if (Option.isNone(found)) yield* answers.release(record)
        return plain(found)
      })
    )
  return { answers, answer, find, keep, run }
})

/** Promises of every `IdempotencyStore`. */
export const idempotencyStoreContract = contract<IdempotencyStore | Transaction>("IdempotencyStore", (promise) => {
  promise("gives back an answer as it was kept, for 24 hours", () =>
    Effect.gen(function* () {
      const { answer, keep } = yield* stored
      expect(yield* keep(answer())).toEqual([])
      expect(yield* keep(answer({ answer: Uint8Array.of(7) }))).toEqual([plain(answer())])
      const last = answer({ answer: Uint8Array.of(8), kept_at: later(KEPT_MILLIS) })
      expect(yield* keep(last)).toEqual([plain(answer())])
      const next = answer({ answer: Uint8Array.of(9), kept_at: later(KEPT_MILLIS + 1) })
      expect(yield* keep(next)).toEqual([])
      expect(yield* keep(next)).toEqual([plain(next)])
    })
  )

  promise("keeps answers apart by organization, caller and name", () =>
    Effect.gen(function* () {
      const { answer, keep } = yield* stored
      const all = [
        answer(),
        answer({ organization_id: OrganizationId.make((yield* aHome("Other")).organization_id) }),
        answer({ caller: "host" }),
        answer({ name: IdempotencyKey.make("One") })
      ].map((record, index) => ({ ...record, answer: Uint8Array.of(index) }))
      for (const record of all) expect(yield* keep(record)).toEqual([])
      for (const record of all) expect(yield* keep(record)).toEqual([plain(record)])
    })
  )

  promise("finds an answer for 24 hours without a claim to its name, in a transaction and without", () =>
    Effect.gen(function* () {
      const { answer, answers, keep, run } = yield* stored
      const record = answer()
      const day = later(KEPT_MILLIS)
      const find = (name: KeptAnswerRecord, at: DateTime.Utc) => Effect.map(answers.find(name, at), plain)
      expect([yield* find(record, noon), yield* run(find(record, noon))]).toEqual([[], []])
      // A claim that a transaction left would be forgotten as an answer is.
      expect(yield* answers.forget(later(KEPT_MILLIS + 1), 10)).toBe(0)
      expect(yield* keep(record)).toEqual([])
      expect([yield* find(record, day), yield* run(find(record, day))]).toEqual([[plain(record)], [plain(record)]])
      expect(yield* find(record, later(KEPT_MILLIS + 1))).toEqual([])
      const others = [answer({ caller: "host" }), answer({ name: IdempotencyKey.make("One") })]
      for (const other of others) expect(yield* find(other, noon)).toEqual([])
    })
  )

  promise("knows which names it has lately kept, if it claims ahead, and takes no other for kept", () =>
    Effect.gen(function* () {
      const { answer, answers, keep } = yield* stored
      const other = answer({ name: IdempotencyKey.make("other") })
      expect(answers.wasKept(answer())).toBe(false)
      yield* keep(answer())
      yield* answers.find(other, noon)
      expect(answers.wasKept(answer()) || answers.claimAhead === undefined).toBe(true)
      expect(answers.wasKept(other)).toBe(false)
    })
  )

  promise("deletes at most two old answers with each that is kept, the oldest first", () =>
    Effect.gen(function* () {
      const { answer, find, keep } = yield* stored
      const old = [0, 1, 2, 3, 4].map((n) => answer({ name: IdempotencyKey.make(`old-${n}`), kept_at: later(n) }))
      for (const record of old) yield* keep(record)
      const left = Effect.map(
        Effect.forEach(old, (record) => find(record)),
        (found) => found.flat().length
      )
      expect(yield* left).toBe(5)
      const counts: Array<number> = []
      for (const n of [1, 2, 3]) {
        // All but the last are too old by then.
        yield* keep(answer({ name: IdempotencyKey.make(`new-${n}`), kept_at: later(KEPT_MILLIS + 4) }))
        counts.push(yield* left)
      }
      expect(counts).toEqual([3, 1, 1])
    })
  )

  promise(
    "deletes an old answer that is there again because its deletion was rolled back, a minute later at the latest",
    () =>
      Effect.gen(function* () {
        const { answer, answers, keep, run } = yield* stored
        yield* keep(answer())
        const next = (name: string, millis: number) =>
          answer({ name: IdempotencyKey.make(name), kept_at: later(2 * KEPT_MILLIS + millis) })
        const both = Effect.forEach([next("undone-1", 0), next("undone-2", 0)], (record) =>
          Effect.zipRight(answers.claim(record, record.kept_at), answers.keep(record))
        )
        expect(yield* Effect.flip(run(Effect.zipRight(both, Effect.fail("refused"))))).toBe("refused")
        // The database of a transaction that failed may hold its locks for a moment, and others pass over what is locked.
        for (let millis = 60_000; millis < 60_010; millis++) yield* keep(next(`kept-${millis}`, millis))
        expect(yield* answers.forget(later(2 * KEPT_MILLIS), 10)).toBe(0)
      })
  )

  promise("forgets the oldest of the answers that are too old, as many as it is told, and says how many", () =>
    Effect.gen(function* () {
      const { answer, answers, find, keep } = yield* stored
      const all = [0, 1, 2, 3].map((n) => answer({ name: IdempotencyKey.make(`old-${n}`), kept_at: later(n) }))
      for (const record of all) yield* keep(record)
      const left = Effect.map(
        Effect.forEach(all, (record) => find(record)),
        (found) => found.flatMap((one, n) => (Array.isArray(one) && one.length > 0 ? [n] : []))
      )
      // The last one is exactly 24 hours old then.
      const day = later(KEPT_MILLIS + 3)
      expect([yield* answers.forget(later(KEPT_MILLIS), 10), yield* left]).toEqual([0, [0, 1, 2, 3]])
      expect([yield* answers.forget(day, 2), yield* left]).toEqual([2, [2, 3]])
      expect([yield* answers.forget(day, 2), yield* left]).toEqual([1, [3]])
      expect([yield* answers.forget(day, 2), yield* left]).toEqual([0, [3]])
    })
  )

  promise("keeps nothing of a transaction that fails, or that gives its claim up", () =>
    Effect.gen(function* () {
      const { answer, answers, find, run } = yield* stored
      const record = answer()
      const kept = Effect.zipRight(answers.claim(record, noon), answers.keep(record))
      expect(yield* Effect.flip(run(Effect.zipRight(kept, Effect.fail("refused"))))).toBe("refused")
      expect(yield* find(record)).toEqual([])
      yield* run(Effect.zipRight(answers.claim(record, noon), answers.release(record)))
      expect(yield* find(record)).toEqual([])
    })
  )

  promise("leaves an answer that is too old as it was when its name is claimed and given up", () =>
    Effect.gen(function* () {
      const { answer, answers, find, keep } = yield* stored
      yield* keep(answer())
      expect(yield* find(answer({ kept_at: later(KEPT_MILLIS + 1) }))).toEqual([])
      expect(yield* answers.latest(Uint8Array.of(1, 2, 3))).toEqual(Option.some(noon))
    })
  )

  promise("lets twins wait for the first: one of 20 keeps its answer, and the others find it", () =>
    Effect.gen(function* () {
      const { answer, keep } = yield* stored
      const { meet } = yield* meeting(20)
      const twins = Array.from({ length: 20 }, (_, n) => answer({ answer: Uint8Array.of(n) }))
      const found = yield* Effect.forEach(twins, (record) => Effect.zipRight(meet, keep(record)), {
        concurrency: "unbounded"
      })
      const others = found.filter((one) => Array.isArray(one) && one.length === 1)
      expect(others).toHaveLength(19)
      expect(new Set(others.map((one) => JSON.stringify(one))).size).toBe(1)
    })
  )

  promise("says when the latest answer of a master key was kept", () =>
    Effect.gen(function* () {
      const { answer, answers, keep } = yield* stored
      const of = (name: string, bytes: ReadonlyArray<number>, kept_at: DateTime.Utc) =>
        keep(answer({ name: IdempotencyKey.make(name), fingerprint: Uint8Array.from(bytes), kept_at }))
      yield* of("a", [1, 1, 5], noon)
      yield* of("b", [1, 1, 6], later(2))
      yield* of("c", [1, 1, 7], later(1))
      yield* of("d", [1, 2, 7], later(3))
      expect(plain(yield* answers.latest(Uint8Array.of(1, 1)))).toEqual(plain(Option.some(later(2))))
      expect(plain(yield* answers.latest(Uint8Array.of(1, 2)))).toEqual(plain(Option.some(later(3))))
      expect(yield* answers.latest(Uint8Array.of(2, 1))).toEqual(Option.none())
    })
  )
})
