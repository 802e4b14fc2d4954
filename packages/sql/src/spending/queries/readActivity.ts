import {
  type ActivityList,
  type ActivitySum,
  Day,
  isServedBy,
  type SpendingStore,
  servedModel
} from "@tollgate/core/storage"
import * as Array from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import {
  AD_HOC,
  allOf,
  type Dialect,
  isNamed,
  isNamedAmong,
  type Part,
  type Statement,
  serverTime
} from "../rows/Dialect.js"
import type { Names } from "../rows/Names.js"
import { rowsOf } from "../rows/Script.js"
import { type Row, toAmount } from "../rows/scopeRows.js"
import { amountNames, amounts, columnsOf, type GroupColumn, ofRow } from "../rows/sums.js"
import type { Spending } from "../unit/unitRunner.js"
import { type Days, keptDays, runsWithout } from "./keepDays.js"
import type { Reads } from "./reads.js"

/** A sum in two halves, because SQLite would fail where it does not fit into 64 bits. */
const halves = (name: string, amount: string) =>
  `CAST(SUM((${amount}) / 1000000000) AS TEXT) AS ${name}_high, CAST(SUM((${amount}) % 1000000000) AS TEXT) AS ${name}_low`

const NANOS = 1_000_000_000n

const totalOf = (row: Row, name: string): bigint =>
  BigInt(String(row[`${name}_high`])) * NANOS + BigInt(String(row[`${name}_low`]))

const countOf = (row: Row, name: string) => Math.min(Number(totalOf(row, name)), Number.MAX_SAFE_INTEGER)

const isSet = (value: unknown) => value !== undefined && Number(value) !== 0

interface RequestName {
  readonly models: ReadonlyArray<string>
  readonly provider: ActivitySum["provider"]
}

interface OutcomeName {
  readonly model: string | null
  readonly provider: ActivitySum["provider"]
  readonly basis: ActivitySum["basis"]
}

/** Reads a sum. Its names must be known. */
const toSum = (row: Row, names: Names): ActivitySum => {
  const textOf = (column: GroupColumn) => (isSet(row[column]) ? names.textOf(Number(row[column])) : null)
  // These names were written from such values.
  const request = isSet(row["request"]) ? (names.parsed(Number(row["request"])) as RequestName) : null
  const outcome = isSet(row["outcome"]) ? (names.parsed(Number(row["outcome"])) as OutcomeName) : null
  const read: unknown = {
    day: row["day"] === undefined ? null : Number(row["day"]),
    key_hash: textOf("api_key"),
    user_id: textOf("member"),
    workspace_id: textOf("workspace"),
    model: servedModel(outcome?.model ?? null, request?.models ?? []),
    provider: (outcome ?? request)?.provider ?? null,
    basis: outcome?.basis ?? null,
    labels: isSet(row.labels) ? names.parsed(Number(row.labels)) : row.labels === undefined ? null : {},
    requests: countOf(row, "requests"),
    cost: toAmount(totalOf(row, "cost")),
    byok_cost: toAmount(totalOf(row, "byok_cost")),
    unknown: toAmount(totalOf(row, "unknown")),
    input_tokens: countOf(row, "input_tokens"),
    output_tokens: countOf(row, "output_tokens")
  }
  // The rows were written from such records.
  return read as ActivitySum
}

const named = ["api_key", "workspace", "member", "request", "outcome", "labels"]

/** The numbers of the names that a sum refers to. */
const nameIds = (row: Row) => named.flatMap((column) => (isSet(row[column]) ? [Number(row[column])] : []))

/** The requests to sum, with the keys that they may be of; null means all keys. */
interface Asked extends ActivityList {
  readonly keys: ReadonlyArray<string> | null
}

const keysOf = ({ key_hash, only = {} }: ActivityList): Asked["keys"] => {
  if (key_hash === null) return only.key ?? null
  return only.key === undefined || only.key.includes(key_hash) ? [key_hash] : []
}

/** The conditions on the keys, users and workspaces. What served a request has a part of a name, so models and providers are told apart later. */
const isAsked = ({ keys, only = {} }: Asked): ReadonlyArray<Part> => [
  ...isNamedAmong("api_key", keys),
  ...isNamedAmong("member", only.user ?? null),
  ...isNamedAmong("workspace", only.workspace ?? null)
]

