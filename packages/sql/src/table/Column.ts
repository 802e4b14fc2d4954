import type * as SqlClient from "@effect/sql/SqlClient"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"

/** How a value is bound to a column (`write`) and read from it (`read`). */
interface Kind {
  readonly write: (value: unknown) => unknown
  readonly read: (value: unknown) => unknown
  /** Whether it is selected as text, because drivers round integers that a double cannot hold. */
  readonly asText?: true
}

/** A column of a record: its name, and the path of its value in the record. */
export interface Column extends Kind {
  readonly name: string
  readonly path: ReadonlyArray<string>
}

const plain: Kind = { write: (value) => value, read: (value) => value }

/** Times are stored as milliseconds since 1970. */
const time: Kind = {
  write: (value) => (DateTime.isDateTime(value) ? value.epochMillis : value),
  read: (value) => DateTime.unsafeMake(Number(value))
}

/** A 64-bit column that is read as a number. Drivers return a number, a bigint or text. */
const integer: Kind = { write: (value) => value, read: Number }

/** Amounts are stored as nano-dollars in 64 bits. */
const amount: Kind = { write: (value) => value, read: (value) => BigInt(String(value)), asText: true }

const json: Kind = { write: (value) => JSON.stringify(value), read: (value) => JSON.parse(String(value)) }

/** SQLite has no booleans: they are stored as 1 and 0. */
const flag = (sql: SqlClient.SqlClient): Kind => ({
  write: sql.onDialectOrElse({ sqlite: () => Number, orElse: () => (value: unknown) => value }),
  read: Boolean
})

const nullable = (kind: Kind): Kind => ({
  ...kind,
  write: (value) => (value === null ? null : kind.write(value)),
  read: (value) => (value === null ? null : kind.read(value))
})

const isNull = (ast: AST.AST) => AST.isLiteral(ast) && ast.literal === null

const isInstant = (ast: AST.Declaration) => Option.contains(AST.getIdentifierAnnotation(ast), "DateTimeUtcFromSelf")

const kindOf = (ast: AST.AST, sql: SqlClient.SqlClient): Kind => {
  switch (ast._tag) {
    case "Refinement":
      return kindOf(ast.from, sql)
    case "Union": {
      const [first = ast, ...rest] = ast.types.filter((type) => !isNull(type))
      const kind = kindOf(first, sql)
      return rest.length + 1 < ast.types.length ? nullable(kind) : kind
    }
    case "BooleanKeyword":
      return flag(sql)
    case "NumberKeyword":
      return integer
    case "BigIntKeyword":
      return amount
    case "TupleType":
    case "TypeLiteral":
      return json
    case "Declaration":
      return isInstant(ast) ? time : plain
    default:
      return plain
  }
}

/**
 * The columns of a record: one per field, and one per field of a nested struct, named by its path. An object with arbitrary names
 * is one column of JSON.
 */
export const columnsOf = (
  ast: AST.AST,
  sql: SqlClient.SqlClient,
  path: ReadonlyArray<string> = []
): ReadonlyArray<Column> =>
  AST.isTypeLiteral(ast) && ast.indexSignatures.length === 0
    ? ast.propertySignatures.flatMap(({ name, type }) => columnsOf(type, sql, [...path, String(name)]))
    : [{ ...kindOf(ast, sql), path, name: path.join("_") }]
