import { hash } from "node:crypto"
import type { AlertKind } from "../../alerts/AlertKind.js"
import type * as Usd from "../../values/Usd.js"
import * as Day from "./Day.js"
import { type ScopeRef, scopeName } from "./Scope.js"

/** What the holder of a key asks for, beside the budget that it is about. */
export interface AlertRequest {
  readonly id: string
  readonly usd: Usd.Usd
  readonly reason: string
}

/** An alert about a budget, as it was at that moment. Amounts are nano-dollars, instants milliseconds since 1970. */
export interface AlertRecord {
  /** 32 hexadecimal digits that follow from what the alert is about (`alertId`), so that no alert is raised twice. */
  readonly id: string
  readonly kind: AlertKind
  readonly at: number
  readonly ref: ScopeRef
  readonly window: Day.Kind
  /** The percentage of the limit that was reached. Null for other kinds than `crossing`. */
  readonly threshold: number | null
  /** The limit in force, with its boosts. */
  readonly limit: Usd.Usd
  readonly spent: Usd.Usd
  readonly held: Usd.Usd
  readonly unknown: Usd.Usd
  readonly resets_at: number | null
  /** Null for other kinds than `request`. */
  readonly request: AlertRequest | null
}

/** What an alert is about: a budget in one instance of its window, with a limit, and what the alert reports. */
export interface AlertSubject {
  readonly ref: ScopeRef
  readonly window: Day.Kind
  /** A day of the instance of the window. */
  readonly day: Day.Day
  readonly kind: AlertKind
  /** The threshold or the id of the request. Null if there is neither. */
  readonly of: number | string | null
  readonly limit: Usd.Usd
}

/** The id of an alert: the beginning of the SHA-256 of what it is about. */
export const alertId = ({ day, kind, limit, of, ref, window }: AlertSubject): string => {
  const begin = window === "lifetime" ? null : Day.firstOf(window, day)
  return hash("sha256", JSON.stringify([1, scopeName(ref), window, begin, kind, of, String(limit)])).slice(0, 32)
}
