import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The demo's own input is written in this package, so that it not being valid is our mistake. */
export const input = <A, I>(schema: Schema.Schema<A, I>, fields: I): Effect.Effect<A> =>
  Effect.orDie(Schema.decode(schema)(fields))
