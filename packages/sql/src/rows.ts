import type * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure, Usd } from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A 64-bit column read as a number: drivers give a number, a bigint or text. */
export const Integer = Schema.transform(Schema.Union(Schema.Number, Schema.BigIntFromSelf, Schema.String), Schema.Int, {
  strict: true,
  decode: Number,
  encode: (value) => value
})

/** A time, kept as milliseconds since 1970. */
export const Time = Schema.compose(Integer, Schema.DateTimeUtcFromNumber)

/** An amount, kept as nano-dollars in 64 bits and read as text, because drivers round what a double cannot hold. */
export const Money = Schema.compose(Schema.BigInt, Usd.Usd)

/** A boolean: true, 1 or 1n, as the dialect and the driver have it. */
export const Flag = Schema.transform(Schema.Union(Schema.Boolean, Schema.Literal(0, 1, 0n, 1n)), Schema.Boolean, {
  strict: true,
  decode: Boolean,
  encode: (value) => value
})

/** A value kept as text in JSON. */
export const Json = <A, I>(schema: Schema.Schema<A, I>) => Schema.parseJson(schema)

/** How a boolean is bound: SQLite's driver binds none, so there it is 1 or 0. */
export const bindFlag = (sql: SqlClient.SqlClient): ((value: boolean) => boolean | number) =>
  sql.onDialectOrElse({ sqlite: () => (value: boolean) => (value ? 1 : 0), orElse: () => (value: boolean) => value })

/** Reads money without loss: the columns that a statement answers with, with those of money as text. */
export const columnList = (sql: SqlClient.SqlClient, plain: ReadonlyArray<string>, money: ReadonlyArray<string> = []) =>
  sql.literal([...plain, ...money.map((name) => `CAST(${name} AS TEXT) AS ${name}`)].join(", "))

/** The rows of a statement, each decoded. */
export const readAll = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(Schema.Array(schema))
  return (rows: Effect.Effect<ReadonlyArray<unknown>, StorageFailure>) =>
    Effect.flatMap(rows, (found) => Effect.mapError(decode(found), (cause) => new StorageFailure({ cause })))
}

/** The first row of a statement, decoded. */
export const readOne = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(schema)
  return (
    rows: Effect.Effect<ReadonlyArray<unknown>, StorageFailure>
  ): Effect.Effect<Option.Option<A>, StorageFailure> =>
    Effect.flatMap(rows, ([row]) =>
      row === undefined
        ? Effect.succeedNone
        : Effect.asSome(Effect.mapError(decode(row), (cause) => new StorageFailure({ cause })))
    )
}
