import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as RedBlackTree from "effect/RedBlackTree"
import { inUse, repeated, taken } from "../memory/constraints.js"
import type { MemoryState } from "../memory/MemoryState.js"
import { Slice, type State } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import type { Page } from "../values/Page.js"
import type { ContentsOf, Field, Filter, OwnedRecord, RecordStore, Records, WorkspaceContents } from "./Records.js"
import { cascade, isReferenced, missingReference, RecordTable, referenceList, uniqueKey } from "./RecordTable.js"

/** Text by which a value sorts. */
const sortText = (value: unknown, direction: "ASC" | "DESC"): string => {
  const number = DateTime.isDateTime(value) ? value.epochMillis : value
  if (typeof number !== "number") return String(number)
  return direction === "ASC" ? SortedIndex.ascending(number) : SortedIndex.descending(number)
}

/** What an act on the records of a resource does beside what follows from their description, in the same act. */
interface Acts<R> {
  /** Further constraints on a record to insert: the failure, or null. */
  readonly check?: (state: State, record: R) => StorageFailure | null
  readonly inserted?: (state: State, record: R) => State | StorageFailure
  readonly changed?: (state: State, before: R, after: R) => State
  readonly deleted?: (state: State, record: R) => State
}

/** The records of a resource in memory: their slice of the state, pure changes of it, and the store. */
export const memoryRecords = <R extends OwnedRecord, V extends Field<R>, Ref, P extends Field<R>, F extends Field<R>>(
  {
    deletedWith = [],
    filters,
    identify,
    key,
    listName,
    references = () => [],
    sortBy,
    table,
    uniqueBy = [],
    view
  }: Records<R, V, Ref, P, F>,
  {
    changed = (state) => state,
    check = () => null,
    deleted = (state) => state,
    inserted = (state) => state
  }: Acts<R> = {}
) => {
  type Table = RecordTable<R>
  // The fields of the view are fields of the record.
  const show = (record: R) => Object.fromEntries(view.map((field) => [field, record[field]])) as Pick<R, V>
  const keyOf = (record: Partial<R>) => String(record[key])
  const isUnique = uniqueBy.length > 0
  const uniqueName = (record: Partial<R>) =>
    isUnique ? uniqueBy.map((field) => record[field]).join(" ") : keyOf(record)
  const uniqueOf = (record: Partial<R> & OwnedRecord) => uniqueKey(record.organization_id, uniqueName(record))
  const listKey = (organizationId: OrganizationId, name: string) => `${organizationId} ${name}`
  const sortKey = (record: R) => sortBy.map(([field, direction]) => sortText(record[field], direction)).join(" ")

  /** The lists that contain a record: one for each combination of filters, and one for each record that it references. */
  const listsOf = (record: R): ReadonlyArray<string> => {
    let combinations: ReadonlyArray<Filter<R, F>> = [{}]
    for (const field of filters) {
      combinations = combinations.flatMap((filter) => [filter, { ...filter, [field]: record[field] }])
    }
    const names = combinations.map((filter) => listKey(record.organization_id, listName(filter)))
    const referenced = references(record).map((reference) => referenceList(record.organization_id, reference))
    return Array.from(new Set([...names, ...referenced]))
  }

  const find = (all: Table, organizationId: OrganizationId, ref: Ref): Option.Option<R> => {
    const found =
      identify(ref) === key ? Option.some(String(ref)) : HashMap.get(all.unique, uniqueKey(organizationId, ref))
    return Option.flatMap(found, (key) => all.find(organizationId, key))
  }

  /** The record of the organization that has these unique values. */
  const holder = (all: Table, values: Partial<R> & OwnedRecord): Option.Option<R> =>
    Option.flatMap(HashMap.get(all.unique, uniqueOf(values)), (key) => HashMap.get(all.records, key))
  const isTaken = (all: Table, record: R) => isUnique && HashMap.has(all.unique, uniqueOf(record))

  const add = ({ lists, records, unique }: Table, record: R): Table =>
    new RecordTable(rules, {
      records: HashMap.set(records, keyOf(record), record),
      unique: HashMap.set(unique, uniqueOf(record), keyOf(record)),
      lists: listsOf(record).reduce(
        (lists, name) => SortedIndex.insertAt(lists, name, sortKey(record), keyOf(record)),
        lists
      )
    })

  const remove = ({ lists, records, unique }: Table, record: R): Table =>
    new RecordTable(rules, {
      records: HashMap.remove(records, keyOf(record)),
      unique: HashMap.remove(unique, uniqueOf(record)),
      lists: listsOf(record).reduce((lists, name) => SortedIndex.removeAt(lists, name, sortKey(record)), lists)
    })

  const placing: ReadonlyArray<keyof R> = [
    key,
    "organization_id",
    ...uniqueBy,
    ...filters,
    ...sortBy.map(([field]) => field)
  ]

  /** Whether a changed record keeps its names and its places in lists: taking it out and in again would cost five times as much. */
  const isInPlace = (before: R, after: R): boolean => {
    const [from, to] = [references(before), references(after)]
    return (
      placing.every((field) => before[field] === after[field]) &&
      from.length === to.length &&
      from.every(([table, name], index) => to[index]?.[0] === table && to[index]?.[1] === name)
    )
  }

  const replace = ({ lists, records, unique }: Table, record: R): Table =>
    new RecordTable(rules, { records: HashMap.set(records, keyOf(record), record), unique, lists })

  const hasWorkspace = filters.some((field) => field === "workspace_id")
  const rules = { deletedWith, remove }
  const slice = new Slice(table, new RecordTable<R>(rules))

  const listOf = ({ lists }: Table, organizationId: OrganizationId, filter: Filter<R, F>) =>
    Option.getOrElse(HashMap.get(lists, listKey(organizationId, listName(filter))), SortedIndex.empty<string>)

  const list = (all: Table, organizationId: OrganizationId, page: Page, filter: Filter<R, F> = {}) => {
    const { data, total_count } = SortedIndex.page(listOf(all, organizationId, filter), page)
    return { data: Arr.filterMap(data, (key) => Option.map(HashMap.get(all.records, key), show)), total_count }
  }

  /** All records of a list, in its order. */
  const filtered = (all: Table, organizationId: OrganizationId, filter: Filter<R, F>): ReadonlyArray<R> =>
    Arr.filterMap(RedBlackTree.values(listOf(all, organizationId, filter)), (key) => HashMap.get(all.records, key))

  const insert = (all: Table, state: State, record: R): readonly [boolean, Table] | StorageFailure => {
    if (isTaken(all, record)) return [false, all]
    if (HashMap.has(all.records, keyOf(record))) return repeated(table)
    const broken = missingReference(state, record.organization_id, references(record)) ?? check(state, record)
    return broken ?? [true, add(all, record)]
  }

  type Done<A> = readonly [A, State] | StorageFailure

  const insertInto = (before: State, record: R): Done<boolean> => {
    const done = insert(slice.read(before), before, record)
    if (done instanceof StorageFailure) return done
    const [isNew, all] = done
    const after = isNew ? inserted(slice.write(before, all), record) : before
    return after instanceof StorageFailure ? after : [isNew, after]
  }

  /** Changes a record, also in fields that no patch can have. */
  const updateIn = (
    state: State,
    organizationId: OrganizationId,
    ref: Ref,
    patch: Partial<R>
  ): Done<Option.Option<Pick<R, V>>> => {
    const all = slice.read(state)
    const before = find(all, organizationId, ref)
    if (Option.isNone(before)) return [Option.none(), state]
    const after = { ...before.value, ...patch }
    const done = (all: Table): Done<Option.Option<Pick<R, V>>> => [
      Option.some(show(after)),
      changed(slice.write(state, all), before.value, after)
    ]
    if (isInPlace(before.value, after)) return done(replace(all, after))
    const others = remove(all, before.value)
    return isTaken(others, after) ? taken(table) : done(add(others, after))
  }

  const removeFrom = (state: State, record: R): State | StorageFailure => {
    const names = [keyOf(record), uniqueName(record)]
    const rest = cascade(state, record.organization_id, table, names)
    if (isReferenced(rest, record.organization_id, table, names)) return inUse(table)
    return deleted(slice.write(rest, remove(slice.read(rest), record)), record)
  }

  const deleteFrom = (state: State, organizationId: OrganizationId, ref: Ref): Done<Option.Option<Pick<R, V>>> => {
    const found = find(slice.read(state), organizationId, ref)
    if (Option.isNone(found)) return [Option.none(), state]
    const rest = removeFrom(state, found.value)
    return rest instanceof StorageFailure ? rest : [Option.some(show(found.value)), rest]
  }

  const deleteAllFrom = (state: State, organizationId: OrganizationId, filter: Filter<R, F>): Done<number> => {
    const matching = filtered(slice.read(state), organizationId, filter)
    let rest = state
    for (const record of matching) {
      const done = removeFrom(rest, record)
      if (done instanceof StorageFailure) return done
      rest = done
    }
    return [matching.length, rest]
  }

  const store = (state: Context.Tag.Service<MemoryState>): RecordStore<R, V, Ref, P, F> & ContentsOf<F> => {
    const { read } = state.of(slice)
    const own: RecordStore<R, V, Ref, P, F> = {
      insert: (record) => state.change((all) => insertInto(all, record)),
      find: (organizationId, ref) => read((all) => Option.map(find(all, organizationId, ref), show)),
      findMany: (organizationId, refs) =>
        read((all) => Arr.filterMap(new Set(refs), (ref) => Option.map(find(all, organizationId, ref), show))),
      list: (organizationId, page, filter) => read((all) => list(all, organizationId, page, filter)),
      // The fields of a patch are fields of the record.
      update: (organizationId, ref, patch) =>
        state.change((all) => updateIn(all, organizationId, ref, patch as Partial<R>)),
      delete: (organizationId, ref) => state.change((all) => deleteFrom(all, organizationId, ref))
    }
    const contents: WorkspaceContents = {
      // The filter has the name of a field of the record.
      deleteIn: (organizationId, workspace_id) =>
        state.change((all) => deleteAllFrom(all, organizationId, { workspace_id } as unknown as Filter<R, F>))
    }
    // The type follows from the filters, too.
    return { ...own, ...(hasWorkspace && contents) } as RecordStore<R, V, Ref, P, F> & ContentsOf<F>
  }

  return { slice, find, holder, filtered, list, show, insert, insertInto, remove, updateIn, store }
}
