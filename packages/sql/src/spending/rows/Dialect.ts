import type { HoldRecord, Scope, ScopeId, ScopeRef } from "@tollgate/core/storage"
import { inLists } from "../../table/batches.js"
import { digestOf } from "./Names.js"

/** The text of a statement and what it binds. */
export interface Statement {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

type Statements = ReadonlyArray<Statement>

/** Ends the text of a statement that callers make many different ones of, so that no connection keeps it prepared. */
export const AD_HOC = " /* ad hoc */"
type HoldId = HoldRecord["id"]

/** A hold with the numbers of the names that its row refers to, in the order of `namedBy`. */
export interface NumberedHold {
  readonly hold: HoldRecord
  readonly numbers: ReadonlyArray<number | null>
}

/** A part of a statement, whose values `?` stands for, and the values. */
export type Part = readonly [text: string, params: ReadonlyArray<unknown>]

/**
 * What differs between the databases: how values are written and rows are locked, and the statements of the store. Each list of rows is read or
 * written by as few statements as the database allows.
 */
export interface Dialect {
  /** Whether transactions run beside each other and lock rows. On SQLite, there is one writer. */
  readonly locksRows: boolean
  /** Names the parameters of a statement, for which `?` stands. */
  readonly numbered: (text: string) => string
  /** The form of an id of a hold in a row. */
  readonly idOf: (id: string) => unknown
  readonly booleanOf: (value: boolean) => unknown
  /** A column of amounts as it is selected: as text where drivers round integers that a double cannot hold. */
  readonly amount: (column: string) => string
  /** A parameter that is an instant. */
  readonly instant: string
  /** How many rows are read at most, as a literal where plans depend on it. */
  readonly limit: (rows: number) => Part
  readonly lock: Readonly<Record<Locks, string>>
  /** The conditions that a column has one of some values. */
  readonly isAmong: (column: string, type: "uuid" | "bigint", values: ReadonlyArray<unknown>) => ReadonlyArray<Part>
  /** A sum of amounts of rows. */
  readonly sum: (amount: string) => string
  /** A sum that saturates at the maximum of 64 bits. */
  readonly saturatedSum: (amount: string) => string
  /** What the boosts in a column add to a limit, of a window that an expression names, and that end after an instant. */
  readonly boostIn: (column: string, window: string, instant: string) => string
  /** Joins the one row that `where` finds in `table` for each row before it. */
  readonly joinOne: (columns: string, table: string, where: string) => string
  /** The numbers of a scope in a table as one text. */
  readonly packed: (table: string) => string

  /** Whether `insertHolds` can skip holds whose ids exist. It then returns in `stored` how many it inserted. Otherwise, it fails. */
  readonly skipsTaken: boolean
  readonly namesById: (ids: ReadonlyArray<number>) => Statements
  /** Reads names by their texts, but for those that are to be deleted because no row refers to them. */
  readonly namesByText: (texts: ReadonlyArray<string>) => Statements
  /** Inserts names that do not exist, and keeps those that are to be deleted. Returns both. */
  readonly insertNames: (texts: ReadonlyArray<string>) => Statements
  readonly scopeIds: (refs: ReadonlyArray<ScopeRef>) => Statements
  /** Reads scopes by their names, in one statement. */
  readonly scopesNamed: (refs: ReadonlyArray<ScopeRef>) => Statements
  /** Inserts scopes that do not exist, and returns those that it inserted. */
  readonly reserve: (refs: ReadonlyArray<ScopeRef>) => Statements
  /** Reads scopes. `locks` locks them, in ascending order of their ids. */
  readonly scopes: (ids: ReadonlyArray<ScopeId>, locks: Locks) => Statements
  readonly holds: (ids: ReadonlyArray<HoldId>, locks: Locks) => Statements
  readonly insertHolds: (holds: ReadonlyArray<NumberedHold>, skips: boolean) => Statements
  readonly updateHolds: (holds: ReadonlyArray<NumberedHold>) => Statements
  /** Adds the same amounts to all windows of scopes. */
  readonly addToScopes: (added: ReadonlyArray<AddedToScope>) => Statements
  /** Writes the numbers of scopes that acts change. */
  readonly updateScopes: (scopes: ReadonlyArray<Scope>) => Statements
  /** Writes the terms of scopes that were reserved, too. */
  readonly fillScopes: (scopes: ReadonlyArray<Scope>) => Statements
  readonly deleteScopes: (ids: ReadonlyArray<ScopeId>) => Statements
}

/** What acts add to the open holds of a scope, and to each of its four windows. */
export interface AddedToScope {
  readonly id: ScopeId
  readonly holds: number
  readonly spent: bigint
  readonly held: bigint
  /** The entries that were added to an organization. Null for scopes of other kinds. */
  readonly entries: number | null
  /** Null for scopes of other kinds. */
  readonly run: AddedToRun | null
  /** Null if neither has changed. */
  readonly watched: WatchedScope | null
}

/** What is kept of the last comparison of the budgets of a scope for alerts, as an act has left it. */
export type WatchedScope = Pick<Scope, "checked" | "level">

/** What acts add to the requests of a run, and when its latest one was made; null if that has not changed. */
export interface AddedToRun {
  readonly requests: number
  readonly charged_at: number | null
}

/** Whether anything is added to the requests of a run. */
export const addsToRun = ({ run }: Pick<AddedToScope, "run">): boolean =>
  run !== null && (run.requests !== 0 || run.charged_at !== null)

/** How rows are locked: not at all, or until the end of the transaction, after a wait or without one. */
export type Locks = "none" | "wait" | "skip"

/** Open holds, by the index of leases. A sign before another column keeps the database from searching by that. */
export const openInOrder = "state = 0 AND lease_ends_at >= 0"

/** The server's time in milliseconds. The same within a statement, so that the index of leases serves the comparison. */
export const serverTime = "CAST(floor(extract(epoch FROM statement_timestamp()) * 1000) AS BIGINT)"

const numberOf = "(SELECT id FROM spending_names WHERE digest = ?)"

/** The conditions that a column refers to one of some names, of which there is one at least. None if they are null. */
export const isNamedAmong = (column: string, names: ReadonlyArray<string> | null): ReadonlyArray<Part> =>
  names === null
    ? []
    : inLists(names).map((list) => [
        // A row is found by each name, as by one. Plans of one are better.
        `${column} ${list.length === 1 ? `= ${numberOf}` : `IN (${list.map(() => numberOf).join(", ")})`}`,
        list.map(digestOf)
      ])

/** The condition that a column refers to a name. None if the name is null. */
export const isNamed = (column: string, name: string | null): ReadonlyArray<Part> =>
  isNamedAmong(column, name === null ? null : [name])

/** The condition that all of some are met. */
export const allOf = (parts: ReadonlyArray<Part>): Part => [
  parts.length === 0 ? "TRUE" : parts.map(([text]) => text).join(" AND "),
  parts.flatMap(([, params]) => params)
]
