import type { ScopeId, StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

/** How many batches of one line run at the same time. */
const LANES = 2
/** How many acts a batch has at most. */
const MOST = 256

/** What became of an act of a batch: it was answered, or it waits for a scope that another transaction has locked. */
export type Answered<A> = { readonly answer: A } | { readonly blockedBy: ScopeId }

interface Waiting<I> {
  readonly item: I
  readonly resume: (exit: Effect.Effect<unknown, StorageFailure>) => void
}

interface Line<I> {
  running: number
  readonly lanes: number
  readonly waiting: Set<Waiting<I>>
  readonly run: RunBatch<I>
}

/** Runs acts together, in order. */
export type RunBatch<I> = (items: ReadonlyArray<I>) => Effect.Effect<ReadonlyArray<Answered<unknown>>, StorageFailure>

/**
 * Collects the acts that wait, in lines: as soon as a batch of a line is answered, the next takes all that wait in it. Acts
 * that need a locked scope wait in a line of that scope, so that the others go on.
 */
export class Batches<I> {
  readonly #lines = new Map<string, Line<I>>()
  readonly #fork: (effect: Effect.Effect<unknown>) => void
  readonly #run: RunBatch<I>
  readonly #runBlocked: RunBatch<I>
  constructor(fork: (effect: Effect.Effect<unknown>) => void, run: RunBatch<I>, runBlocked: RunBatch<I>) {
    this.#fork = fork
    this.#run = run
    this.#runBlocked = runBlocked
  }

  /** Whether acts wait for a scope that another transaction has locked. */
  isBlocked(id: ScopeId): boolean {
    return this.#lines.has(`scope ${id}`)
  }

  /** Queues an act and waits for its answer. An interruption leaves the line, or waits for the answer. */
  judge(name: string, item: I, blockedBy?: ScopeId): Effect.Effect<unknown, StorageFailure> {
    return Effect.uninterruptibleMask((restore) => {
      let exit: Exit.Exit<unknown, StorageFailure> | undefined
      let told = () => {}
      const waiting: Waiting<I> = {
        item,
        resume: (result) => {
          exit = Effect.runSyncExit(result)
          told()
        }
      }
      const answered = Effect.async<unknown, StorageFailure>((resume) => {
        told = () => exit !== undefined && resume(exit)
        told()
      })
      if (blockedBy === undefined) this.#enter(name, waiting, LANES, this.#run)
      else this.#enterBlocked(blockedBy, waiting)
      return Effect.catchAllCause(restore(answered), (cause) => {
        const failed = Effect.failCause(cause)
        return exit !== undefined || this.#leave(waiting) ? failed : Effect.zipRight(Effect.ignore(answered), failed)
      })
    })
  }

  #leave(waiting: Waiting<I>): boolean {
    return [...this.#lines.values()].some((line) => line.waiting.delete(waiting))
  }

  #enter(name: string, waiting: Waiting<I>, lanes: number, run: RunBatch<I>): void {
    const line = this.#lines.get(name) ?? { running: 0, lanes, waiting: new Set(), run }
    this.#lines.set(name, line)
    line.waiting.add(waiting)
    if (line.waiting.size === 1) queueMicrotask(() => this.#go(name, line))
  }

  #enterBlocked(id: ScopeId, waiting: Waiting<I>): void {
    this.#enter(`scope ${id}`, waiting, 1, this.#runBlocked)
  }

  #go(name: string, line: Line<I>): void {
    if (line.running >= line.lanes) return
    const batch = [...line.waiting].slice(0, MOST)
    if (batch.length === 0) {
      if (line.running === 0 && this.#lines.get(name) === line) this.#lines.delete(name)
      return
    }
    line.running++
    for (const waiting of batch) line.waiting.delete(waiting)
    const told = Effect.matchCause(line.run(batch.map(({ item }) => item)), {
      onFailure: (cause) => {
        for (const { resume } of batch) resume(Effect.failCause(cause))
      },
      onSuccess: (answers) => {
        for (const [index, answered] of answers.entries()) {
          const waiting = batch[index]
          if (waiting === undefined) continue
          if ("answer" in answered) waiting.resume(Effect.succeed(answered.answer))
          else this.#enterBlocked(answered.blockedBy, waiting)
        }
      }
    })
    this.#fork(
      Effect.ensuring(
        told,
        Effect.sync(() => {
          line.running--
          this.#go(name, line)
        })
      )
    )
    // The rest may go in another lane.
    if (line.waiting.size > 0) this.#go(name, line)
  }
}
