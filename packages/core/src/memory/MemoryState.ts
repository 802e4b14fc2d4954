import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
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
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}

interface Draft {
  readonly state: Ref.Ref<State>
  isOpen: boolean
}

const make = Effect.fnUntraced(function* (initial: State) {
  const committed = yield* Ref.make(initial)
  const writing = yield* Effect.makeSemaphore(1)
  const draft = FiberRef.unsafeMake<Draft | null>(null)
  // A fiber that outlives its transaction acts by itself from then on.
  const current = Effect.map(FiberRef.get(draft), (own) => (own?.isOpen === true ? own.state : null))
  const snapshot = Effect.flatMap(current, (own) => Ref.get(own ?? committed))
  const change = <A>(f: (state: State) => readonly [A, State]) =>
    Effect.flatMap(current, (own) =>
      own === null ? writing.withPermits(1)(Ref.modify(committed, f)) : Ref.modify(own, f)
    )
  const begin = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    writing.withPermits(1)(
      Effect.gen(function* () {
        const own: Draft = { state: yield* Ref.make(yield* Ref.get(committed)), isOpen: true }
        const close = Effect.sync(() => {
          own.isOpen = false
        })
        const result = yield* Effect.ensuring(Effect.locally(effect, draft, own), close)
        yield* Ref.set(committed, yield* Ref.get(own.state))
        return result
      })
    )
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
    // Within one already, it is part of that, as in SQL.
    transaction: (effect) => Effect.flatMap(current, (own) => (own === null ? begin(effect) : effect))
  })
})

/** A state of its own that begins as a copy of another, in no time: nothing is copied until it changes. */
export const layerFrom = (state: State): Layer.Layer<MemoryState> => Layer.effect(MemoryState, make(state))

/** A new, empty state. */
export const layer: Layer.Layer<MemoryState> = layerFrom({})

/** Transactions over the state in memory. */
export const layerTransaction = Layer.effect(
  Transaction,
  Effect.map(MemoryState, (state) => Transaction.of({ run: state.transaction }))
)
