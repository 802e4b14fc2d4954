import type { ByokId } from "../../byok/ByokCredential.js"
import * as Usd from "../../values/Usd.js"
import type { Day } from "../model/Day.js"
import { type CostBasis, HoldFlag, type HoldState } from "../model/Hold.js"
import type { HoldPart, HoldRecord } from "../model/HoldRecord.js"
import { allowsProvider } from "./judgePolicy.js"

// States only rise: each function returns the hold itself if it is in the same or a higher state already. So a repetition
// changes nothing, and the order in which acts arrive does not matter.

const rank: Readonly<Record<HoldState, number>> = { open: 0, expired: 1, released: 2, unknown: 3, settled: 4 }

/** Whether a hold adds to its scopes: what has expired or was released does not. */
export const counts = ({ state }: Pick<HoldRecord, "state">): boolean => state !== "expired" && state !== "released"

/** The cost of a settled hold. Only a row that was damaged by hand has none: it counts as 0, so that `verify` reports it. */
export const costOf = ({ cost }: Pick<HoldRecord, "cost">): Usd.Usd => cost ?? Usd.zero

/** Whether a state is below another one. */
export const isBelow = (state: HoldState, other: HoldState): boolean => rank[state] < rank[other]

/** What a request cost, and how it was served. */
export interface Settlement {
  readonly cost: Usd.Usd
  /** Whether the organization's credential was used. By default, whether it is one. */
  readonly is_byok?: boolean
  /** The credential that was used; null for the gateway's own. Undefined means as the hold says: see `servedBy`. */
  readonly credential_id: ByokId | null | undefined
  readonly model: string | null
  /** Models of the hold that are the same one by the price book, under other names. */
  readonly same_models?: ReadonlyArray<string>
  readonly provider: string | null
  readonly basis: CostBasis | null
  readonly input_tokens: number
  readonly output_tokens: number
}

/** Flags that say why a hold was not settled. A settlement takes them away. */
const pending: ReadonlySet<HoldFlag> = new Set(["price_missing", "settlement_refused"])

const withFlags = (flags: ReadonlyArray<HoldFlag>, ...added: ReadonlyArray<HoldFlag | false>) =>
  HoldFlag.literals.filter((flag) => flags.includes(flag) || added.includes(flag))

/**
 * The credential that a settlement counts for if it states none: the one that `sent` stated last, else the gateway's own if the plan has it,
 * else the only one of the plan. Undefined if the plan has several and the gateway's own is none of them.
 */
export const servedBy = ({ credential_id: sent, plan }: HoldRecord): ByokId | null | undefined => {
  if (sent !== undefined) return sent
  return plan.includes(null) ? null : plan.length === 1 ? plan[0] : undefined
}

const isOutsidePolicy = (hold: HoldRecord, { model, provider, same_models = [] }: Settlement): boolean => {
  const isOther = model !== null && same_models.length === 0 && !hold.models.includes(model)
  if (isOther && hold.models.length > 0) return true
  if (provider === null) return false
  // The provider that a hold has was judged at its opening.
  if (hold.provider !== null) return hold.provider !== provider
  return !allowsProvider(hold, provider)
}

/** Ends a hold with its cost. The cost is recorded in full, even above the amount and after the lease. */
export const settled = (hold: HoldRecord, settlement: Settlement, now: number): HoldRecord => {
  if (!isBelow(hold.state, "settled")) return hold
  const { credential_id: stated = hold.credential_id } = settlement
  const credential_id = stated === undefined ? servedBy(hold) : stated
  return {
    ...hold,
    state: "settled",
    cost: settlement.cost,
    is_byok: settlement.is_byok ?? credential_id !== null,
    credential_id,
    model: settlement.model,
    provider: settlement.provider ?? hold.provider,
    basis: settlement.basis,
    input_tokens: settlement.input_tokens,
    output_tokens: settlement.output_tokens,
    ended_at: now,
    flags: withFlags(
      hold.flags.filter((flag) => !pending.has(flag)),
      settlement.cost > hold.amount && "overdrawn",
      now > hold.lease_ends_at && "late",
      credential_id !== undefined && !hold.plan.includes(credential_id) && "outside_plan",
      isOutsidePolicy(hold, settlement) && "outside_policy",
      stated === undefined && hold.plan.length > 1 && "credential_assumed"
    )
  }
}

