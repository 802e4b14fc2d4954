import type { Usd } from "@tollgate/core"
import { Day, type Scope, type ScopeRef, type ScopeTerms } from "@tollgate/core/storage"
import * as Brand from "effect/Brand"
import { windowColumns } from "./windowColumns.js"

// Every integer is an amount, so validation is skipped.
const usd = Brand.nominal<Usd.Usd>()

export type Row = Readonly<Record<string, unknown>>

const limits = windowColumns("limit")

const tallies = {
  own: { spent: windowColumns("own_spent"), held: windowColumns("own_held"), unknown: windowColumns("own_unknown") },
  byok: { spent: windowColumns("byok_spent"), held: windowColumns("byok_held"), unknown: windowColumns("byok_unknown") }
}
const openings = { own: windowColumns("own_opening"), byok: windowColumns("byok_opening") }

/** The columns that an act changes, in the order of `chargedValues`. */
export const charged: ReadonlyArray<string> = [
  "day",
  "ahead",
  "holds",
  "opening_day",
  ...[tallies.own, tallies.byok].flatMap(({ held, spent, unknown }) => [...spent, ...held, ...unknown]),
  ...openings.own,
  ...openings.byok
]

/** The columns of the terms, in the order of `termValues`. */
export const terms: ReadonlyArray<string> = ["include_byok", ...limits]

/** The columns that name a scope, in the order of `refValues`. */
export const ref: ReadonlyArray<string> = ["organization_id", "subject", "kind", "guardrail_id"]

const plain = ["id", ...ref, "version", "day", "ahead", "holds", "opening_day", "include_byok"]
const amounts = [...limits, ...charged.slice(4)]

/** The columns of a scope. As text, because drivers round integers that a double cannot hold. */
export const columns = (asText: boolean): string =>
  [...plain, ...amounts.map((name) => (asText ? `CAST(${name} AS TEXT) AS ${name}` : name))].join(", ")

const windowValues = (amounts: Day.Windows<unknown>) => Day.kinds.map((kind) => amounts[kind])

export const refValues = ({ guardrail_id, kind, organization_id, subject }: ScopeRef): ReadonlyArray<unknown> => [
  organization_id,
  subject,
  kind,
  guardrail_id ?? ""
]

export const termValues = ({ include_byok, limits }: ScopeTerms, isPostgres: boolean): ReadonlyArray<unknown> => [
  isPostgres ? include_byok : Number(include_byok),
  ...windowValues(limits)
]

export const chargedValues = ({ ahead, byok, day, holds, opening, own }: Scope): ReadonlyArray<unknown> => [
  day,
  ahead,
  holds,
  opening.day,
  ...[own, byok].flatMap(({ held, spent, unknown }) => [spent, held, unknown].flatMap(windowValues)),
  ...windowValues(opening.own),
  ...windowValues(opening.byok)
]

/** An amount as the drivers return it: a bigint, or its digits. */
export const toAmount = (value: unknown): Usd.Usd => usd(typeof value === "bigint" ? value : BigInt(String(value)))

const zero = usd(0n)
/** One for all that have nothing, because rows are kept by the thousand. */
const noWindows: Day.Windows<Usd.Usd> = { lifetime: zero, daily: zero, weekly: zero, monthly: zero }

/** The amounts of four columns. */
export const windows = (
  row: Row,
  [total = "", daily = "", weekly = "", monthly = ""]: ReadonlyArray<string>
): Day.Windows<Usd.Usd> => {
  const [all, today, week, month] = [row[total], row[daily], row[weekly], row[monthly]]
  if (all === 0n && today === 0n && week === 0n && month === 0n) return noWindows
  return { lifetime: toAmount(all), daily: toAmount(today), weekly: toAmount(week), monthly: toAmount(month) }
}

const limitOf = (value: unknown) => (value === null ? null : toAmount(value))

export const limitsOf = (row: Row): ScopeTerms["limits"] => ({
  lifetime: limitOf(row.limit_total),
  daily: limitOf(row.limit_daily),
  weekly: limitOf(row.limit_weekly),
  monthly: limitOf(row.limit_monthly)
})

const numbers = ["version", "day", "ahead", "holds", "opening_day", "include_byok", ...amounts]

