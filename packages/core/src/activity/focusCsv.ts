import * as Day from "../spending/model/Day.js"
import * as Usd from "../values/Usd.js"
import type { ActivityRow } from "./ActivityRow.js"
import { toCell, toCsv, toDecimal } from "./csv.js"
import { toDay } from "./UtcDate.js"

/** What the columns of FOCUS state that a report does not know. */
export interface FocusOptions {
  /** The account that is billed, by an id of the host's. */
  readonly billingAccount: string
  /** The company that offers the gateway, and bills it. */
  readonly provider: string
  /** Names of the labels that become tags. */
  readonly labels: ReadonlyArray<string>
}

/** What a report is grouped by, so that each of its rows is one of FOCUS. The workspace follows from the key. */
export const focusGroups = (labels: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...["day", "key", "workspace", "model", "basis"],
  ...labels.map((name) => `label:${name}`)
]

const MONTHS = 12

/** In the form that FOCUS demands: without fractions of a second. */
const toText = (time: number): string => `${new Date(time).toISOString().slice(0, -5)}Z`

const midnight = (year: number, month: number): string => toText(Date.UTC(year, month))

/** The calendar month of a day (UTC). */
const monthOf = (date: string) => {
  const [year = 0, month = 1] = date.split("-").map(Number)
  return { start: midnight(year, month - 1), end: midnight(month === MONTHS ? year + 1 : year, month % MONTHS) }
}

const startOf = (day: Day.Day) => toText(Day.startOf(day))

/** Labels that requests of the row have. */
const tagsOf = ({ labels = {} }: ActivityRow): string | null => {
  const stated = Object.entries(labels).filter(([, value]) => value !== null)
  return stated.length === 0 ? null : JSON.stringify(Object.fromEntries(stated))
}

/** The cells of a row, by their columns. */
const cellsOf = (row: ActivityRow, { billingAccount, provider }: FocusOptions): Readonly<Record<string, string>> => {
  const { basis = null, day = "1970-01-01", key = null, key_name = null, model = null, workspace_name = null } = row
  const [cost, month, first] = [toDecimal(row.cost), monthOf(day), toDay(day)]
  const tokens = String(BigInt(row.input_tokens) + BigInt(row.output_tokens))
  return {
    BilledCost: cost,
    BillingAccountId: toCell(billingAccount),
    BillingAccountName: "",
    BillingCurrency: "USD",
    BillingPeriodEnd: month.end,
    BillingPeriodStart: month.start,
    ChargeCategory: "Usage",
    ChargeClass: "",
    ChargeDescription: toCell(model === null ? "Requests" : `Requests of ${model}`),
    ChargeFrequency: "Usage-Based",
    ChargePeriodEnd: startOf(first + 1),
    ChargePeriodStart: startOf(first),
    ConsumedQuantity: tokens,
    ConsumedUnit: "Tokens",
    ContractedCost: cost,
    EffectiveCost: cost,
    InvoiceIssuerName: toCell(provider),
    ListCost: cost,
    PricingQuantity: tokens,
    PricingUnit: "Tokens",
    ProviderName: toCell(provider),
    PublisherName: toCell(provider),
    ServiceCategory: "AI and Machine Learning",
    ServiceName: "Model requests",
    ServiceSubcategory: "Generative AI",
    SkuId: toCell(model),
    SubAccountId: toCell(row.workspace ?? null),
    SubAccountName: toCell(workspace_name),
    Tags: toCell(tagsOf(row)),
    x_ByokCost: toDecimal(row.byok_cost),
    x_CostBasis: toCell(basis),
    x_CredentialId: toCell(key),
    x_CredentialName: toCell(key_name),
    x_InputTokens: String(row.input_tokens),
    x_OutputTokens: String(row.output_tokens),
    x_RequestCount: String(row.requests),
    x_UnknownCost: toDecimal(row.unknown)
  }
}

const nothing = { requests: 0, input_tokens: 0, output_tokens: 0 }

/** The columns that `focusCsv` states, as the first line of a file. */
export const focusHead = (): string => {
  const none = { ...nothing, cost: Usd.zero, byok_cost: Usd.zero, unknown: Usd.zero }
  return toCsv([Object.keys(cellsOf(none, { billingAccount: "", provider: "", labels: [] }))])
}

/**
 * Rows of a report by `focusGroups` as CSV with the columns of FOCUS 1.2: every mandatory one, those that apply, and some of our own. Amounts
 * are decimals in USD, times are in UTC, and null is an empty cell. A text that a spreadsheet would take for a formula is preceded by a quote.
 */
export const focusCsv = (rows: ReadonlyArray<ActivityRow>, options: FocusOptions): string =>
  toCsv(rows.map((row) => Object.values(cellsOf(row, options))))
