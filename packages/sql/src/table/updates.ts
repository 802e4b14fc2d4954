import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import type { Compilable } from "../transaction/Database.js"
import { at, bound } from "./bound.js"
import type { Column } from "./Column.js"
import { type Bind, compiled } from "./compiled.js"

/** What goes around an update that is part of a statement. */
export interface Around {
  /** What precedes the update. It binds the columns by which the row is found. */
  readonly before: Statement.Fragment
  /** A further condition on the row. */
  readonly condition: Statement.Fragment
  readonly after: Statement.Fragment
}

type Update = (part: unknown, key: unknown) => Compilable

/** Names the row that a statement changes, by the values of its key. */
export const rowNameOf = (table: string, match: Bind) => (key: unknown) => `${table} ${match(key).join(" ")}`

/** Statements that change some columns of the row that others name, and return columns of it. */
export const updates = (sql: SqlClient.SqlClient, table: string) => {
  const updating = (
    changes: ReadonlyArray<Statement.Fragment>,
    valuesOf: Bind,
    by: ReadonlyArray<Column>,
    returned: Statement.Fragment,
    around: Around | null
  ): Update => {
    const match = bound(by)
    const matching = sql.and(by.map(({ name }) => sql`${sql(name)} = ${null}`))
    const update = sql`UPDATE ${sql(table)} SET ${sql.csv(changes)}\nWHERE ${matching}`
    const rowName = rowNameOf(table, match)
    const row = (_: unknown, key: unknown) => rowName(key)
    if (around === null) {
      return compiled(sql`${update} RETURNING ${returned}`, (part, key) => [...valuesOf(part), ...match(key)], row)
    }
    const { after, before, condition } = around
    return compiled(
      sql`${before}${update} AND ${condition} RETURNING ${returned}${after}`,
      (part, key) => [...match(key), ...valuesOf(part), ...match(key)],
      row
    )
  }

  return {
    updateOf: (
      changed: ReadonlyArray<Column>,
      by: ReadonlyArray<Column>,
      returned: Statement.Fragment,
      around: Around | null
    ): Update =>
      updating(
        changed.map(({ name }) => sql`${sql(name)} = ${null}`),
        bound(changed),
        by,
        returned,
        around
      ),
    /** The same for those of the columns that a patch has. The text does not depend on them. */
    updateAnyOf: (
      changed: ReadonlyArray<Column>,
      by: ReadonlyArray<Column>,
      returned: Statement.Fragment,
      around: Around | null
    ): Update => {
      const values = changed.map(({ path, write }) => {
        const value = at(path)
        return (part: unknown) => {
          const found = value(part)
          return found === undefined ? [0, null] : [1, write(found)]
        }
      })
      return updating(
        changed.map(({ name }) => sql`${sql(name)} = CASE WHEN ${null} = 1 THEN ${null} ELSE ${sql(name)} END`),
        (part) => values.flatMap((value) => value(part)),
        by,
        returned,
        around
      )
    }
  }
}
