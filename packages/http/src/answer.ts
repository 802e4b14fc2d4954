import * as Effect from "effect/Effect"
import * as Exchange from "./Exchange.js"
import { type Refusal, toWire } from "./refusals.js"

/** Shapes a program's result for the wire, and its refusals too. */
export const answer =
  <A, B>(shape: (result: A) => B) =>
  <E extends Refusal, R>(program: Effect.Effect<A, E, R>) =>
    toWire(program).pipe(
      Effect.map(shape),
      Effect.tap(() => Exchange.update({ answered: true }))
    )
