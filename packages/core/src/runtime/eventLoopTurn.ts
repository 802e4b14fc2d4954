import * as Effect from "effect/Effect"

/**
 * Goes on once timers and sockets have had their turn. Work in memory needs it between its parts: `Effect.yieldNow` goes on in a microtask, before
 * them.
 */
export const eventLoopTurn: Effect.Effect<void> = Effect.async((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})
