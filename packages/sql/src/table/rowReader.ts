import type * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure, type StorageOutcome } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import type { Rows } from "../transaction/Connected.js"
import { type RowShape, rowShape } from "./rowShape.js"

/**
 * Reads records from rows that have its columns. Rows are mapped and not validated: the types and checks of the table
 * guarantee their values. A row that cannot be mapped is a `StorageFailure`.
 */
export const rowReader = <A, I>(sql: SqlClient.SqlClient, record: Schema.Schema<A, I>) =>
  readerOf<A>(sql, rowShape(sql, record))

/** The same by the shape of the records. */
export const readerOf = <A>(sql: SqlClient.SqlClient, { columns, read: map }: RowShape) => {
  const rowOf = (found: ReadonlyArray<unknown>) => Option.filter(Option.fromNullable(found[0]), Predicate.isRecord)
  const read = (row: unknown): A => {
    if (!Predicate.isRecord(row)) throw new Error("The database returned a row without columns.")
    // The columns follow from this schema, and the types and checks of the table guarantee their values.
    return map(row) as A
  }
  const mapped =
    <B>(outcome: StorageOutcome, f: (found: ReadonlyArray<unknown>) => B) =>
    (rows: Rows): Effect.Effect<B, StorageFailure> =>
      Effect.flatMap(rows, (found) => {
        try {
          return Effect.succeed(f(found))
        } catch (cause) {
          return new StorageFailure({ cause, outcome })
        }
      })
  const all = (found: ReadonlyArray<unknown>): ReadonlyArray<A> => found.map(read)
  const first = (found: ReadonlyArray<unknown>): Option.Option<A> =>
    found.length === 0 ? Option.none() : Option.some(read(found[0]))
  return {
    /** The columns, for SELECT and RETURNING. */
    columns: sql.csv(
      columns.map(({ asText, name }) => (asText ? sql`CAST(${sql(name)} AS TEXT) AS ${sql(name)}` : sql`${sql(name)}`))
    ),
    /** Reads the rows of a SELECT. */
    all: mapped("none", all),
    first: mapped("none", first),
    /** Reads the first row of a SELECT that has further columns, which `f` reads. */
    firstWith: <B>(f: (record: A, row: Readonly<Record<string, unknown>>) => B) =>
      mapped("none", (found): Option.Option<B> => Option.map(rowOf(found), (row) => f(read(row), row))),
    /** Reads the rows of a statement that writes. If one cannot be mapped, the write may have been stored. */
    allWritten: mapped("unknown", all),
    firstWritten: mapped("unknown", first)
  }
}
