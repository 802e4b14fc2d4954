import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/**
 * Makes `own…` of a resource: how a program names, finds and refuses an object of the caller's organization. What cannot be
 * an id names nothing, so it is refused as what is not there.
 */
export const requireOwned = <Id, NotFound>(id: Schema.Schema<Id, string>, notFound: (id: Id | null) => NotFound) => {
  const read = Schema.decodeOption(id)
  return <A, E, R>(
    text: string,
    act: (id: Id) => Effect.Effect<Option.Option<A>, E, R>
  ): Effect.Effect<A, E | NotFound, R> => {
    const named = read(text)
    if (Option.isNone(named)) return Effect.fail(notFound(null))
    return Effect.flatMap(act(named.value), (found) =>
      Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(notFound(named.value))
    )
  }
}
