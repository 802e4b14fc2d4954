import { awaitQueued, type ScopeId, StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Answered } from "../unit/runActs.js"

/**
 * How many lines of batches there are, so that this process judges one batch while the server runs the statements of another. The acts of
 * an organization are in the same line: they would wait for each other.
 */
const LINE_COUNT = 2
/** How many batches of a line run at the same time. The second begins only while the first one is slow, in milliseconds: it may wait for a lock. */
const MAX_RUNNING_BATCHES = 2
const SLOW_BATCH_MS = 100
/** How many acts a batch has at most. */
const MAX_BATCH_ACTS = 256
/** How often acts are tried again that need locked scopes, and for how long, in milliseconds. */
const RETRY_PAUSE_MS = 50
const MAX_LOCK_WAIT_MS = 4_000

interface Waiting<I> {
  readonly item: I
  readonly resume: (answer: Effect.Effect<unknown, StorageFailure>) => void
  /** The locked scope that it needs, and since when. */
  blocked: { readonly by: ScopeId | null; readonly since: number } | null
}

class Line<I> {
  running = 0
  /** How many of those that are running are slow. */
  slow = 0
  waiting = new Set<Waiting<I>>()
  readonly run: RunBatch<I>
  constructor(run: RunBatch<I>) {
    this.run = run
  }

  /** Takes those that wait, at most as many as a batch has. */
  take(): ReadonlyArray<Waiting<I>> {
    const batch = [...this.waiting].slice(0, MAX_BATCH_ACTS)
    // Replaced rather than emptied: the old table of a set that is filled and emptied refers to its next one, and so to acts that are over.
    if (batch.length === this.waiting.size) this.waiting = new Set()
    else for (const waiting of batch) this.waiting.delete(waiting)
    return batch
  }
}

/** Runs acts together, in order. */
export type RunBatch<I> = (items: ReadonlyArray<I>) => Effect.Effect<ReadonlyArray<Answered<unknown>>, StorageFailure>

/** Runs acts after it has waited for a scope that they need, and for no other. */
export type RunAfter<I> = (items: ReadonlyArray<I>, scope: ScopeId) => ReturnType<RunBatch<I>>

const tooLong = () =>
  new StorageFailure({ cause: new Error("A row was locked, and did not become free in time."), outcome: "none" })

/**
 * Collects the acts that wait: as soon as a batch is answered, the next takes all that wait. Acts that need a locked scope leave
 * their line and are tried again, all of them together, so that the others go on. One locked scope at a time is waited for: a scope
 * that always has waiting transactions is never found free.
 */
export class BatchQueue<I> {
  readonly #lines: ReadonlyArray<Line<I>>
  readonly #blocked: Line<I>
  readonly #fork: (effect: Effect.Effect<unknown>) => void
  readonly #runAfter: RunAfter<I>
  /** The locked scope that is waited for. */
  #awaited: ScopeId | null = null
  /** `runFree` must not wait for locks. */
  constructor(
    fork: (effect: Effect.Effect<unknown>) => void,
    run: RunBatch<I>,
    runFree: RunBatch<I>,
    runAfter: RunAfter<I>
  ) {
    this.#runAfter = runAfter
    this.#fork = fork
    this.#lines = Array.from({ length: LINE_COUNT }, () => new Line(run))
    this.#blocked = new Line(runFree)
  }

  /**
   * Queues an act and waits for its answer. An interruption leaves the line, or waits for the answer. `organization` decides about its line,
   * and `needs` tells the scopes that the act is known to need.
   */
  judge(organization: string, item: I, needs: () => ReadonlyArray<ScopeId>): Effect.Effect<unknown, StorageFailure> {
    return awaitQueued<unknown, StorageFailure>((resume) => {
      const waiting: Waiting<I> = { item, blocked: null, resume }
      const blockedBy = this.#isBlocked(needs)
      if (blockedBy === undefined) this.#enter(this.#lineOf(organization), waiting)
      else this.#block(waiting, blockedBy)
      return () => this.#leave(waiting)
    })
  }

  #lineOf(organization: string): Line<I> {
    let sum = 0
    for (let index = 0; index < organization.length; index++) sum += organization.charCodeAt(index)
    return this.#lines[sum % LINE_COUNT] ?? this.#blocked
  }

  /** A scope among these that other acts find locked. */
  #isBlocked(needs: () => ReadonlyArray<ScopeId>): ScopeId | undefined {
    if (this.#blocked.waiting.size === 0 && this.#awaited === null) return undefined
    const locked = new Set([this.#awaited, ...[...this.#blocked.waiting].map(({ blocked }) => blocked?.by)])
    return needs().find((id) => locked.has(id))
  }

  #leave(waiting: Waiting<I>): boolean {
    return [...this.#lines, this.#blocked].some((line) => line.waiting.delete(waiting))
  }

  #enter(line: Line<I>, waiting: Waiting<I>): void {
    line.waiting.add(waiting)
    // After everything that enters in this turn of the event loop.
    if (line.waiting.size === 1) setImmediate(() => this.#go(line))
  }

  #block(waiting: Waiting<I>, by: ScopeId | null): void {
    const now = performance.now()
    const since = waiting.blocked?.since ?? now
    waiting.blocked = { by, since }
    if (now - since > MAX_LOCK_WAIT_MS) waiting.resume(tooLong())
    else {
      this.#enter(this.#blocked, waiting)
      if (this.#awaited === null) setImmediate(() => this.#await())
    }
  }

  /** Waits for the scope of the act that is first in the line of those that are blocked. */
  #await(): void {
    if (this.#awaited !== null) return
    const line = this.#blocked.waiting
    const by = [...line].map(({ blocked }) => blocked?.by ?? null).find((id) => id !== null)
    if (by === undefined) return
    this.#awaited = by
    const batch = [...line].filter(({ blocked }) => blocked?.by === by).slice(0, MAX_BATCH_ACTS)
    for (const waiting of batch) line.delete(waiting)
    const next = Effect.sync(() => {
      this.#awaited = null
      setImmediate(() => this.#await())
    })
    this.#fork(
      Effect.ensuring(
        this.#told((items) => this.#runAfter(items, by), batch),
        next
      )
    )
  }

  /** Runs a batch, and answers its callers. */
  #told(run: RunBatch<I>, batch: ReadonlyArray<Waiting<I>>): Effect.Effect<void> {
    return Effect.matchCause(run(batch.map(({ item }) => item)), {
      onFailure: (cause) => {
        for (const { resume } of batch) resume(Effect.failCause(cause))
      },
      onSuccess: (answers) => {
        for (const [index, answered] of answers.entries()) {
          const waiting = batch[index]
          if (waiting === undefined) continue
          if ("answer" in answered) waiting.resume(Effect.succeed(answered.answer))
          else if ("failed" in answered) waiting.resume(Effect.failCause(answered.failed))
          else this.#block(waiting, answered.blockedBy)
        }
      }
    })
  }

  #go(line: Line<I>): void {
    if (line.waiting.size === 0 || line.running > line.slow || line.running >= MAX_RUNNING_BATCHES) return
    line.running++
    let isSlow = false
    const late = setTimeout(() => {
      isSlow = true
      line.slow++
      this.#go(line)
    }, SLOW_BATCH_MS)
    const batch = line.take()
    const next = () => {
      clearTimeout(late)
      line.running--
      if (isSlow) line.slow--
      this.#go(line)
    }
    this.#fork(
      Effect.ensuring(
        this.#told(line.run, batch),
        Effect.sync(() => (line === this.#blocked ? setTimeout(next, RETRY_PAUSE_MS) : setImmediate(next)))
      )
    )
  }
}
