import type { HoldPart, HoldRecord, LedgerEntry } from "@tollgate/core/storage"
import type { Dialect, NumberedHold } from "./Dialect.js"
import type { Names } from "./Names.js"
import { type Row, toAmount } from "./scopeRows.js"

// In this order, because states only rise.
const states: ReadonlyArray<HoldRecord["state"]> = ["open", "expired", "released", "unknown", "settled"]
const flags: ReadonlyArray<HoldRecord["flags"][number]> = [
  "overdrawn",
  "late",
  "outside_plan",
  "outside_policy",
  "price_missing",
  "settlement_refused",
  "credential_assumed"
]

export const stateNumber = (state: HoldRecord["state"]): number => states.indexOf(state)

/** The columns that stay as they were when the hold was created. */
const fixed: ReadonlyArray<string> = [
  "organization",
  "workspace",
  "api_key",
  "member",
  "request",
  "labels",
  "instance",
  "asked",
  "lease_seconds",
  "variant",
  "day",
  "scopes",
  "opened_at"
]

/** How holds are written: most without the columns that a hold alone has which was unknown before it was settled. */
export type Form = "usual" | "unknown before"

export const formOf = ({ hold }: Pick<NumberedHold, "hold">): Form =>
  hold.was_unknown === null ? "usual" : "unknown before"

/** The form in which all of some holds can be written. */
export const formOfAll = (holds: ReadonlyArray<NumberedHold>): Form => {
  const rare = holds.find(({ hold }) => hold.was_unknown !== null)
  return rare === undefined ? "usual" : formOf(rare)
}

const usual: ReadonlyArray<string> = [
  "outcome",
  "state",
  "amount",
  "cost",
  "is_byok",
  "flags",
  "parts",
  "input_tokens",
  "output_tokens",
  "sent_at",
  "lease_ends_at",
  "ended_at",
  "entry"
]

/** The columns that acts change, in the order of `changingValues`. */
export const changing: Readonly<Record<Form, ReadonlyArray<string>>> = {
  usual,
  "unknown before": [...usual, "unknown_entry", "unknown_at"]
}

const named = ["organization", "workspace", "api_key", "member", "request", "labels", "instance", "outcome"]
const amounts = ["asked", "amount", "cost"]

/** All columns of a new hold but the id, in the order of `allValues`. Only a correction changes `corrections`, which is 0 before. */
export const all: Readonly<Record<Form, ReadonlyArray<string>>> = {
  usual: [...fixed, ...changing.usual],
  "unknown before": [...fixed, ...changing["unknown before"]]
}

type Amounts = Pick<Dialect, "amount">
type Booleans = Pick<Dialect, "booleanOf">

/** The columns of a hold. */
export const columns = ({ amount }: Amounts): string =>
  ["id", ...all["unknown before"], "corrections"]
    .map((name) => (amounts.includes(name) ? amount(name) : name))
    .join(", ")

/** What a request asks for, as one name: most requests of a key have the same. */
const requestOf = ({ ignored_providers, models, plan, provider, providers }: HoldRecord) =>
  JSON.stringify({ models, provider, plan, providers, ignored_providers })

const isServed = ({ basis, credential_id, model, state }: HoldRecord) =>
  state === "settled" || model !== null || credential_id !== undefined || basis !== null

const outcomeOf = (hold: HoldRecord): string | null => {
  if (!isServed(hold)) return null
  const { basis, credential_id, model, provider } = hold
  return JSON.stringify({ model, provider, credential_id, basis })
}

const labelsOf = ({ labels }: HoldRecord) => (Object.keys(labels).length === 0 ? null : JSON.stringify(labels))

/** The request of a settled hold is kept as it was asked for; what served it is in the outcome. */
const fixedNames = (hold: HoldRecord): ReadonlyArray<string | null> => [
  hold.organization_id,
  hold.workspace_id,
  hold.key_hash,
  hold.user_id,
  requestOf(hold),
  labelsOf(hold),
  hold.instance
]

/** The names that the columns of a hold refer to, in their order: those of a new one, or those that acts change. */
export const namedBy = (hold: HoldRecord, isNew: boolean): ReadonlyArray<string | null> =>
  isNew ? [...fixedNames(hold), outcomeOf(hold)] : [outcomeOf(hold)]

const partsOf = ({ parts }: HoldRecord) =>
  parts.length === 1 ? null : parts.map(({ amount, day }) => `${day}:${amount}`).join(",")

export const bitsOf = (given: HoldRecord["flags"]) =>
  given.length === 0 ? 0 : flags.reduce((bits, flag, index) => (given.includes(flag) ? bits | (1 << index) : bits), 0)

const nothingMore: ReadonlyArray<unknown> = []

/** The values of `changing`. */
export const changingValues = (
  { hold, numbers }: NumberedHold,
  form: Form,
  { booleanOf }: Booleans
): ReadonlyArray<unknown> => [
  numbers.at(-1),
  stateNumber(hold.state),
  hold.amount,
  hold.cost,
  booleanOf(hold.is_byok),
  bitsOf(hold.flags),
  partsOf(hold),
  hold.input_tokens,
  hold.output_tokens,
  hold.sent_at,
  hold.lease_ends_at,
  hold.ended_at,
  hold.position,
  ...(form === "usual" ? nothingMore : [hold.was_unknown?.position ?? null, hold.was_unknown?.at ?? null])
]

