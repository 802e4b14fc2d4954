import type * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure, type StorageOutcome } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type { Rows } from "../transaction/TransactionContext.js"
import { type Column, columnsOf } from "./Column.js"

type Row = Record<string, unknown>

/** Reads a value from a row: from one column, or a struct from several. */
type Reader = (row: Row) => unknown

const structOf = (columns: ReadonlyArray<Column>, depth: number): Reader => {
  const names = [...new Set(columns.map(({ path }) => path[depth]))]
  const fields = names.flatMap((name = ""): ReadonlyArray<readonly [string, Reader]> => {
    const within = columns.filter(({ path }) => path[depth] === name)
    const [column] = within
    if (column === undefined) return []
    return [
      [name, column.path.length > depth + 1 ? structOf(within, depth + 1) : (row) => column.read(row[column.name])]
    ]
  })
  const [keys, readers] = Array.unzip(fields)
  return (row) => {
    const record: Row = {}
    // By index, because each row of a list is read here.
    for (let i = 0; i < keys.length; i++) record[keys[i] ?? ""] = readers[i]?.(row)
    return record
  }
}

/**
 * Reads records from rows that have its columns. Rows are mapped and not validated: the types and checks of the table
 * guarantee their values. A row that cannot be mapped is a `StorageFailure`.
 */
export const rowReader = <A, I>(sql: SqlClient.SqlClient, record: Schema.Schema<A, I>) => {
  const columns = columnsOf(AST.typeAST(record.ast), sql)
  const map = structOf(columns, 0)
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
    /** Reads the rows of a statement that writes. If one cannot be mapped, the write may have been stored. */
    allWritten: mapped("unknown", all),
    firstWritten: mapped("unknown", first)
  }
}
