import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { StorageFailure } from "../ports/StorageFailure.js"
import type { State } from "./Slice.js"

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const late = () => new StorageFailure({ cause: new Error("The enclosing transaction is over."), outcome: "none" })

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

  /** Changes the state at once, or after the draft over it is closed. */
  change<A>(f: (state: State) => readonly [A, State]): Effect.Effect<A> {
    const own = this.open
    if (own.#isLent) return own.#turns.withPermits(1)(Effect.suspend(() => this.change(f)))
    const [answer, after] = f(own.state)
    own.state = after
    return Effect.succeed(answer)
  }

  /** Runs `work` on a draft over this overlay. Success applies the draft; failure or interruption drops it. */
  attempt<A, E, R>(work: (draft: StateOverlay) => Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.gen(this, function* () {
        const own = yield* this.#turn(restore)
        own.#isLent = true
        const draft = new StateOverlay(own.state, own)
        const exit = yield* Effect.exit(restore(work(draft)))
        draft.#isOpen = false
        const isLate = own.open !== own
        if (Exit.isSuccess(exit) && !isLate) own.state = draft.state
        own.#isLent = false
        yield* own.#turns.release(1)
        if (isLate) return yield* Exit.isFailure(exit) ? exit : late()
        return yield* exit
      })
    )
  }
}
