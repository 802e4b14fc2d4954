import type { Usd } from "@tollgate/core"
import {
  Day,
  emptyScope,
  noBoosts,
  type Scope,
  type ScopeBoost,
  type ScopeRef,
  type ScopeTerms
} from "@tollgate/core/storage"
import * as Brand from "effect/Brand"
import type { Dialect } from "./Dialect.js"

// Every integer is an amount, so validation is skipped.
const usd = Brand.nominal<Usd.Usd>()

/** A row, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** The column of an amount in a window. */
export const windowColumn = (name: string, kind: Day.Kind): string => `${name}_${kind === "lifetime" ? "total" : kind}`

/** The columns of an amount in each window, in the order of `Day.kinds`. */
export const windowColumns = (name: string): ReadonlyArray<string> => Day.kinds.map((kind) => windowColumn(name, kind))

const tallies = ["own", "byok"].flatMap((kind) => [`${kind}_spent`, `${kind}_held`, `${kind}_unknown`])
const usual = ["own_spent", "own_held"].flatMap(windowColumns)
/** Most scopes have nothing in these columns. */
const rare = [...tallies.slice(2), "own_opening", "byok_opening"].flatMap(windowColumns)

/** The columns that an act changes for a run alone. */
const chargedRun = ["requests", "opening_requests", "charged_at", "listed_at"]
/** The columns of the terms that a run alone has. */
const runTerms = ["parent", "max_requests", "created_at", "ends_at", "stopped"]

/** The columns for alerts and boosts. */
const watched = ["checked", "level", "boosts"]

/** The columns that an act changes, in the order of `chargedValues`. */
export const charged: ReadonlyArray<string> = [
  ...["day", "ahead", "holds", "entries", "opening_day"],
  ...usual,
  ...rare,
  ...chargedRun,
  ...watched
]

/** The columns of the terms, in the order of `termValues`. */
export const terms: ReadonlyArray<string> = [
  "include_byok",
  ...windowColumns("limit"),
  "max_in_flight",
  ...runTerms,
  "thresholds"
]

/** The columns that name a scope, in the order of `refValues`. */
export const ref: ReadonlyArray<string> = ["organization_id", "subject", "kind", "guardrail_id"]

/** The condition that a row is that of a scope, whose values are `refValues`. */
export const isRef: string = ref.map((name) => `${name} = ?`).join(" AND ")

const windowValues = (amounts: Day.Windows<unknown>) => Day.kinds.map((kind) => amounts[kind])

/** The values of `ref`. */
export const refValues = ({ guardrail_id, kind, organization_id, subject }: ScopeRef): ReadonlyArray<unknown> => [
  organization_id,
  subject,
  kind,
  guardrail_id ?? ""
]

/** The values of `terms`. */
export const termValues = (
  { include_byok, limits, max_in_flight, run, thresholds }: ScopeTerms,
  { booleanOf }: Pick<Dialect, "booleanOf">
): ReadonlyArray<unknown> => [
  booleanOf(include_byok),
  ...windowValues(limits),
  max_in_flight,
  ...(run === null
    ? runTerms.map(() => null)
    : [run.parent, run.max_requests, run.created_at, run.ends_at, booleanOf(run.is_stopped)]),
  thresholds?.join("/") ?? null
]

const LISTED_MS = 600_000

/**
 * The beginning of the ten minutes in which a run was charged last, or created. Lists read it from an index, and sort the runs of the same
 * ten minutes. Null for a scope of another kind.
 */
export const listedAt = ({ charged_at, run }: Pick<Scope, "charged_at" | "run">): number | null =>
  run === null ? null : Math.floor((charged_at ?? run.created_at) / LISTED_MS) * LISTED_MS

/** The values of `charged`. */
export const chargedValues = (scope: Scope): ReadonlyArray<unknown> => {
  const { ahead, boosts, byok, charged_at, checked, day, entries, holds, level, opening, own, requests, run } = scope
  return [
    day,
    ahead,
    holds,
    entries,
    opening.day,
    ...[own, byok].flatMap(({ held, spent, unknown }) => [spent, held, unknown].flatMap(windowValues)),
    ...windowValues(opening.own),
    ...windowValues(opening.byok),
    ...(run === null ? chargedRun.map(() => null) : [requests, opening.requests, charged_at, listedAt(scope)]),
    checked,
    level,
    boosts.length === 0 ? null : boosts.map(({ until, usd, window }) => `${window}:${usd}:${until}`).join("/")
  ]
}

/** The columns that are set when a scope becomes a run. */
export const ofNewRun: ReadonlyArray<string> = ["requests", "opening_requests", "listed_at"]

/** The columns of a new scope, in the order of `createdValues`. */
export const created: ReadonlyArray<string> = [...ref, "day", "holds", "level", ...ofNewRun, ...terms]

/** The values of `created`: a scope to which nothing is charged. */
export const createdValues = (
  of: ScopeRef,
  terms: ScopeTerms,
  day: Day.Day,
  dialect: Pick<Dialect, "booleanOf">
): ReadonlyArray<unknown> => [
  ...refValues(of),
  day,
  0,
  emptyScope(0, of, terms, day).level,
  ...(terms.run === null ? ofNewRun.map(() => null) : [0, 0, listedAt({ charged_at: null, run: terms.run })]),
  ...termValues(terms, dialect)
]

/** An amount as the drivers return it: a bigint, or its digits. */
export const toAmount = (value: unknown): Usd.Usd => usd(typeof value === "bigint" ? value : BigInt(String(value)))

