import * as Effect from "effect/Effect"
import type { Scope } from "../model/Scope.js"

/** Warns of scopes whose windows restarted: how many there are, and of which kinds. An act may charge hundreds. */
export const warnOfRestart = (scopes: ReadonlyArray<Scope>): Effect.Effect<void> =>
  scopes.length === 0
    ? Effect.void
    : Effect.logWarning("windows of scopes restarted, because the clock went back by more than a day").pipe(
        Effect.annotateLogs({
          scopes: new Set(scopes.map(({ id }) => id)).size,
          kinds: [...new Set(scopes.map(({ ref }) => ref.kind))].sort().join(" ")
        })
      )
