import { expect } from "@effect/vitest"
import {
  type Field,
  type Filter,
  type OwnedRecord,
  type RecordStore,
  type Records,
  StorageFailure,
  type Stores,
  type WorkspaceContents,
  WorkspaceStore
} from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aHome, type Home } from "../organizations.js"
import { aWorkspaceRecord } from "../workspaces.js"
import type { Promised } from "./contract.js"
import { expectInPages } from "./inPages.js"
import { plain } from "./plain.js"

/** What the promises need besides a description. */
interface Subject<R extends OwnedRecord, V extends Field<R>, Ref, P extends Field<R>, F extends Field<R>> {
  /** The resource in the titles of tests: "guardrail". */
  readonly noun: string
  readonly store: Effect.Effect<RecordStore<R, V, Ref, P, F> & Partial<WorkspaceContents>, never, Stores>
  /** A new record. Its key and its unique values are new, too. */
  readonly make: (home: Home, overrides?: Partial<R>) => Effect.Effect<R>
  /** Everything that identifies a record. */
  readonly refs: (record: R) => ReadonlyArray<Ref>
  /** Another value of each field that can change. */
  readonly changes: Pick<R, P>
  /** Fields of records by which the list sorts and filters them, in the order in which they are stored. */
  readonly listed: ReadonlyArray<Partial<R>>
  /** Whether the list has such a filter. @default every filter */
  readonly canFilter?: (filter: Filter<R, F>) => boolean
}

const everything = { limit: 100, offset: 0 }

const comparable = (record: object, field: string) => {
  const value: unknown = Reflect.get(record, field)
  return DateTime.isDateTime(value) ? value.epochMillis : value
}

const compare = (one: unknown, other: unknown) => {
  if (typeof one === "number" && typeof other === "number") return one - other
  return String(one) < String(other) ? -1 : Number(one !== other)
}

