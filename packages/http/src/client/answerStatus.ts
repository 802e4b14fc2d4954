import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

/** The status of the answer to the request under way, once it has come: a body that cannot be read is told without it. */
const answerStatus = FiberRef.unsafeMake<number | null>(null)

/** A client that keeps the status of each answer. */
export const keepStatus = HttpClient.tap((response: { readonly status: number }) =>
  FiberRef.set(answerStatus, response.status)
)

/** Tells failures anew, by them and by the status of the answer, if one came. */
export const mapFailure = <A, E, F>(ask: Effect.Effect<A, E>, map: (failure: E, status: number | null) => F) =>
  Effect.catchAll(ask, (failure) =>
    Effect.flatMap(FiberRef.get(answerStatus), (status) => Effect.fail(map(failure, status)))
  ).pipe(Effect.locally(answerStatus, null))
