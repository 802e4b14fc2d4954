import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { FileLoss } from "./FileLost.js"
import { largeLog } from "./largeLog.js"
import type { OpenedFile } from "./OpenedFile.js"

/**
 * Checks an open file twice a second until the scope ends. Logs each loss once, and warns each time that its log has become
 * large.
 */
export const pollFile = (opened: OpenedFile): Effect.Effect<void, never, Scope.Scope> =>
  Effect.suspend(() => {
    let logged: FileLoss | null = null
    let wasLarge = false
    const lookAtLog = Effect.suspend(() => {
      const warning = largeLog(opened)
      const isNews = warning !== null && !wasLarge
      wasLarge = warning !== null
      return isNews ? Effect.logWarning(`The open database ${opened.file}: ${warning}`) : Effect.void
    })
    const look = Effect.suspend(() => {
      const lost = opened.lostOnWholeCheck()
      const isNews = lost !== null && lost.loss !== logged
      logged = lost?.loss ?? null
      return isNews ? Effect.logError(lost.message) : Effect.void
    })
    return Effect.forkScoped(Effect.repeat(Effect.zipRight(look, lookAtLog), Schedule.spaced("500 millis")))
  })
