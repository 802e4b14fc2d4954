import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { FileLoss } from "./FileLost.js"
import type { OpenedFile } from "./OpenedFile.js"

/** Checks an open file twice a second until the scope ends, and logs each loss once. */
export const pollFile = (opened: OpenedFile): Effect.Effect<void, never, Scope.Scope> =>
  Effect.suspend(() => {
    let told: FileLoss | null = null
    const look = Effect.suspend(() => {
      const lost = opened.lost()
      const isNews = lost !== null && lost.loss !== told
      told = lost?.loss ?? null
      return isNews ? Effect.logError(lost.message) : Effect.void
    })
    return Effect.forkScoped(Effect.repeat(look, Schedule.spaced("500 millis")))
  })
