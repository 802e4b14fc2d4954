import { expect } from "@effect/vitest"
import type { Page } from "@tollgate/core"
import {
  type Assignments,
  type GuardrailRecord,
  GuardrailStore,
  type StorageFailure,
  type Stores
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aGuardrailRecord } from "../guardrails.js"
import { after } from "../instant.js"
import { aHome, type Home } from "../organizations.js"
import type { Promised } from "./contract.js"
import { expectInPages, newestFirst } from "./inPages.js"
import { plain } from "./plain.js"

/** What can be assigned to a guardrail. */
interface Kind<S, R, Shown, Name> {
  /** In the titles of tests: "key". */
  readonly noun: string
  readonly methodsOf: (store: Context.Tag.Service<GuardrailStore>) => Assignments<R, Shown, Name>
  /** New ones, without storing them. */
  readonly make: (home: Home, count: number) => Effect.Effect<ReadonlyArray<S>>
  readonly store: (subject: S) => Effect.Effect<unknown, StorageFailure, Stores>
  readonly nameOf: (subject: S) => Name
  readonly assignments: (guardrail: GuardrailRecord, ...subjects: ReadonlyArray<S>) => ReadonlyArray<R>
  /** An assignment as lists show it. */
  readonly show: (assignment: R, subject: S) => Shown
}

const first = { limit: 1, offset: 0 }

/** Two guardrails in a workspace, and the methods for what is assigned to them. */
const assignable = <S, R, Shown, Name>({ assignments, make, methodsOf, nameOf, store }: Kind<S, R, Shown, Name>) =>
  Effect.gen(function* () {
    const guardrails = yield* GuardrailStore
    const methods = methodsOf(guardrails)
    const home = yield* aHome()
    const organization = home.organization_id
    const [guardrail, second] = [yield* aGuardrailRecord(home), yield* aGuardrailRecord(home)]
    for (const one of [guardrail, second]) yield* guardrails.insert(one)
    const stored = Effect.fnUntraced(function* (count: number, place = home) {
      const subjects = yield* make(place, count)
      yield* Effect.forEach(subjects, store, { concurrency: 64 })
      return subjects
    })
    const assign = (to: GuardrailRecord, ...subjects: ReadonlyArray<S>) => methods.assign(assignments(to, ...subjects))
    const unassign = (from: GuardrailRecord, ...subjects: ReadonlyArray<S>) =>
      Effect.flatten(methods.unassign(organization, from.id, subjects.map(nameOf)))
    const of = (subject: S, asker = organization) => methods.of(asker, home.workspace_id, nameOf(subject))
    const list =
      ({ id }: GuardrailRecord) =>
      (page: Page) =>
        Effect.map(methods.list(organization, id, page), Option.getOrThrow)
    return { guardrails, methods, home, organization, guardrail, second, stored, assign, unassign, of, list }
  })

/** Promises about what is assigned to guardrails: members or keys. */
export const assignmentPromises = <
  S,
  R extends { readonly id: string; readonly created_at: DateTime.Utc },
  Shown,
  Name
