import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
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
  /** Primary keys in order, by organization and name of the list. */
  readonly lists: HashMap.HashMap<string, SortedIndex<string>>
}

type ReferencesOf<R> = (record: R) => ReadonlyArray<RecordName>

/** A unique value with its organization. */
export const uniqueKey = (organizationId: OrganizationId, name: unknown): string => `${organizationId} ${name}`

const empty = { records: HashMap.empty(), unique: HashMap.empty(), lists: HashMap.empty() }

/** The records of one resource in memory. It is immutable. */
export class RecordTable<R extends OwnedRecord> implements Contents<R> {
  readonly referencesOf: ReferencesOf<R>
  readonly records: Contents<R>["records"]
  readonly unique: Contents<R>["unique"]
  readonly lists: Contents<R>["lists"]
  constructor(referencesOf: ReferencesOf<R>, { lists, records, unique }: Contents<R> = empty) {
    this.referencesOf = referencesOf
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
  /** Whether a record of the organization references a record of a table. */
  references(organizationId: OrganizationId, table: string, names: ReadonlyArray<string>): boolean {
    return HashMap.some(
      this.records,
      (record) =>
        record.organization_id === organizationId &&
        this.referencesOf(record).some(([other, name]) => other === table && names.includes(name))
    )
  }
}

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
