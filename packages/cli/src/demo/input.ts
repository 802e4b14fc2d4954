import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The demo's input is part of this package, so invalid input is a bug here: it dies. */
export const input = <A, I>(schema: Schema.Schema<A, I>, fields: I): Effect.Effect<A> =>
  Effect.orDie(Schema.decode(schema)(fields))
