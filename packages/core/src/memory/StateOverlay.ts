import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { StorageFailure } from "../ports/StorageFailure.js"
import type { State } from "./Slice.js"

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const late = () => new StorageFailure({ cause: new Error("The enclosing transaction is over."), outcome: "none" })

/** Whether an effect succeeded or failed, and was neither interrupted nor died. */
const isAnswer = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit) || Option.isSome(Cause.failureOption(exit.cause))

/**
 * The committed state, or a draft over another overlay, which replaces that one's state when it succeeds. While an overlay
 * has a draft over it, nothing else changes it.
 */
export class StateOverlay {
  state: State
  readonly #base: StateOverlay | null
  readonly #turns = Effect.unsafeMakeSemaphore(1)
  #isOpen = true
  /** Whether a draft over this overlay is open. */
  #isLent = false
  #failure: StorageFailure | null = null
  constructor(state: State, base: StateOverlay | null = null) {
    this.state = state
    this.#base = base
  }

  /** Whether this is the committed state. */
  get isCommitted(): boolean {
    return this.#base === null
  }

  /** The innermost overlay that is still open. A fiber that outlives its draft continues on the overlay below. */
  get open(): StateOverlay {
    return this.#isOpen || this.#base === null ? this : this.#base.open
  }

  /** The failed operation of this draft or of one below it; null if there is none. The draft can then only be dropped. */
  get failure(): StorageFailure | null {
    return this.#failure ?? this.#base?.failure ?? null
  }

  /** Waits until the innermost open overlay has no draft over it. The caller then holds its permit. */
  #turn(restore: Restore): Effect.Effect<StateOverlay> {
    return Effect.suspend(() => {
      const own = this.open
      return Effect.flatMap(restore(own.#turns.take(1)), () =>
        // The overlay may have been closed meanwhile.
        own.open === own ? Effect.succeed(own) : Effect.zipRight(own.#turns.release(1), this.#turn(restore))
      )
    })
  }

  /** Changes the state at once, or after the draft over it is closed. A failure makes the whole draft fail. */
  change<A>(
    f: (state: State) => readonly [A, State] | StorageFailure,
    dropped?: (before: State) => void
  ): Effect.Effect<A, StorageFailure> {
    const own = this.open
    if (own.#isLent) return own.#turns.withPermits(1)(Effect.suspend(() => this.change(f, dropped)))
    if (own.failure !== null) return own.failure
    const changed = f(own.state)
    if (changed instanceof StorageFailure) {
      if (!own.isCommitted) own.#failure = changed
      return changed
    }
    const [answer, after] = changed
    const before = own.state
    own.state = after
    if (own.isCommitted && before !== after) dropped?.(before)
    return Effect.succeed(answer)
  }

  /**
   * Runs `work` on a draft over this overlay. Success applies the draft; failure or interruption drops it, and so does a
   * failed operation, even if `work` caught it.
   */
  attempt<A, E, R>(work: (draft: StateOverlay) => Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.gen(this, function* () {
        const own = yield* this.#turn(restore)
        own.#isLent = true
        const draft = new StateOverlay(own.state, own)
        const run: Effect.Effect<A, E | StorageFailure, R> = own.failure ?? restore(work(draft))
        const exit = yield* Effect.exit(run)
        draft.#isOpen = false
        const failure = isAnswer(exit) ? draft.#failure : null
        const isLate = own.open !== own
        if (Exit.isSuccess(exit) && failure === null && !isLate) own.state = draft.state
        own.#isLent = false
        yield* own.#turns.release(1)
        if (failure !== null) return yield* failure
        if (isLate) return yield* Exit.isFailure(exit) ? exit : late()
        return yield* exit
      })
    )
  }
}
