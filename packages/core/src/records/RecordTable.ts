import * as Arr from "effect/Array"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as RedBlackTree from "effect/RedBlackTree"
import { missing } from "../memory/constraints.js"
import type { State } from "../memory/Slice.js"
import type { SortedIndex } from "../memory/SortedIndex.js"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import type { OwnedRecord, RecordName } from "./Records.js"

interface Contents<R> {
  /** By primary key. */
  readonly records: HashMap.HashMap<string, R>
  /** Primary keys by organization and unique value. */
  readonly unique: HashMap.HashMap<string, string>
  /** Primary keys in order: by organization and name of the list, and by the record that they reference. */
  readonly lists: HashMap.HashMap<string, SortedIndex<string>>
}

/** What a table needs to know of its records. */
interface Rules<R extends OwnedRecord> {
  /** The referenced tables whose records take those that reference them with them when they are deleted. */
  readonly deletedWith: ReadonlyArray<string>
  readonly remove: (all: RecordTable<R>, record: R) => RecordTable<R>
}

/** A unique value with its organization. */
export const uniqueKey = (organizationId: OrganizationId, name: unknown): string => `${organizationId} ${name}`

/** The name of the list of records that reference a record. */
export const referenceList = (organizationId: OrganizationId, [table, name]: RecordName): string =>
  `${organizationId} > ${table} ${name}`

const empty = { records: HashMap.empty(), unique: HashMap.empty(), lists: HashMap.empty() }

/** The records of one resource in memory. It is immutable. */
export class RecordTable<R extends OwnedRecord> implements Contents<R> {
  readonly rules: Rules<R>
  readonly records: Contents<R>["records"]
  readonly unique: Contents<R>["unique"]
  readonly lists: Contents<R>["lists"]
  constructor(rules: Rules<R>, { lists, records, unique }: Contents<R> = empty) {
    this.rules = rules
    this.records = records
    this.unique = unique
    this.lists = lists
  }
  /** The record with a primary key. Another organization's record reads as none. */
  find(organizationId: OrganizationId, key: string): Option.Option<R> {
    return Option.filter(HashMap.get(this.records, key), (record) => record.organization_id === organizationId)
  }
  /** Whether there is a record with this primary key or unique value. */
  has(organizationId: OrganizationId, name: string): boolean {
    return HashMap.has(this.unique, uniqueKey(organizationId, name)) || Option.isSome(this.find(organizationId, name))
  }
  /** The lists of the records of the organization that reference a record of a table, one for each of its names. */
  private referencing(organizationId: OrganizationId, table: string, names: ReadonlyArray<string>) {
    return Arr.filterMap(names, (name) => HashMap.get(this.lists, referenceList(organizationId, [table, name])))
  }
  /** The records of the organization that reference a record of a table by one of its names. */
  referencingRecords(organizationId: OrganizationId, table: string, names: ReadonlyArray<string>): ReadonlyArray<R> {
    return this.referencing(organizationId, table, names).flatMap((list) =>
      Arr.filterMap(RedBlackTree.values(list), (key) => HashMap.get(this.records, key))
    )
  }
  /** Whether a record of the organization references a record of a table. */
  references(organizationId: OrganizationId, table: string, names: ReadonlyArray<string>): boolean {
    return this.referencing(organizationId, table, names).length > 0
  }
  /** Without the records that are deleted with a record of a table. */
  deletedWith(organizationId: OrganizationId, table: string, names: ReadonlyArray<string>): RecordTable<R> {
    if (!this.rules.deletedWith.includes(table)) return this
    return this.referencingRecords(organizationId, table, names).reduce<RecordTable<R>>(this.rules.remove, this)
  }
}

/** The state without the records that are deleted with the record with one of these names. */
export const cascade = (
  state: State,
  organizationId: OrganizationId,
  table: string,
  names: ReadonlyArray<string>
): State =>
  Object.fromEntries(
    Object.entries(state).map(([name, slice]) => [
      name,
      slice instanceof RecordTable ? slice.deletedWith(organizationId, table, names) : slice
    ])
  )

/** Whether a record of any table references the record with one of these names. */
export const isReferenced = (
  state: State,
  organizationId: OrganizationId,
  table: string,
  names: ReadonlyArray<string>
): boolean =>
  Object.values(state).some((slice) => slice instanceof RecordTable && slice.references(organizationId, table, names))

/** The failure of a write that references a record that does not exist; null if all of them do. */
export const missingReference = (
  state: State,
  organizationId: OrganizationId,
  references: ReadonlyArray<RecordName>
): StorageFailure | null =>
  missing(
    state,
    ...references.map(([table, name]) => {
      const slice = state[table]
      return [table, slice instanceof RecordTable && slice.has(organizationId, name)] as const
    })
  )
