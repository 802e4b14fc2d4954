import { StorageFailure } from "../ports/StorageFailure.js"
import { Slice, type State } from "./Slice.js"

const isChecked = new Slice("references are checked", true)

/** An empty state whose records may reference records that another storage has. */
export const withoutReferences: State = isChecked.write({}, false)

const broken = (constraint: string) => new StorageFailure({ cause: new Error(constraint), outcome: "none" })

/** The failure of a write that repeats a primary key. */
export const repeated = (key: string): StorageFailure => broken(`The primary key exists already: ${key}.`)

/** The failure of a change to a unique value that another record has. */
export const taken = (table: string): StorageFailure => broken(`The unique value exists already: ${table}.`)

/** The failure of deleting a record that others reference. */
export const inUse = (table: string): StorageFailure => broken(`The record is referenced: ${table}.`)

/** A record that a write references, and whether it exists. */
export type Reference = readonly [record: string, exists: boolean]

/** The failure of a write that references a record that does not exist; null if all of them do. */
export const missing = (state: State, ...references: ReadonlyArray<Reference>): StorageFailure | null => {
  const absent = references.find(([, exists]) => !exists)
  return absent === undefined || !isChecked.read(state) ? null : broken(`A referenced record is missing: ${absent[0]}.`)
}
