import type * as SqlClient from "@effect/sql/SqlClient"
import * as Array from "effect/Array"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { type Column, columnsOf } from "./Column.js"

type Row = Record<string, unknown>

/** Reads a value from a row: from one column, or a struct from several. */
type Reader = (row: Row) => unknown

/** How a record is stored. */
export interface RowShape {
  readonly columns: ReadonlyArray<Column>
  /** Reads a record from a row that has these columns. */
  readonly read: Reader
  /** The same for some fields of the record. */
  readonly pick: (fields: ReadonlyArray<string>) => RowShape
}

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

const make = (columns: ReadonlyArray<Column>): RowShape => {
  const parts = new Map<string, RowShape>()
  return {
    columns,
    read: structOf(columns, 0),
    pick: (fields) => {
      const name = fields.join()
      const part =
        parts.get(name) ?? make(fields.flatMap((field) => columns.filter(({ path: [first] }) => first === field)))
      parts.set(name, part)
      return part
    }
  }
}

const shapes = { sqlite: new WeakMap<AST.AST, RowShape>(), other: new WeakMap<AST.AST, RowShape>() }

/** The shape of a record. It is made once for each schema: all databases that a process opens store the same records. */
export const rowShape = <A, I>(sql: SqlClient.SqlClient, { ast }: Schema.Schema<A, I>): RowShape => {
  const known = sql.onDialectOrElse({ sqlite: () => shapes.sqlite, orElse: () => shapes.other })
  const shape = known.get(ast) ?? make(columnsOf(AST.typeAST(ast), sql))
  known.set(ast, shape)
  return shape
}
