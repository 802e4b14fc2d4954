import type * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { type Column, columnsOf } from "./Column.js"

export type Rows = Effect.Effect<ReadonlyArray<unknown>, StorageFailure>

const valueIn = (row: unknown, name: string): unknown => (Predicate.isRecord(row) ? row[name] : undefined)

/** A row as the record that it is of: each column's value at its path. */
const assemble = (columns: ReadonlyArray<Column>, row: unknown): unknown => {
  const record: Record<string, unknown> = {}
  for (const { name, path, read } of columns) {
    let parent = record
    for (const outer of path.slice(0, -1)) {
      const inner = parent[outer]
      if (Predicate.isRecord(inner)) parent = inner
      else parent = parent[outer] = {}
    }
    parent[path[path.length - 1] ?? name] = read(valueIn(row, name))
  }
  return record
}

/** Reads records from the rows of statements, which answer with its columns. A row that is none is a failure of storage. */
export const rowReader = <A, I>(sql: SqlClient.SqlClient, record: Schema.Schema<A, I>) => {
  const columns = columnsOf(AST.typeAST(record.ast), sql)
  const validate = Schema.validateSync(record)
  const read = (row: unknown): Effect.Effect<A, StorageFailure> =>
    Effect.try({
      try: () => validate(assemble(columns, row)),
      catch: (cause) => new StorageFailure({ cause })
    })
  return {
    /** The columns, for SELECT and RETURNING. */
    columns: sql.csv(
      columns.map(({ asText, name }) => (asText ? sql`CAST(${sql(name)} AS TEXT) AS ${sql(name)}` : sql`${sql(name)}`))
    ),
    all: (rows: Rows): Effect.Effect<ReadonlyArray<A>, StorageFailure> =>
      Effect.flatMap(rows, (found) => Effect.forEach(found, read)),
    first: (rows: Rows): Effect.Effect<Option.Option<A>, StorageFailure> =>
      Effect.flatMap(rows, (found) => (found.length === 0 ? Effect.succeedNone : Effect.asSome(read(found[0]))))
  }
}
