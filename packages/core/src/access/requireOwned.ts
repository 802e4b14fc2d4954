import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Runs a store operation with the id in a request, and returns what it finds. */
export type RequireOwned<Id, NotFound> = <A, E, R>(
  text: string,
  act: (id: Id) => Effect.Effect<Option.Option<A>, E, R>
) => Effect.Effect<A, E | NotFound, R>

/**
 * Makes the `require…` function of a resource. It parses the id in a request and runs a store operation with it. A text that
 * is not an id, and an object that does not exist, are refused with the same `…NotFound`.
 */
export const requireOwned = <Id, NotFound>(
  id: Schema.Schema<Id, string>,
  notFound: (id: Id | null) => NotFound
): RequireOwned<Id, NotFound> => {
  const read = Schema.decodeOption(id)
  return (text, act) => {
    const named = read(text)
    if (Option.isNone(named)) return Effect.fail(notFound(null))
    return Effect.flatMap(act(named.value), (found) =>
      Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(notFound(named.value))
    )
  }
}
