import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { StorageFailure } from "../ports/StorageFailure.js"
import type { State } from "./Slice.js"

/** An act that stays done, and whether what it did has been undone. */
interface Kept {
  readonly act: Effect.Effect<void, StorageFailure>
  readonly isUndone: boolean
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const late = () => new StorageFailure({ cause: new Error("The transaction that this was a part of is over.") })

/**
 * A state that is worked on: the one that everybody sees, or a draft over another, which takes that one's place when it
 * succeeds. While there is a draft over it, nothing else changes a state.
 */
export class StateOverlay {
  state: State
  readonly #base: StateOverlay | null
  readonly #turns = Effect.unsafeMakeSemaphore(1)
  #kept: ReadonlyArray<Kept> = []
  #isOpen = true
  /** Whether there is a draft over it. */
  #isLent = false
  constructor(state: State, base: StateOverlay | null = null) {
    this.state = state
    this.#base = base
  }

  /** Whether this is the state that everybody sees. */
  get isCommitted(): boolean {
    return this.#base === null
  }

  /** The innermost that is not over: who outlives a draft goes on beneath it. */
  get open(): StateOverlay {
    return this.#isOpen || this.#base === null ? this : this.#base.open
  }

  /** Waits until there is no draft over the innermost that is not over itself; whoever has had the turn gives it back. */
  #turn(restore: Restore): Effect.Effect<StateOverlay> {
    return Effect.suspend(() => {
      const own = this.open
      return Effect.flatMap(restore(own.#turns.take(1)), () =>
        // It may have come to its end meanwhile.
        own.open === own ? Effect.succeed(own) : Effect.zipRight(own.#turns.release(1), this.#turn(restore))
      )
    })
  }

  /** Changes the state at once, or, where there is a draft over it, when that is over. */
  change<A>(f: (state: State) => readonly [A, State]): Effect.Effect<A> {
    const own = this.open
    if (own.#isLent) return own.#turns.withPermits(1)(Effect.suspend(() => this.change(f)))
    const [answer, after] = f(own.state)
    own.state = after
    return Effect.succeed(answer)
  }

  /** Works on a draft over this, which is taken over if that succeeds and dropped if it fails or is interrupted. */
  attempt<A, E, R>(work: (draft: StateOverlay) => Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.gen(this, function* () {
        const own = yield* this.#turn(restore)
        own.#isLent = true
        const draft = new StateOverlay(own.state, own)
        const exit = yield* Effect.exit(restore(work(draft)))
        draft.#isOpen = false
        const isLate = own.open !== own
        const isKept = Exit.isSuccess(exit) && !isLate
        if (isKept) own.state = draft.state
        const kept = draft.#kept.map((kept) => ({ ...kept, isUndone: kept.isUndone || !isKept }))
        own.#isLent = false
        yield* own.#turns.release(1)
        if (own.isCommitted || isLate) for (const { act, isUndone } of kept) yield* isUndone ? act : Effect.void
        else own.#kept = [...own.#kept, ...kept]
        if (isLate) return yield* Exit.isFailure(exit) ? exit : late()
        return yield* exit
      })
    )
  }

  /** Does an act, and again once what is worked on here has been dropped. */
  keep(act: Effect.Effect<void, StorageFailure>): Effect.Effect<void, StorageFailure> {
    return Effect.suspend(() => {
      this.#kept = [...this.#kept, { act, isUndone: false }]
      return act
    })
  }
}
