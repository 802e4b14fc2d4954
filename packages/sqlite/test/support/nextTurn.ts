import { Effect } from "effect"

/** Lets the event loop turn once, so that others get on. */
export const nextTurn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})
