import { expect } from "@effect/vitest"
import { GuardrailId } from "@tollgate/core"
import type { BoostList, BoostRecord } from "@tollgate/core/storage"
import { BoostStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aBoostRecord } from "../boosts.js"
import { after, noon } from "../instant.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"

const guardrail_id = GuardrailId.make("01234567-89ab-4cde-8f01-23456789abcd")

const stored = (...all: ReadonlyArray<Partial<BoostRecord>>) =>
  Effect.gen(function* () {
    const boosts = yield* BoostStore
    const home = yield* aHome()
    const records: Array<BoostRecord> = []
    for (const overrides of all) {
      const record = yield* aBoostRecord(home, overrides)
      yield* boosts.insert(record)
      records.push(record)
    }
    const list = (filter: Partial<BoostList> = {}, seconds = 0, page = { limit: 10, offset: 0 }) => {
      const every = { organization_id: home.organization_id, scope: null, id: null, state: null }
      return boosts.list({ ...every, ...filter }, page, after(seconds))
    }
    return { boosts, organization: home.organization_id, records, list }
  })

/** Promises of every `BoostStore`. */
export const boostStoreContract = contract<BoostStore>("BoostStore", (promise) => {
  promise("finds a boost as it was stored, and never another organization's", () =>
    Effect.gen(function* () {
      const { boosts, organization, records } = yield* stored({}, { scope: "guardrail_member", guardrail_id })
      for (const record of records) {
        expect(plain(yield* boosts.find(organization, record.id))).toEqual(plain([record]))
        expect(yield* boosts.find((yield* aHome("Other")).organization_id, record.id)).toEqual(Option.none())
      }
    })
  )

  promise("ends a boost once, while it is in force", () =>
    Effect.gen(function* () {
      const { boosts, organization, records } = yield* stored({}, {})
      const [first, second] = records
      if (first === undefined || second === undefined) throw new Error("They are stored.")
      expect(yield* boosts.end((yield* aHome("Other")).organization_id, first.id, noon)).toBe(false)
      const ends = Array.from({ length: 16 }, () => boosts.end(organization, first.id, after(1)))
      const ended = yield* Effect.all(ends, { concurrency: "unbounded" })
      expect(ended.filter((one) => one)).toHaveLength(1)
      expect(plain(yield* boosts.find(organization, first.id))).toEqual(plain([{ ...first, ended_at: after(1) }]))
      // It has ended by itself.
      expect(yield* boosts.end(organization, second.id, after(60))).toBe(false)
      expect(yield* boosts.end(organization, second.id, after(59))).toBe(true)
    })
  )

  promise("lists boosts newest first, in pages, by their scope, id and state", () =>
    Effect.gen(function* () {
      const { boosts, list, organization, records } = yield* stored(
        { created_at: after(0) },
        { created_at: after(2), scope: "guardrail_key", guardrail_id },
        { created_at: after(1), subject: "b".repeat(64), until: after(30) },
        { created_at: after(1), scope: "workspace", subject: "11111111-1111-4111-8111-111111111111" }
      )
      const [oldest, newest, third, fourth] = records
      if (oldest === undefined || newest === undefined || third === undefined || fourth === undefined)
        throw new Error("They are stored.")
      const middle = [third, fourth].sort((a, b) => (a.id < b.id ? -1 : 1))
      expect(plain(yield* list())).toEqual(plain({ data: [newest, ...middle, oldest], total_count: 4 }))
      expect(plain(yield* list({}, 0, { limit: 2, offset: 1 }))).toEqual(plain({ data: middle, total_count: 4 }))
      expect(plain(yield* list({ scope: "key" }))).toEqual(plain({ data: [third, oldest], total_count: 2 }))
      expect(plain(yield* list({ id: "a".repeat(64) }))).toEqual(plain({ data: [newest, oldest], total_count: 2 }))
      expect(plain(yield* list({ id: guardrail_id }))).toEqual(plain({ data: [newest], total_count: 1 }))
      expect((yield* list({ state: "ended" }, 29)).total_count).toBe(0)
      expect(plain(yield* list({ state: "ended" }, 30))).toEqual(plain({ data: [third], total_count: 1 }))
      yield* boosts.end(organization, newest.id, after(5))
      expect((yield* list({ state: "in_force" }, 30)).total_count).toBe(2)
      expect((yield* list({ state: "ended" }, 60)).total_count).toBe(4)
      // The clock was set back to before its end.
      expect((yield* list({ state: "ended" }, 4)).data).toMatchObject([{ id: newest.id, ended_at: after(5) }])
      expect((yield* list({ state: "in_force" }, 4)).total_count).toBe(3)
      const theirs = { organization_id: (yield* aHome("Other")).organization_id }
      expect(yield* list(theirs)).toEqual({ data: [], total_count: 0 })
    })
  )

  promise("deletes boosts that have ended before an instant, by themselves or not", () =>
    Effect.gen(function* () {
      const { boosts, list } = yield* stored({}, { ended_at: after(10) }, { until: after(20) })
      expect(yield* boosts.prune(after(10).epochMillis)).toBe(0)
      expect(yield* boosts.prune(after(20).epochMillis)).toBe(1)
      expect(yield* boosts.prune(after(60).epochMillis)).toBe(1)
      expect((yield* list()).data).toMatchObject([{ until: after(60) }])
    })
  )
})