const firstDay = ({ id, parts: [first] }: HoldRecord) => {
  if (first === undefined) throw new Error(`The hold ${id} has no parts.`)
  return first.day
}

/** The values of `all`. */
export const allValues = (of: NumberedHold, form: Form, dialect: Booleans): ReadonlyArray<unknown> => [
  ...of.numbers.slice(0, -1),
  of.hold.asked,
  of.hold.lease_seconds,
  of.hold.variant,
  firstDay(of.hold),
  of.hold.scopes.join(","),
  of.hold.opened_at,
  ...changingValues(of, form, dialect)
]

/** The names that a row refers to. */
export const nameIds = (row: Row): ReadonlyArray<number> =>
  named.flatMap((column) => (row[column] === null ? [] : [Number(row[column])]))

const toParts = (row: Row): ReadonlyArray<HoldPart> => {
  if (row.parts === null) return [{ day: Number(row.day), amount: toAmount(row.amount) }]
  return String(row.parts)
    .split(",")
    .map((part) => part.split(":"))
    .map(([day, amount]) => ({ day: Number(day), amount: toAmount(amount) }))
}

const HYPHEN = 45

/** The form of an id in a row: 16 bytes on SQLite, a UUID on PostgreSQL. */
export const idBytes = (id: string): Uint8Array => {
  // A part of Node's pool: for an array of its own, a driver that binds it allocates memory outside of the heap.
  const bytes = Buffer.allocUnsafe(16)
  let half = 0
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at)
    if (code === HYPHEN) continue
    // Digits are 48 to 57, and letters of both cases end in 1 to 6.
    const digit = code < 64 ? code - 48 : (code & 15) + 9
    bytes[half >> 1] = ((bytes[half >> 1] ?? 0) << 4) | digit
    half++
  }
  return bytes
}

/** Reads an id. */
export const toId = (value: unknown): string => {
  if (!(value instanceof Uint8Array)) return String(value)
  const hex = Buffer.from(value).toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const textOf = (names: Names, value: unknown) => (value === null ? null : names.textOf(Number(value)))

const nothing = { model: null, credential_id: undefined, basis: null }

/** The position of the latest entry of a hold: of its last correction, or its own. */
const latestEntry = `CASE WHEN corrections = 0 THEN entry ELSE COALESCE(
(SELECT MAX(c.entry) FROM spending_corrections AS c WHERE c.hold = spending_holds.id), entry) END AS entry`

/** The columns of `toEntry`, of `spending_holds`. */
export const entryColumns = ({ amount }: Amounts): string =>
  ["id", "scopes", "state", "day", "parts", "is_byok", latestEntry, amount("amount"), amount("cost")].join(", ")

const toScopes = (row: Row): HoldRecord["scopes"] =>
  row.scopes === "" ? [] : String(row.scopes).split(",").map(Number)

const toNumber = (value: unknown) => (value === null ? null : Number(value))

/** Reads what a hold adds to its scopes. */
export const toEntry = (row: Row): LedgerEntry => {
  const read: unknown = {
    scopes: toScopes(row),
    state: states[Number(row.state)],
    parts: toParts(row),
    amount: toAmount(row.amount),
    cost: row.cost === null ? null : toAmount(row.cost),
    is_byok: Boolean(Number(row.is_byok)),
    position: toNumber(row.entry)
  }
  // The row was written from such a record.
  return read as LedgerEntry
}

/** The outcome has the provider that served it, and the request the one that was asked for. */
const toUnknownEntry = ({ unknown_at, unknown_entry }: Row, request: Pick<HoldRecord, "provider">) => ({
  position: Number(unknown_entry),
  at: Number(unknown_at),
  provider: request.provider
})

/** Reads a hold from its row. Its names must be known. */
export const toHold = (row: Row, names: Names): HoldRecord => {
  const outcome = row.outcome === null ? nothing : names.parsed(Number(row.outcome))
  // It was written by `requestOf`.
  const request = names.parsed(Number(row.request)) as Pick<HoldRecord, "provider">
  const bits = Number(row.flags)
  const read: unknown = Object.assign(
    {
      id: toId(row.id),
      organization_id: textOf(names, row.organization),
      workspace_id: textOf(names, row.workspace),
      key_hash: textOf(names, row.api_key),
      user_id: textOf(names, row.member),
      labels: row.labels === null ? {} : names.parsed(Number(row.labels)),
      instance: textOf(names, row.instance),
      asked: toAmount(row.asked),
      lease_seconds: Number(row.lease_seconds),
      variant: toNumber(row.variant),
      scopes: toScopes(row),
      state: states[Number(row.state)],
      parts: toParts(row),
      amount: toAmount(row.amount),
      cost: row.cost === null ? null : toAmount(row.cost),
      is_byok: Boolean(Number(row.is_byok)),
      input_tokens: Number(row.input_tokens),
      output_tokens: Number(row.output_tokens),
      opened_at: Number(row.opened_at),
      sent_at: toNumber(row.sent_at),
      lease_ends_at: Number(row.lease_ends_at),
      ended_at: toNumber(row.ended_at),
      corrections: Number(row.corrections),
      position: toNumber(row.entry),
      was_unknown: row.unknown_entry === null ? null : toUnknownEntry(row, request),
      flags: flags.filter((_, index) => bits & (1 << index))
    },
    request,
    outcome
  )
  // The row was written from such a record.
  return read as HoldRecord
}