const numbers = [
  ...["version", "day", "ahead", "holds", "opening_day", "include_byok", ...windowColumns("limit"), "max_in_flight"],
  ...["entries", "checked", "level"],
  ...usual
]
const ofRuns = [...runTerms, "requests", "opening_requests", "charged_at"]
/** Texts without commas and quotes. */
const texts = ["boosts", "thresholds"]

/** The numbers of a scope, in the order of a row that is packed. Those that most scopes do not have are the last ones. */
export const packedColumns: ReadonlyArray<string> = [...numbers, ...rare, ...ofRuns, ...texts]

const qualified = (columns: ReadonlyArray<string>, table: string) =>
  columns.map((name) => `${table}.${name}`).join(", ")

/** The numbers of a scope as one text on PostgreSQL. */
export const packedRow = (table: string): string => `ROW(${qualified(packedColumns, table)})::text`

/** The same on SQLite, without those at the end that the scope does not have. */
export const packedJson = (table: string): string =>
  `CASE WHEN ${["created_at", ...texts].map((name) => `${table}.${name} IS NOT NULL`).join(" OR ")} THEN json_array(${qualified(packedColumns, table)})
WHEN ${rare.map((name) => `${table}.${name}`).join(" | ")} THEN json_array(${qualified([...numbers, ...rare], table)})
ELSE json_array(${qualified(numbers, table)}) END`

/** The columns of a scope in a table, with its numbers as one text: a driver takes as long for one of them as for all of this. */
export const columns = ({ packed }: Pick<Dialect, "packed">, table: string): string =>
  `${table}.id, ${packed(table)} AS packed, ${qualified(ref, table)}`

/** PostgreSQL writes nothing for null, and SQLite its name. */
const isAbsent = (text = "") => text === "" || text === "null"

const toLimit = (text: string) => (isAbsent(text) ? null : usd(BigInt(text)))

const zero = usd(0n)
/** One for all that have nothing, because rows are kept by the thousand. */
const noWindows: Day.Windows<Usd.Usd> = { lifetime: zero, daily: zero, weekly: zero, monthly: zero }

/** The amounts of four values of a list. What the list does not have is 0. */
const toWindows = (values: ReadonlyArray<string>, from: number): Day.Windows<Usd.Usd> => {
  if (values.length <= from) return noWindows
  const amount = (index: number) => {
    const text = values[from + index]
    return text === undefined || text === "0" ? zero : usd(BigInt(text))
  }
  return { lifetime: amount(0), daily: amount(1), weekly: amount(2), monthly: amount(3) }
}

/** The tally of twelve values of a list. */
const toTally = (values: ReadonlyArray<string>, from: number) => ({
  spent: toWindows(values, from),
  held: toWindows(values, from + 4),
  unknown: toWindows(values, from + 8)
})

const toNumber = (text = "") => (isAbsent(text) ? null : Number(text))

/** A text as PostgreSQL writes it in a row, or SQLite in a list. Null for one that is absent. */
const toText = (text = ""): string | null => {
  if (isAbsent(text)) return null
  return text.startsWith('"') ? text.slice(1, -1) : text
}

const toBoosts = (text: string | null): ReadonlyArray<ScopeBoost> =>
  text === null
    ? noBoosts
    : text.split("/").map((one) => {
        const [window, amount = "0", until] = one.split(":")
        const kind = Day.kinds.find((kind) => kind === window)
        if (kind === undefined) throw new Error(`A boost of an unknown window is stored: ${one}`)
        return { window: kind, usd: usd(BigInt(amount)), until: Number(until) }
      })

/** The empty text is an empty list: no threshold raises an alert. */
const toThresholds = (text: string | null): Scope["thresholds"] =>
  text === null ? null : text.split("/").flatMap((one) => (one === "" ? [] : Number(one)))

/** A flag as PostgreSQL writes it in a row, or SQLite. */
const isTrue = (text = "") => text === "t" || text === "1"

/** What a run has beside the limits of every scope; null for another scope. */
const toRun = (values: ReadonlyArray<string>): Scope["run"] => {
  const [parent, max_requests, created_at, ends_at, stopped] = values.slice(46, 51)
  return isAbsent(created_at)
    ? null
    : {
        parent: toNumber(parent),
        max_requests: toNumber(max_requests),
        created_at: Number(created_at),
        ends_at: toNumber(ends_at),
        is_stopped: isTrue(stopped)
      }
}

/** Reads a scope from its row. */
export const toScope = (row: Row): Scope => {
  const values = String(row.packed).slice(1, -1).split(",")
  const [version, day, ahead, holds, opening, include_byok, lifetime = "", daily = "", weekly = "", monthly = ""] =
    values
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
    ahead: toNumber(ahead),
    holds: Number(holds),
    requests: toNumber(values[51]) ?? 0,
    entries: Number(values[11]),
    charged_at: toNumber(values[53]),
    boosts: toBoosts(toText(values[54])),
    checked: Number(values[12]),
    level: Number(values[13]),
    limits: {
      lifetime: toLimit(lifetime),
      daily: toLimit(daily),
      weekly: toLimit(weekly),
      monthly: toLimit(monthly)
    },
    include_byok: isTrue(include_byok),
    max_in_flight: toNumber(values[10]),
    run: toRun(values),
    thresholds: toThresholds(toText(values[55])),
    own: toTally(values, 14),
    byok: toTally(values, 26),
    opening: {
      day: Number(opening),
      own: toWindows(values, 38),
      byok: toWindows(values, 42),
      requests: toNumber(values[52]) ?? 0
    }
  }
  // The brands follow from the scope that was written to the row.
  return read as Scope
}
