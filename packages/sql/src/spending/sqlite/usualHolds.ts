import type { HoldRecord } from "@tollgate/core/storage"
import * as HoldRows from "../rows/holdRows.js"

// Most holds are created and settled alike. Statements that name only what these acts write take half of the time of whole rows.

/** The columns of `openedValues`. */
export const opened: ReadonlyArray<string> = [
  "organization",
  "workspace",
  "api_key",
  "member",
  "request",
  "asked",
  "lease_seconds",
  "variant",
  "day",
  "scopes",
  "opened_at",
  "amount",
  "is_byok",
  "lease_ends_at"
]

/** The columns that are 0 in such a row. All others are null. */
export const zeros: ReadonlyArray<string> = ["state", "flags", "input_tokens", "output_tokens"]

/** The columns that a settlement changes, in the order of `settledValues`. */
export const settled: ReadonlyArray<string> = [
  "outcome",
  "state",
  "cost",
  "is_byok",
  "flags",
  "input_tokens",
  "output_tokens",
  "ended_at"
]

/** Whether a new hold has nothing in other columns than those of `openedValues`. */
export const isUsual = (hold: HoldRecord): boolean =>
  hold.state === "open" &&
  hold.sent_at === null &&
  hold.ended_at === null &&
  hold.cost === null &&
  hold.instance === null &&
  hold.parts.length === 1 &&
  hold.flags.length === 0 &&
  hold.input_tokens === 0 &&
  hold.output_tokens === 0 &&
  !HoldRows.isServed(hold) &&
  Object.keys(hold.labels).length === 0

/** The values of a usual new hold. `numbers` are those of the names in `namedBy`. */
export const openedValues = (
  hold: HoldRecord,
  [organization, workspace, key, member, request]: ReadonlyArray<number | null>
): ReadonlyArray<unknown> => [
  organization,
  workspace,
  key,
  member,
  request,
  hold.asked,
  hold.lease_seconds,
  hold.variant,
  hold.parts[0]?.day ?? 0,
  hold.scopes.join(","),
  hold.opened_at,
  hold.amount,
  Number(hold.is_byok),
  hold.lease_ends_at
]

/** Whether a change of a hold is in the columns of `settledValues` alone. */
export const isOnlySettled = (before: HoldRecord, after: HoldRecord): boolean =>
  after.state === "settled" &&
  before.amount === after.amount &&
  before.parts === after.parts &&
  before.sent_at === after.sent_at &&
  before.lease_ends_at === after.lease_ends_at

/** The values of a settlement. `numbers` are those of the names in `namedBy`. */
export const settledValues = (hold: HoldRecord, numbers: ReadonlyArray<number | null>): ReadonlyArray<unknown> => [
  numbers.at(-1),
  HoldRows.stateNumber(hold.state),
  hold.cost,
  Number(hold.is_byok),
  HoldRows.bitsOf(hold.flags),
  hold.input_tokens,
  hold.output_tokens,
  hold.ended_at
]
