import { Clock, Effect, Exit, Scope } from "effect"
import { afterAll } from "vitest"

interface Kept<A> {
  readonly opened: A
  readonly scope: Scope.CloseableScope
}

/**
 * Lends what takes longer to open than most tests take, such as a database, again when it is given back. What is left is closed
 * after the tests of the file that calls this.
 *
 * @param open Opens a new one, for when none is free.
 * @param wipe Makes it as it was when it was new. What it cannot do that for (false) is closed.
 */
export const reused = <A, E>(
  open: Effect.Effect<A, E, Scope.Scope>,
  wipe: (opened: A) => Effect.Effect<boolean>
): Effect.Effect<A, E, Scope.Scope> => {
  const free: Array<Kept<A>> = []
  const close = ({ scope }: Kept<A>) => Scope.close(scope, Exit.void)
  afterAll(() => Effect.runPromise(Effect.forEach(free.splice(0), close, { discard: true })))
  const openNew = Effect.gen(function* () {
    const scope = yield* Scope.make()
    // It outlives the clock of the test that opens it.
    return { scope, opened: yield* Effect.withClock(Scope.extend(open, scope), Clock.make()) }
  })
  const giveBack = (kept: Kept<A>) =>
    Effect.flatMap(Effect.interruptible(wipe(kept.opened)), (isNew) =>
      isNew ? Effect.sync(() => void free.push(kept)) : close(kept)
    )
  return Effect.gen(function* () {
    const kept = free.pop() ?? (yield* openNew)
    yield* Effect.addFinalizer(() => giveBack(kept))
    return kept.opened
  })
}
