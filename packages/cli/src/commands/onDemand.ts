import * as Effect from "effect/Effect"

/** Loads what a command does when it is run, so that help and refused arguments come without it. */
export const onDemand =
  <Given, A, E, R>(load: () => Promise<(given: Given) => Effect.Effect<A, E, R>>) =>
  (given: Given): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.promise(load), (run) => run(given))
