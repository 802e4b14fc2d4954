import type { HoldRecord, Scope, SpendingRows } from "@tollgate/core/storage"
import type { Answered } from "../postgres/Batches.js"
import type { Locks, Statement } from "../rows/Statements.js"
import type { Act } from "./Act.js"
import type { Draft } from "./Draft.js"
import type { Reading, Script } from "./Script.js"
import { writeDraft } from "./writeDraft.js"

/** An act: the rows that it reads, and how it judges them at an instant. */
export interface Item<A> extends Reading {
  readonly now: number
  readonly judge: (rows: SpendingRows, now: number) => A
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

export const answerOf = <A>(answered: Answered<A> | undefined): A => {
  if (answered !== undefined && "answer" in answered) return answered.answer
  throw new Error("An act that waits for locks is always answered.")
}

/** What a script came to. */
export interface Done<A> {
  readonly answer: A
  readonly act: Act
  readonly draft: Draft
  readonly restarted: ReadonlyArray<Scope>
  readonly taken: number
}

/** The instant of an act: the server's after the locks, if acts take it from there. */
type TimeOf = (running: Act, now: number) => number

/** Reads, judges one after another, and writes. */
export function* together<A>(
  running: Act,
  items: ReadonlyArray<Item<A>>,
  timeOf: TimeOf
): Script<Done<ReadonlyArray<Answered<A>>>> {
  yield* running.load({
    holds: [...new Set(items.flatMap(({ holds }) => holds))],
    refs: items.flatMap(({ refs }) => refs),
    opened: items.flatMap(({ creates, holds }) => (creates ? holds : [])),
    creates: items.some(({ creates }) => creates),
    prices: items.some(({ prices }) => prices === true)
  })
  const { answer, draft } = yield* running.judge((draft) =>
    items.map((item): Answered<A> => {
      const blockedBy = running.blockOf(item)
      return blockedBy === null ? { answer: item.judge(draft, timeOf(running, item.now)) } : { blockedBy }
    })
  )
  running.writesAt = timeOf(running, items[0]?.now ?? 0)
  const taken = yield* writeDraft(running, draft)
  return { answer, act: running, draft, restarted: draft.restarted, taken }
}

/** Finds holds, changes those that no other transaction has locked, and writes them. */
export function* chunk(
  running: Act,
  { change, find, isWanted, now }: Chunk,
  locks: Locks,
  timeOf: TimeOf
): Script<Done<ReadonlyArray<HoldRecord>>> {
  const rows = yield* running.select(find(locks))
  const holds = (yield* running.holdsFrom(rows)).filter(isWanted)
  const free = yield* running.loadFor(holds)
  const { answer, draft } = yield* running.judge((draft) =>
    free.flatMap((hold) => change(draft, hold, timeOf(running, now)) ?? [])
  )
  running.writesAt = timeOf(running, now)
  yield* writeDraft(running, draft)
  return { answer, act: running, draft, restarted: draft.restarted, taken: 0 }
}