/** The columns that tell sums apart: a filter by what served requests needs those of it, too. */
const columnsFor = ({ by, only = {} }: ActivityList): ReadonlyArray<GroupColumn> => {
  const fields = new Set(by)
  if (only.model !== undefined || only.provider !== undefined) fields.add("served")
  return [...fields].flatMap((field) => columnsOf[field])
}

/** The statements that sum what is kept of days, and of deleted rows. Those of some keys are found by each day. */
const ofSums = (list: Asked, columns: ReadonlyArray<GroupColumn>, { isAmong }: Dialect): ReadonlyArray<Statement> => {
  const { from, keys, organization_id, to } = list
  const ranges: ReadonlyArray<Part> =
    keys === null ? [["day BETWEEN ? AND ?", [from, to]]] : isAmong("day", "bigint", Array.range(from, to))
  const sums = amountNames.map((name) => halves(name, name))
  const by = columns.length === 0 ? "" : ` GROUP BY ${columns.join(", ")}`
  return ranges.map((range) => {
    const [where, params] = allOf([...isNamed("organization", organization_id), ...isAsked(list), range])
    return { text: `SELECT ${[...columns, ...sums].join(", ")} FROM spending_sums WHERE ${where}${by}`, params }
  })
}

/**
 * The statement that sums the rows of days whose state is such. Those of some keys are found by the key. `organization` is the column, with
 * a sign before it if it is not what they are searched by.
 */
const ofRows = (
  list: Asked,
  { from, to }: Days,
  columns: ReadonlyArray<GroupColumn>,
  organization = list.keys === null ? "organization" : "+organization",
  inState = "state IN (3, 4)",
  unknown = amounts.unknown
): Statement => {
  const [where, params] = allOf([
    ...isAsked(list),
    ...isNamed(organization, list.organization_id),
    [`opened_at >= ? AND opened_at < ? AND ${inState}`, [Day.startOf(from), Day.startOf(to + 1)]]
  ])
  const sums = Object.entries({ ...amounts, unknown }).map(([name, amount]) => halves(name, amount))
  const by = columns.length === 0 ? "" : ` GROUP BY ${columns.map((name) => ofRow[name]).join(", ")}`
  const selected = columns.map((name) => `${ofRow[name]} AS ${name}`)
  return { text: `SELECT ${[...selected, ...sums].join(", ")} FROM spending_holds WHERE ${where}${by}`, params }
}

/** The statement that sums holds that were sent, whose lease has ended, and which are not given back. Open ones are few. */
const ofEnded = (list: Asked, columns: ReadonlyArray<GroupColumn>, now: number | "server"): Statement => {
  const isEnded = `state = 0 AND sent_at IS NOT NULL AND lease_ends_at <= ${now === "server" ? serverTime : "?"}`
  const { params, text } = ofRows(list, list, columns, "+organization", isEnded, "amount")
  return { text, params: now === "server" ? params : [...params, now] }
}

/** Sums requests, which may be long: closed days from what is kept of them, other days from the ledger. */
export const readActivity = (
  { database, dialect, isServerTime }: Spending,
  { run }: Reads
): Context.Tag.Service<SpendingStore>["activity"] => {
  const days = keptDays(database, dialect)
  return (asked) =>
    Effect.gen(function* () {
      const list: Asked = { ...asked, keys: keysOf(asked) }
      if (list.keys?.length === 0) return []
      // Days are kept for all keys together: a key that may be one of many reads its own rows.
      if (list.key_hash === null) yield* days.keep(list.organization_id, list)
      const columns = columnsFor(list)
      return yield* database.snapshotUnlimited(
        Effect.gen(function* () {
          const runs = runsWithout(list, yield* days.kept(list.organization_id, list))
          const now = list.now !== undefined && isServerTime ? "server" : list.now
          const statements = [
            ...ofSums(list, columns, dialect),
            ...runs.map((run) => ofRows(list, run, columns)),
            ...(now === undefined ? [] : [ofEnded(list, columns, now)])
          ]
          return yield* run(function* (names) {
            const rows: globalThis.Array<Row> = []
            for (const { params, text } of statements) {
              rows.push(...(yield* rowsOf([{ text: dialect.numbered(text) + AD_HOC, params }])))
            }
            const found = rows.filter((row) => row["requests_high"] !== null)
            yield* names.readMissing(found.flatMap(nameIds))
            const sums = found.map((row) => toSum(row, names.names))
            return sums.filter((sum) => isServedBy(sum, list.only ?? {}))
          })
        })
      )
    })
}
