import type { AlertRecord, HoldRecord, Scope, ScopeId, SpendingRows, StorageFailure } from "@tollgate/core/storage"
import type * as Cause from "effect/Cause"
import type { Locks, Statement } from "../rows/Dialect.js"
import type { Script } from "../rows/Script.js"
import type { RowOverlay } from "./RowOverlay.js"
import type { RowsToRead, UnitOfWork } from "./UnitOfWork.js"

/** An act: the rows that it reads, and how it judges them at an instant. */
export interface Act<A> extends RowsToRead {
  readonly now: number
  readonly judge: (rows: SpendingRows, now: number) => A
}

/**
 * What became of one of several acts: it was answered, it failed alone, or it needs what another transaction has locked: a scope, or null
 * for a row that both insert.
 */
export type Answered<A> =
  | { readonly answer: A }
  | { readonly failed: Cause.Cause<StorageFailure> }
  | { readonly blockedBy: ScopeId | null }

/** The answer of an act that waits for locks: such an act is always answered, or its transaction fails. */
export const answerOf = <A>(answered: Answered<A> | undefined): A => {
  if (answered !== undefined && "answer" in answered) return answered.answer
  throw new Error("Unreachable: an act that waits for locks has no answer.")
}

/** Holds that are found by a statement and changed together. */
export interface Chunk {
  /** Finds more than a chunk where so many of them may have changed since they were stored. */
  readonly find: (locks: Locks, changed?: number) => Statement
  /** Whether the statement finds a hold, as it is now, and it may be changed. */
  readonly isWanted: (hold: HoldRecord) => boolean
  readonly now: number
  /** Returns the hold if it has changed. The time is the server's on PostgreSQL. */
  readonly change: (rows: SpendingRows, hold: HoldRecord, now: number) => HoldRecord | null
}

/** What a unit of work came to, and how many of its new holds another transaction has stored meanwhile. */
export interface Done<A> {
  readonly answer: A
  readonly unit: UnitOfWork
  readonly taken: number
}

/**
 * An answer, the scopes of which a warning is to be logged, and the alerts to count. Of a class: V8 comes to allocate objects of a literal among old ones, where
 * this one would keep the answer, and all rows in it, until the next full garbage collection.
 */
export class Judged<A> {
  readonly answer: A
  readonly restarted: ReadonlyArray<Scope>
  readonly told: ReadonlyArray<AlertRecord>
  constructor(answer: A, { restarted, told }: Pick<RowOverlay, "restarted" | "told">) {
    this.answer = answer
    this.restarted = restarted
    this.told = told
  }
}

/** The instant of an act: the server's after the locks, if acts take it from there. */
export type TimeOf = (unit: UnitOfWork, now: number) => number

/** Loads the rows of acts, judges one after another, and writes. */
export function* runActs<A>(
  unit: UnitOfWork,
  acts: ReadonlyArray<Act<A>>,
  timeOf: TimeOf
): Script<Done<ReadonlyArray<Answered<A>>>> {
  const [first] = acts
  if (first === undefined) throw new Error("A unit of work has no acts.")
  yield* unit.load({
    holds: [...new Set(acts.flatMap(({ holds }) => holds))],
    refs: acts.flatMap(({ refs }) => refs),
    opened: acts.flatMap(({ creates, holds }) => (creates ? holds : [])),
    creates: acts.some(({ creates }) => creates),
    prices: acts.some(({ prices }) => prices === true)
  })
  const answer = yield* unit.judge((rows) =>
    acts.map((act): Answered<A> => {
      const blockedBy = unit.blockOf(act)
      return blockedBy === null ? { answer: act.judge(rows, timeOf(unit, act.now)) } : { blockedBy }
    })
  )
  const taken = yield* unit.write(timeOf(unit, first.now))
  return { answer, unit, taken }
}

/** Finds holds, changes those that no other transaction has locked, and writes them. */
export function* runChunk(
  unit: UnitOfWork,
  { change, find, isWanted, now }: Chunk,
  timeOf: TimeOf
): Script<Done<ReadonlyArray<HoldRecord>>> {
  const rows = yield* unit.select(find(unit.locks))
  const holds = (yield* unit.names.toHolds(rows)).filter(isWanted)
  const free = yield* unit.loadFor(holds)
  const answer = yield* unit.judge((rows) => free.flatMap((hold) => change(rows, hold, timeOf(unit, now)) ?? []))
  yield* unit.write(timeOf(unit, now))
  return { answer, unit, taken: 0 }
}
