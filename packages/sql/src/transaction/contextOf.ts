import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * A port made by an effect. All ports are made by one layer of these: a layer of each, merged, would take ten times as long to
 * build.
 */
export const contextOf = <I, S, E, R>(
  port: Context.Tag<I, S>,
  make: Effect.Effect<S, E, R>
): Effect.Effect<Context.Context<I>, E, R> => Effect.map(make, (service) => Context.make(port, service))
