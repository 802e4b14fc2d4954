import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import { SpendingStore } from "./SpendingStore.js"

/**
 * Judges again after ended holds of the organization were given back, until nothing is left to give back. So a refusal is exact: no
 * ended hold counts in it.
 *
 * @param organization_id Whose holds the judgement counts.
 * @param judge An admission or an extension at an instant in milliseconds since 1970.
 */
export const exactly = Effect.fnUntraced(function* <A extends { readonly _tag: string }, E, R>(
  organization_id: OrganizationId,
  judge: (now: number) => Effect.Effect<A, E, R>
) {
  const store = yield* SpendingStore
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const answer = yield* judge(now)
    if (answer._tag !== "Refused" || (yield* store.giveBack(now, organization_id)) === 0) return answer
  }
})

/** How often records are read again because they changed meanwhile. */
const TRIES = 64

/**
 * Repeats a program whose records changed between their reading and the act. Fails with `StorageFailure` if they change each
 * time.
 */
export const untilFresh = <A extends { readonly _tag: string }, E, R>(
  attempt: Effect.Effect<A, E, R>
): Effect.Effect<Exclude<A, { readonly _tag: "Stale" }>, E | StorageFailure, R> => {
  const again = (tries: number): Effect.Effect<Exclude<A, { readonly _tag: "Stale" }>, E | StorageFailure, R> =>
    Effect.flatMap(attempt, (answer) => {
      if (isFresh(answer)) return Effect.succeed(answer)
      const cause = new Error("The records of a request changed each time they were read.")
      return tries === 0 ? Effect.fail(new StorageFailure({ cause, outcome: "none" })) : again(tries - 1)
    })
  return again(TRIES)
}

const isFresh = <A extends { readonly _tag: string }>(answer: A): answer is Exclude<A, { readonly _tag: "Stale" }> =>
  answer._tag !== "Stale"