/** Corrects the cost of a settled hold. A hold in another state stays as it is. */
export const corrected = (hold: HoldRecord, cost: Usd.Usd): HoldRecord => {
  if (hold.state !== "settled" || hold.cost === cost) return hold
  const others = hold.flags.filter((flag) => flag !== "overdrawn")
  const corrections = hold.corrections + 1
  return { ...hold, cost, corrections, flags: withFlags(others, cost > hold.amount && "overdrawn") }
}

/**
 * Settles a hold whose outcome is unknown at the cost that somebody has found out. It counts for the credential that a settlement without one
 * counts for, else for the first of the plan. Flags that say why the outcome was unknown stay. A hold in another state stays as it is.
 */
export const reconciled = (hold: HoldRecord, cost: Usd.Usd, now: number): HoldRecord => {
  if (hold.state !== "unknown") return hold
  const served = servedBy(hold)
  const credential_id = served === undefined ? hold.plan[0] : served
  const isAssumed = hold.credential_id === undefined && hold.plan.length > 1
  const settlement = {
    cost,
    credential_id,
    model: null,
    provider: null,
    basis: null,
    input_tokens: 0,
    output_tokens: 0
  }
  const after = settled(hold, settlement, now)
  const flags = withFlags([...after.flags, ...hold.flags], isAssumed && "credential_assumed")
  return { ...after, corrections: hold.corrections + 1, flags }
}

/**
 * Marks the outcome as unknown: the amount counts until the hold is settled. The flag, which says why, is added to a hold that is unknown
 * already.
 */
export const unknown = (hold: HoldRecord, flag: HoldFlag | null, now: number): HoldRecord => {
  const flags = withFlags(hold.flags, flag ?? false)
  if (isBelow(hold.state, "unknown")) return { ...hold, state: "unknown", ended_at: now, flags }
  const isSaid = hold.state !== "unknown" || flags.length === hold.flags.length
  return isSaid ? hold : { ...hold, flags }
}

/** Whether a hold is open and its lease has not ended. At its end it has. */
export const isRunning = (hold: HoldRecord, now: number): boolean => hold.state === "open" && now < hold.lease_ends_at

/**
 * A hold as it is at an instant: once its lease has ended it has expired, or is unknown if the request was sent. It ended with its lease,
 * whenever it is given back.
 */
export const expired = (hold: HoldRecord, now: number): HoldRecord => {
  if (hold.state !== "open" || isRunning(hold, now)) return hold
  return { ...hold, state: hold.sent_at === null ? "expired" : "unknown", ended_at: hold.lease_ends_at }
}

/**
 * Ends a hold whose request was not made: its amount returns. At the end of the lease, the outcome of a request that was sent is unknown,
 * given back or not, so the hold is not released any more.
 */
export const released = (hold: HoldRecord, now: number): HoldRecord => {
  const present = expired(hold, now)
  return isBelow(present.state, "released") ? { ...present, state: "released", ended_at: now } : present
}

/** Records that the request was sent, and keeps the credential that is stated. The hold must be running. */
export const sent = (hold: HoldRecord, now: number, credential_id = hold.credential_id): HoldRecord =>
  hold.sent_at !== null && hold.credential_id === credential_id
    ? hold
    : { ...hold, sent_at: hold.sent_at ?? now, credential_id }

/** Adds an amount to the part of a day, or makes that part. */
const withPart = (parts: ReadonlyArray<HoldPart>, day: Day, amount: Usd.Usd): ReadonlyArray<HoldPart> =>
  parts.some((part) => part.day === day)
    ? parts.map((part) => (part.day === day ? { day, amount: Usd.add(part.amount, amount) } : part))
    : [...parts, { day, amount }]

/** What an extension adds to a hold. Naming the amount that is held already, or a lower one, adds nothing. */
export const growth = (hold: HoldRecord, amount: Usd.Usd | null): Usd.Usd =>
  amount === null || amount <= hold.amount ? Usd.zero : Usd.subtract(amount, hold.amount)

/** Adds an amount that is taken on a day, and renews the lease. A lease never becomes shorter. */
export const extended = (hold: HoldRecord, day: Day, added: Usd.Usd, lease_ends_at: number): HoldRecord => ({
  ...hold,
  amount: Usd.add(hold.amount, added),
  parts: added > 0n ? withPart(hold.parts, day, added) : hold.parts,
  lease_ends_at: Math.max(hold.lease_ends_at, lease_ends_at)
})

/** Whether a hold has ended for good: nothing but a settlement or a correction changes it. */
export const hasEnded = ({ state }: Pick<HoldRecord, "state">): boolean => state !== "open" && state !== "unknown"
