import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AnyAccount } from "./AnyAccount.js"
import type { Place } from "./Place.js"

/**
 * Uses the account that the flags name, on a server or in a database. Only what this takes is loaded. A database of an older version is migrated
 * by changes alone.
 */
export const withAccount = <A>(
  place: Place,
  isReading: boolean,
  use: (account: AnyAccount) => Effect.Effect<A, Error>
): Effect.Effect<A, Error> =>
  Option.match(place.url, {
    onSome: (url) =>
      Effect.flatMap(
        Effect.promise(() => import("./atServer.js")),
        ({ atServer }) => atServer(place, url, use)
      ),
    onNone: () =>
      Effect.flatMap(
        Effect.promise(() => import("./inDatabase.js")),
        ({ inDatabase }) => inDatabase(place, isReading, use)
      )
  })
