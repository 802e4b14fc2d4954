import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import { identity } from "effect/Function"
import { type PendingEntry, pendingEntry, type UnsealedEntry } from "../ports/PendingEntry.js"
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

/** Adds an entry to the audit log. */
type Append = (state: State, entry: UnsealedEntry) => State

type Modify<B> = (state: State) => readonly [B, State] | StorageFailure

/** A change of the state that stores the entry, if it changes something. */
const withEntry =
  <B>(f: Modify<B>, pending: PendingEntry, append: Append): Modify<B> =>
  (state) => {
    const changed = f(state)
    if (changed instanceof StorageFailure || changed[1] === state) return changed
    const entry = pending.take()
    if (entry === null) return changed
    pending.release(true)
    return [changed[0], append(changed[1], entry)]
  }

/** A state that starts as a copy of another one. The copy takes constant time. `append` adds an entry to the audit log. */
export const make = (initial: State, append: Append = identity) =>
  Effect.sync(() => {
    const committed = new StateOverlay(initial)
    const innermost = FiberRef.unsafeMake(committed)
    // Without `FiberRef.get`, which would cost each store operation another step of the fiber.
    const withCurrent = <A, E, R>(
      f: (draft: StateOverlay, pending: PendingEntry | null) => Effect.Effect<A, E, R>
    ): Effect.Effect<A, E, R> =>
      Effect.withFiberRuntime((fiber) => f(fiber.getFiberRef(innermost).open, fiber.getFiberRef(pendingEntry)))

    /** A single operation stores the entry that waits. */
    const changeWithin = <B>(f: Modify<B>, dropped?: (before: State) => void) =>
      withCurrent((own, pending) => own.change(pending?.isWaiting ? withEntry(f, pending, append) : f, dropped))

    /** Stores the entry that waits after a transaction, or a part of one, that has changed something. */
    const keeping = <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      own: StateOverlay,
      pending: PendingEntry | null
    ): Effect.Effect<A, E | StorageFailure, R> => {
      if (!pending?.isWaiting) return effect
      return Effect.suspend(() => {
        const before = own.state
        let isStored = false
        pending.hold()
        const keep = Effect.suspend(() => {
          const entry = own.state === before ? null : pending.take()
          if (entry === null) return Effect.void
          isStored = true
          return own.change((state) => [undefined, append(state, entry)])
        })
        return Effect.onExit(Effect.zipLeft(effect, keep), (exit) =>
          Effect.sync(() => pending.release(isStored && Exit.isSuccess(exit)))
        )
      })
    }

    const attempt: Context.Tag.Service<Transaction>["attempt"] = (effect) =>
      withCurrent((own, pending) =>
        own.attempt((draft) => keeping(Effect.locally(effect, innermost, draft), draft, pending))
      )

    const transaction = Transaction.of({
      run: (effect) =>
        withCurrent((own, pending) => (own.isCommitted ? attempt(effect) : keeping(effect, own, pending))),
      attempt,
      isOpen: withCurrent((own) => Effect.succeed(!own.isCommitted))
    })

    return MemoryState.of({
      of: (slice) => ({
        read: (f) => withCurrent(({ failure, state }) => failure ?? Effect.succeed(f(slice.read(state), state))),
        modify: (f) =>
          changeWithin((state) => {
            const changed = f(slice.read(state), state)
            if (changed instanceof StorageFailure) return changed
            const [answer, after] = changed
            return [answer, slice.write(state, after)]
          })
      }),
      change: changeWithin,
      snapshot: withCurrent(({ state }) =>
        Effect.sync(() => {
          for (const value of Object.values(state)) if (value instanceof Version) value.keep()
          return state
        })
      ),
      transaction
    })
  })
