import { Day } from "@tollgate/core/storage"
import { windowColumn } from "./scopeRows.js"

interface Parts {
  /** The prefix of the columns of the scope that is changed. */
  readonly scope: string
  /** The limit in a window. */
  readonly limitIn: (window: Day.Kind) => string
  readonly includesByok: string
  readonly isPostgres: boolean
}

/**
 * The level of a scope whose limits a statement changes (`Scope.level`), by its stored amounts: those of windows that are over count until the
 * next act, so it may be higher. What a division of doubles loses is added: it is never lower.
 */
export const levelOf = ({ includesByok, isPostgres, limitIn, scope }: Parts): string => {
  // On PostgreSQL, these are decimal numbers, which are exact, and a cast rounds.
  const whole = (tenths: string) =>
    isPostgres ? `CAST(floor(LEAST(10, ${tenths})) AS BIGINT)` : `CAST(min(10, ${tenths} + 1e-9) AS INTEGER)`
  const tenths = Day.kinds.map((window) => {
    const amount = (name: string) => `${scope}${windowColumn(name, window)}`
    const used = `${amount("own_spent")} + ${amount("own_unknown")}
    + CASE WHEN ${includesByok} THEN ${amount("byok_spent")} + ${amount("byok_unknown")} ELSE 0 END`
    const limit = limitIn(window)
    return `CASE WHEN ${limit} IS NULL THEN 0 WHEN ${limit} = 0 THEN 10 ELSE ${whole(`(${used}) * 10.0 / ${limit}`)} END`
  })
  return `${isPostgres ? "GREATEST" : "max"}(${tenths.join(",\n  ")})`
}
