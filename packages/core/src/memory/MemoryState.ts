import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import type { StorageFailure } from "../StorageFailure.js"
import { Transaction } from "../Transaction.js"
import type { Slice, State } from "./Slice.js"

/** How a store reads and changes its slice. Each is one atomic act. */
export interface SliceState<A> {
  readonly read: <B>(f: (slice: A) => B) => Effect.Effect<B>
  readonly modify: <B>(f: (slice: A) => readonly [B, A]) => Effect.Effect<B>
}

/**
 * The state that the stores in memory share, as one immutable value. A snapshot is a read, a fork is a snapshot to begin
 * with, and a transaction works on a draft that the others see only once it is committed.
 */
export class MemoryState extends Context.Tag("@tollgate/core/MemoryState")<
  MemoryState,
  {
    readonly of: <A>(slice: Slice<A>) => SliceState<A>
    readonly snapshot: Effect.Effect<State>
    readonly transaction: Context.Tag.Service<Transaction>
  }
>() {}

/** An act that stays done, and whether what it did has been undone. */
interface Kept {
  readonly act: Effect.Effect<void, StorageFailure>
  isUndone: boolean
}

interface Draft {
  readonly state: Ref.Ref<State>
  readonly kept: Array<Kept>
  isOpen: boolean
}

const make = Effect.fnUntraced(function* (initial: State) {
  const committed = yield* Ref.make(initial)
  const writing = yield* Effect.makeSemaphore(1)
  const draft = FiberRef.unsafeMake<Draft | null>(null)
  // A fiber that outlives its transaction acts by itself from then on.
  const current = Effect.map(FiberRef.get(draft), (own) => (own?.isOpen === true ? own : null))
  const snapshot = Effect.flatMap(current, (own) => Ref.get(own === null ? committed : own.state))
  const change = <A>(f: (state: State) => readonly [A, State]) =>
    Effect.flatMap(current, (own) =>
      own === null ? writing.withPermits(1)(Ref.modify(committed, f)) : Ref.modify(own.state, f)
    )

  /** Runs an effect on a draft, and keeps what it did only if it succeeds. */
  const begin = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        yield* restore(writing.take(1))
        const own: Draft = { state: yield* Ref.make(yield* Ref.get(committed)), kept: [], isOpen: true }
        const exit = yield* Effect.exit(restore(Effect.locally(effect, draft, own)))
        own.isOpen = false
        if (Exit.isSuccess(exit)) yield* Ref.set(committed, yield* Ref.get(own.state))
        yield* writing.release(1)
        for (const { act, isUndone } of own.kept) if (isUndone || Exit.isFailure(exit)) yield* act
        return yield* exit
      })
    )

  /** Runs an effect on a draft that is open, and undoes what it did there if it fails. */
  const part = <A, E, R>(own: Draft, effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Ref.get(own.state), (before) => {
      const first = own.kept.length
      const undo = Effect.suspend(() => {
        for (const kept of own.kept.slice(first)) kept.isUndone = true
        return Ref.set(own.state, before)
      })
      return Effect.onExit(effect, (exit) => (Exit.isFailure(exit) ? undo : Effect.void))
    })

  const transaction = Transaction.of({
    run: (effect) => Effect.flatMap(current, (own) => (own === null ? begin(effect) : effect)),
    attempt: (effect) => Effect.flatMap(current, (own) => (own === null ? begin(effect) : part(own, effect))),
    keep: (act) =>
      Effect.flatMap(current, (own) => {
        if (own === null) return act
        return Effect.contextWithEffect((context) => {
          own.kept.push({ act: Effect.provide(act, context), isUndone: false })
          return act
        })
      })
  })

  return MemoryState.of({
    of: (slice) => ({
      read: (f) => Effect.map(snapshot, (state) => f(slice.read(state))),
      modify: (f) =>
        change((state) => {
          const before = slice.read(state)
          const [answer, after] = f(before)
          return [answer, after === before ? state : slice.write(state, after)]
        })
    }),
    snapshot,
    transaction
  })
})

/** A state of its own that begins as a copy of another, in no time: nothing is copied until it changes. */
export const layerFrom = (state: State): Layer.Layer<MemoryState> => Layer.effect(MemoryState, make(state))

/** A new, empty state. */
export const layer: Layer.Layer<MemoryState> = layerFrom({})

/** Transactions over the state in memory. */
export const layerTransaction = Layer.effect(
  Transaction,
  Effect.map(MemoryState, (state) => state.transaction)
)
