import * as Function from "effect/Function"
import * as Predicate from "effect/Predicate"
import type { Column } from "./Column.js"
import type { Bind } from "./compiled.js"

/** Reads a field of a record, or a field within one. */
export const at = ([first = "", ...rest]: ReadonlyArray<string>): ((record: unknown) => unknown) => {
  const inner = rest.length === 0 ? null : at(rest)
  return (record) => {
    const value = Predicate.isRecord(record) ? record[first] : undefined
    return inner === null ? value : inner(value)
  }
}

/** Reads the values of columns from a record. */
export const bound = (columns: ReadonlyArray<Column>): Bind => {
  const values = columns.map(({ path, write }) => Function.compose(at(path), write))
  return (record) => values.map((value) => value(record))
}