const packedRow = (table: string) => `ROW(${numbers.map((name) => `${table}.${name}`).join(", ")})::text`

/** After these, most scopes have nothing. */
const USUAL = numbers.indexOf("own_unknown_total")

/** The same on SQLite, without the numbers at the end if they are all 0. */
const packedJson = (table: string) => {
  const all = numbers.map((name) => `${table}.${name}`)
  return `CASE WHEN ${all.slice(USUAL).join(" | ")} THEN json_array(${all.join(", ")})
ELSE json_array(${all.slice(0, USUAL).join(", ")}) END`
}

/** The numbers of a scope as one text: a driver takes as long for one of them as for all of this. */
export const packedNumbers = (table: string, isPostgres = true): string =>
  isPostgres ? packedRow(table) : packedJson(table)

/** The columns of a scope, with its numbers as one text. */
export const packed = (table: string, isPostgres = true): string =>
  [`${packedNumbers(table, isPostgres)} AS packed`, ...ref.map((name) => `${table}.${name}`)].join(", ")

/** PostgreSQL writes nothing for null, and SQLite its name. */
const isAbsent = (text = "") => text === "" || text === "null"

const packedLimit = (text: string) => (isAbsent(text) ? null : usd(BigInt(text)))

/** The amounts of four values of a list. What the list does not have is 0. */
export const packedWindows = (values: ReadonlyArray<string>, from: number): Day.Windows<Usd.Usd> => {
  if (values.length === 0) return noWindows
  const amount = (index: number) => {
    const text = values[from + index]
    return text === undefined || text === "0" ? zero : usd(BigInt(text))
  }
  return { lifetime: amount(0), daily: amount(1), weekly: amount(2), monthly: amount(3) }
}

/** The tally of twelve values of a list. */
export const packedTally = (values: ReadonlyArray<string>, from: number) => ({
  spent: packedWindows(values, from),
  held: packedWindows(values, from + 4),
  unknown: packedWindows(values, from + 8)
})

const toPackedScope = (row: Row, packed: string): Scope => {
  const values = packed.slice(1, -1).split(",")
  const [version, day, ahead, holds, opening, include_byok, total = "", daily = "", weekly = "", monthly = ""] = values
  const read = {
    id: Number(row.id),
    ref: {
      organization_id: row.organization_id,
      kind: row.kind,
      guardrail_id: row.guardrail_id === "" ? null : row.guardrail_id,
      subject: row.subject
    },
    version: Number(version),
    day: Number(day),
    ahead: isAbsent(ahead) ? null : Number(ahead),
    holds: Number(holds),
    limits: {
      lifetime: packedLimit(total),
      daily: packedLimit(daily),
      weekly: packedLimit(weekly),
      monthly: packedLimit(monthly)
    },
    include_byok: include_byok === "t" || include_byok === "1",
    own: packedTally(values, 10),
    byok: packedTally(values, 22),
    opening: { day: Number(opening), own: packedWindows(values, 34), byok: packedWindows(values, 38) }
  }
  // The brands follow from the scope that was written to the row.
  return read as Scope
}

/** Reads a scope from its row. */
export const toScope = (row: Row): Scope => {
  if (typeof row.packed === "string") return toPackedScope(row, row.packed)
  const guardrail = row.guardrail_id === "" ? null : row.guardrail_id
  const read = {
    id: Number(row.id),
    ref: { organization_id: row.organization_id, kind: row.kind, guardrail_id: guardrail, subject: row.subject },
    version: Number(row.version),
    day: Number(row.day),
    ahead: row.ahead === null ? null : Number(row.ahead),
    holds: Number(row.holds),
    limits: limitsOf(row),
    include_byok: Boolean(Number(row.include_byok)),
    own: {
      spent: windows(row, tallies.own.spent),
      held: windows(row, tallies.own.held),
      unknown: windows(row, tallies.own.unknown)
    },
    byok: {
      spent: windows(row, tallies.byok.spent),
      held: windows(row, tallies.byok.held),
      unknown: windows(row, tallies.byok.unknown)
    },
    opening: {
      day: Number(row.opening_day),
      own: windows(row, openings.own),
      byok: windows(row, openings.byok)
    }
  }
  // The brands follow from the scope that was written to the row.
  return read as Scope
}
