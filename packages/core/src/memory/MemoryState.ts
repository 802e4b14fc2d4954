import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { StorageFailure } from "../ports/StorageFailure.js"
import { Transaction } from "../ports/Transaction.js"
import type { Slice, State } from "./Slice.js"
import { StateOverlay } from "./StateOverlay.js"
import { Version } from "./Version.js"

/** Reads and changes one store's slice of the state. Each call is atomic. */
export interface SliceState<A> {
  readonly read: <B>(f: (slice: A, state: State) => B) => Effect.Effect<B, StorageFailure>
  /** `f` returns the result and the new slice, or the failure of a write that breaks a constraint. */
  readonly modify: <B>(
    f: (slice: A, state: State) => readonly [B, A] | StorageFailure
  ) => Effect.Effect<B, StorageFailure>
}

/**
 * The state that the in-memory stores share, as one immutable value. A snapshot is a read, a fork starts from a snapshot,
 * and a transaction works on a draft that others see only after the commit.
 */
export class MemoryState extends Context.Tag("@tollgate/core/MemoryState")<
  MemoryState,
  {
    readonly of: <A>(slice: Slice<A>) => SliceState<A>
    /** Changes several slices. The call is atomic. `dropped` is called if no transaction can return to the state before it. */
    readonly change: <B>(
      f: (state: State) => readonly [B, State] | StorageFailure,
      dropped?: (before: State) => void
    ) => Effect.Effect<B, StorageFailure>
    readonly snapshot: Effect.Effect<State>
    readonly transaction: Context.Tag.Service<Transaction>
  }
>() {}

/** A state that starts as a copy of another one. The copy takes constant time. */
export const make = (initial: State) =>
  Effect.sync(() => {
    const committed = new StateOverlay(initial)
    const innermost = FiberRef.unsafeMake(committed)
    // Without `FiberRef.get`, which would cost each store operation another step of the fiber.
    const withCurrent = <A, E, R>(f: (draft: StateOverlay) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.withFiberRuntime((fiber) => f(fiber.getFiberRef(innermost).open))

    const attempt: Context.Tag.Service<Transaction>["attempt"] = (effect) =>
      withCurrent((own) => own.attempt((draft) => Effect.locally(effect, innermost, draft)))

    const transaction = Transaction.of({
      run: (effect) => withCurrent((own) => (own.isCommitted ? attempt(effect) : effect)),
      attempt,
      isOpen: withCurrent((own) => Effect.succeed(!own.isCommitted))
    })

    return MemoryState.of({
      of: (slice) => ({
        read: (f) => withCurrent(({ failure, state }) => failure ?? Effect.succeed(f(slice.read(state), state))),
        modify: (f) =>
          withCurrent((own) =>
            own.change((state) => {
              const changed = f(slice.read(state), state)
              if (changed instanceof StorageFailure) return changed
              const [answer, after] = changed
              return [answer, slice.write(state, after)]
            })
          )
      }),
      change: (f, dropped) => withCurrent((own) => own.change(f, dropped)),
      snapshot: withCurrent(({ state }) =>
        Effect.sync(() => {
          for (const value of Object.values(state)) if (value instanceof Version) value.keep()
          return state
        })
      ),
      transaction
    })
  })