>(
  promise: Promised,
  kind: Kind<S, R, Shown, Name>
) => {
  const { assignments, make, nameOf, noun, show } = kind
  const opened = assignable(kind)
  const sorted = newestFirst<{ readonly id: string; readonly created_at: DateTime.Utc; readonly shown: Shown }>(
    ({ id }) => id
  )
  /** Assignments that were made some seconds later, and how lists show them. */
  const later = (to: GuardrailRecord, seconds: number, ...subjects: ReadonlyArray<S>) =>
    subjects.flatMap((subject) =>
      assignments(to, subject).map((one) => {
        const record: R = { ...one, created_at: after(seconds) }
        return { id: record.id, created_at: record.created_at, record, shown: show(record, subject) }
      })
    )
  const shownOf = (all: ReturnType<typeof later>) => sorted(all).map(({ shown }) => shown)
  const recordsOf = (all: ReturnType<typeof later>) => all.map(({ record }) => record)

  promise(`lists the ${noun}s under a guardrail newest first, including those that were moved`, () =>
    Effect.gen(function* () {
      const { guardrail, home, list, methods, organization, second, stored, unassign } = yield* opened
      const [ada, ...others] = yield* stored(4)
      if (ada === undefined) return expect.fail(`four ${noun}s`)
      const [kept, moved] = [
        [...later(guardrail, 1, ...others.slice(0, 2)), ...later(guardrail, 2, ...others.slice(2))],
        later(guardrail, 3, ada)
      ]
      yield* methods.assign(recordsOf([...later(second, 0, ada), ...kept]))
      yield* methods.assign(recordsOf(moved))
      yield* expectInPages(list(guardrail), shownOf([...kept, ...moved]))
      yield* expectInPages(list(second), [])
      yield* unassign(guardrail, ada, ...others.slice(0, 2))
      yield* expectInPages(list(guardrail), shownOf(kept.slice(2)))
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* methods.list(other, guardrail.id, first))).toEqual([])
      const unknown = yield* aGuardrailRecord(home)
      expect(plain(yield* methods.list(organization, unknown.id, first))).toEqual([])
    })
  )

  promise(`finds the guardrail of a ${noun}, and none for another organization`, () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, of, organization, second, stored, unassign } = yield* opened
      const [one, two] = yield* stored(2)
      if (one === undefined || two === undefined) return expect.fail(`two ${noun}s`)
      yield* assign(second, one)
      yield* assign(guardrail, one)
      const found = yield* guardrails.find(organization, guardrail.id)
      expect(plain([yield* of(one), yield* of(two)])).toEqual(plain([found, Option.none()]))
      expect(plain(yield* of(one, (yield* aHome("Other")).organization_id))).toEqual([])
      yield* unassign(guardrail, one)
      expect(plain(yield* of(one))).toEqual([])
    })
  )

  promise(`counts only ${noun}s that it assigns and removes, duplicates once`, () =>
    Effect.gen(function* () {
      const { assign, guardrail, home, stored, unassign } = yield* opened
      const [one, two, three] = yield* stored(3)
      if (one === undefined || two === undefined || three === undefined) return expect.fail(`three ${noun}s`)
      expect(yield* assign(guardrail)).toBe(0)
      expect(yield* assign(guardrail, one, two, one)).toBe(2)
      expect(yield* assign(guardrail, one, two)).toBe(0)
      expect(yield* assign(guardrail, two, three)).toBe(1)
      expect(yield* unassign(guardrail, one, one, ...(yield* make(home, 1)))).toBe(1)
      expect(yield* unassign(guardrail, one)).toBe(0)
      expect(yield* unassign(guardrail, one, two, three)).toBe(2)
      expect(yield* unassign(guardrail)).toBe(0)
    })
  )

  promise(`assigns and removes a thousand ${noun}s in one call`, () =>
    Effect.gen(function* () {
      const { assign, guardrail, stored, unassign } = yield* opened
      const crowd = yield* stored(1000)
      expect(yield* assign(guardrail, ...crowd)).toBe(1000)
      expect(yield* unassign(guardrail, ...crowd)).toBe(1000)
    })
  )

  promise(`moves a ${noun} from another guardrail, and unassigns nothing of another guardrail or organization`, () =>
    Effect.gen(function* () {
      const { assign, guardrail, methods, second, stored, unassign } = yield* opened
      const [one, two] = yield* stored(2)
      if (one === undefined || two === undefined) return expect.fail(`two ${noun}s`)
      yield* assign(guardrail, one, two)
      expect(yield* assign(second, one)).toBe(1)
      expect(yield* unassign(guardrail, one)).toBe(0)
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* methods.unassign(other, second.id, [nameOf(one)]))).toEqual([])
      expect(yield* unassign(second, one, two)).toBe(1)
      expect(yield* unassign(guardrail, two)).toBe(1)
    })
  )

  promise(`deletes the assignments of ${noun}s with their guardrail, and no others`, () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, methods, organization, second, stored, unassign } = yield* opened
      const [one, two, left] = yield* stored(3)
      if (one === undefined || two === undefined || left === undefined) return expect.fail(`three ${noun}s`)
      yield* assign(guardrail, one, two)
      yield* assign(second, left)
      yield* guardrails.delete(organization, guardrail.id)
      expect(plain(yield* methods.list(organization, guardrail.id, first))).toEqual([])
      expect(plain(yield* methods.unassign(organization, guardrail.id, [nameOf(one)]))).toEqual([])
      yield* guardrails.insert(guardrail)
      expect(yield* unassign(guardrail, one, two)).toBe(0)
      expect(yield* unassign(second, left)).toBe(1)
    })
  )

  promise(`assigns a ${noun} to one guardrail, however many assign and remove it at once`, () =>
    Effect.gen(function* () {
      const { assign, guardrail, list, of, second, stored, unassign } = yield* opened
      const crowd = yield* stored(8)
      const to = (n: number) => (n % 2 ? guardrail : second)
      const times = Array.from({ length: 12 }, (_, n) => n)
      yield* Effect.forEach(times, (n) => assign(to(n), ...(n % 3 ? crowd : crowd.toReversed())), {
        concurrency: "unbounded"
      })
      const sizes = yield* Effect.forEach([guardrail, second], (one) => list(one)(first))
      expect(sizes.reduce((sum, { total_count }) => sum + total_count, 0)).toBe(8)
      const found = yield* Effect.forEach(crowd, (one) => of(one))
      expect(found.filter(Option.isSome).length).toBe(8)
      const counts = yield* Effect.forEach(times, (n) => unassign(to(n), ...crowd), { concurrency: "unbounded" })
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8)
      for (const one of [guardrail, second]) expect(yield* list(one)(first)).toEqual({ data: [], total_count: 0 })
    })
  )

  return opened
}