/** The promises that follow from the description of a resource's records. */
export const recordPromises = <R extends OwnedRecord, V extends Field<R>, Ref, P extends Field<R>, F extends Field<R>>(
  promise: Promised,
  { filters, patchable, sortBy, uniqueBy = [], view }: Records<R, V, Ref, P, F>,
  { canFilter = () => true, changes, listed, make, noun, refs, store: port }: Subject<R, V, Ref, P, F>
): void => {
  const part = (record: R, fields: ReadonlyArray<Field<R>>) => {
    const some: Partial<R> = {}
    for (const field of fields) some[field] = record[field]
    return some
  }
  const shown = (record: R) => part(record, view)
  const found = (record: R) => plain([shown(record)])

  /** Two records of an organization and one of another, which are stored. */
  const stored = Effect.gen(function* () {
    const store = yield* port
    const [home, elsewhere] = [yield* aHome(), yield* aHome("Elsewhere")]
    const [one, other, foreign] = [yield* make(home), yield* make(home), yield* make(elsewhere)]
    for (const record of [one, other, foreign]) expect(yield* store.insert(record)).toBe(true)
    const expectFound = (record: R) =>
      Effect.gen(function* () {
        for (const ref of refs(record)) {
          expect(plain(yield* store.find(record.organization_id, ref))).toEqual(found(record))
        }
      })
    const list = (home: Home) => Effect.map(store.list(home.organization_id, everything), plain)
    return { store, home, elsewhere, one, other, foreign, expectFound, list, organization: home.organization_id }
  })

  promise(`finds a ${noun} as it was stored, and never another organization's`, () =>
    Effect.gen(function* () {
      const { elsewhere, expectFound, foreign, one, organization, other, store } = yield* stored
      for (const record of [one, other, foreign]) yield* expectFound(record)
      for (const ref of refs(one)) expect(plain(yield* store.find(elsewhere.organization_id, ref))).toEqual([])
      for (const ref of refs(foreign)) expect(plain(yield* store.find(organization, ref))).toEqual([])
    })
  )

  promise(`finds ${noun}s among a thousand names in the given order, each once, and never another organization's`, () =>
    Effect.gen(function* () {
      const { foreign, home, one, organization, other, store } = yield* stored
      const unknown = yield* Effect.replicateEffect(make(home), 1030)
      const names = [...unknown, other, one, foreign, one].flatMap(refs)
      const expected = [other, one].flatMap((record) => refs(record).map(() => shown(record)))
      expect(plain(yield* store.findMany(organization, names))).toEqual(plain(expected))
      expect(yield* store.findMany(organization, [])).toEqual([])
    })
  )

  if (uniqueBy.length > 0) {
    promise(`refuses a ${noun} whose name the organization already has, and accepts it in another organization`, () =>
      Effect.gen(function* () {
        const { elsewhere, expectFound, home, list, one, store } = yield* stored
        const before = yield* list(home)
        expect(yield* store.insert(yield* make(home, part(one, uniqueBy)))).toBe(false)
        expect(yield* list(home)).toEqual(before)
        const theirs = yield* make(elsewhere, part(one, uniqueBy))
        expect(yield* store.insert(theirs)).toBe(true)
        for (const record of [one, theirs]) yield* expectFound(record)
      })
    )

    promise(`gives a name to one of many ${noun}s that are created at once`, () =>
      Effect.gen(function* () {
        const { expectFound, home, store } = yield* stored
        const name = part(yield* make(home), uniqueBy)
        const rivals = yield* Effect.replicateEffect(make(home, name), 20)
        const won = yield* Effect.forEach(rivals, store.insert, { concurrency: "unbounded" })
        expect(won.filter((inserted) => inserted).length).toBe(1)
        for (const record of rivals.filter((_, index) => won[index])) yield* expectFound(record)
      })
    )
  }

  if (uniqueBy.some((field) => patchable.some((one) => one === field))) {
    promise(`fails to give a ${noun} a name that another one has, and changes nothing`, () =>
      Effect.gen(function* () {
        const { expectFound, one, organization, other, store } = yield* stored
        for (const ref of refs(other)) {
          // The names are fields that can change.
          const taken = part(one, uniqueBy) as Partial<Pick<R, P>>
          const failure = yield* Effect.flip(store.update(organization, ref, taken))
          expect(failure).toBeInstanceOf(StorageFailure)
          yield* expectFound(other)
        }
      })
    )
  }

  promise(`changes each field of a ${noun} by itself, and never another organization's ${noun}`, () =>
    Effect.gen(function* () {
      const { elsewhere, expectFound, one, organization, other, store } = yield* stored
      for (const ref of refs(one)) {
        expect(plain(yield* store.update(elsewhere.organization_id, ref, changes))).toEqual([])
      }
      let current = one
      for (const field of patchable) {
        for (const ref of refs(current).slice(0, 1)) {
          const patch: Partial<Pick<R, P>> = {}
          patch[field] = changes[field]
          current = { ...current, ...patch }
          expect(plain(yield* store.update(organization, ref, patch))).toEqual(found(current))
          yield* expectFound(current)
        }
      }
      for (const ref of refs(current)) expect(plain(yield* store.update(organization, ref, {}))).toEqual(found(current))
      for (const record of [current, other]) yield* expectFound(record)
    })
  )

  promise(`lists ${noun}s in their order and counts them, with each filter, without another organization's`, () =>
    Effect.gen(function* () {
      const store = yield* port
      const [home, elsewhere] = [yield* aHome(), yield* aHome("Elsewhere")]
      const workspaces = yield* WorkspaceStore
      const second = yield* aWorkspaceRecord({ organization_id: home.organization_id, slug: "second" })
      yield* workspaces.insert(second)
      const places = [home, { ...home, workspace_id: second.id }]
      const before = yield* store.list(home.organization_id, everything)
      const others = yield* store.list(elsewhere.organization_id, everything)
      const records = yield* Effect.forEach(
        listed.flatMap((fields) => places.map((place) => ({ fields, place }))),
        ({ fields, place }) => make(place, fields)
      )
      const gone = yield* Effect.forEach(places, (place) => make(place, listed[0]))
      for (const record of [...records, ...gone, yield* make(elsewhere)]) expect(yield* store.insert(record)).toBe(true)
      for (const record of gone) {
        for (const ref of refs(record).slice(0, 1)) yield* store.delete(home.organization_id, ref)
      }
      const sorted = [...before.data, ...records.map(shown)].toSorted((a, b) => {
        const differing = sortBy.find(([field]) => compare(comparable(a, field), comparable(b, field)) !== 0)
        if (differing === undefined) return 0
        const [field, direction] = differing
        return compare(comparable(a, field), comparable(b, field)) * (direction === "ASC" ? 1 : -1)
      })
      const seen = new Map<string, Filter<R, F>>()
      for (const record of records) {
        let all: ReadonlyArray<Filter<R, F>> = [{}]
        for (const field of filters) all = all.flatMap((some) => [some, { ...some, [field]: record[field] }])
        for (const filter of all.filter(canFilter)) seen.set(JSON.stringify(plain(filter)), filter)
      }
      for (const filter of seen.values()) {
        const matching = sorted.filter((one) =>
          Object.entries(filter).every(([field, value]) => comparable(one, field) === value)
        )
        yield* expectInPages<object>((page) => store.list(home.organization_id, page, filter), matching)
      }
      const theirs = yield* store.list(elsewhere.organization_id, everything)
      expect(theirs.total_count).toBe(others.total_count + 1)
    })
  )

  if (filters.some((name) => name === "workspace_id")) {
    promise(`deletes all ${noun}s of one workspace, and no others`, () =>
      Effect.gen(function* () {
        const { expectFound, foreign, home, list, organization, store } = yield* stored
        const workspaces = yield* WorkspaceStore
        const second = yield* aWorkspaceRecord({ organization_id: organization, slug: "second" })
        yield* workspaces.insert(second)
        const there = yield* Effect.replicateEffect(make({ ...home, workspace_id: second.id }), 3)
        const before = yield* list(home)
        for (const record of there) expect(yield* store.insert(record)).toBe(true)
        const { deleteIn = () => Effect.dieMessage("The store cannot delete what is in a workspace.") } = store
        expect(yield* deleteIn(foreign.organization_id, second.id)).toBe(0)
        expect(yield* deleteIn(organization, second.id)).toBe(3)
        expect(yield* deleteIn(organization, second.id)).toBe(0)
        expect(yield* list(home)).toEqual(before)
        yield* expectFound(foreign)
      })
    )
  }

  promise(`deletes a ${noun} once, and never another organization's`, () =>
    Effect.gen(function* () {
      const { elsewhere, expectFound, one, organization, other, store } = yield* stored
      for (const ref of refs(one)) expect(plain(yield* store.delete(elsewhere.organization_id, ref))).toEqual([])
      yield* expectFound(one)
      for (const ref of refs(one).slice(-1)) {
        const deleted = yield* Effect.replicateEffect(store.delete(organization, ref), 10, { concurrency: "unbounded" })
        expect(plain(deleted.filter(Option.isSome))).toEqual([found(one)])
        expect(plain(yield* store.delete(organization, ref))).toEqual([])
      }
      for (const ref of refs(one)) expect(plain(yield* store.find(organization, ref))).toEqual([])
      yield* expectFound(other)
      expect(yield* store.insert(one)).toBe(true)
      yield* expectFound(one)
    })
  )
}
