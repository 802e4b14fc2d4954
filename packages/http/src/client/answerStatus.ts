import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

/** The status of the answer to the current request: the error for a body that cannot be read does not have it. */
const answerStatus = FiberRef.unsafeMake<number | null>(null)

/** A client that remembers the status of each answer. */
export const keepStatus = HttpClient.tap((response: { readonly status: number }) =>
  FiberRef.set(answerStatus, response.status)
)

/** Maps failures, with the status of the answer if there is one. */
export const mapFailure = <A, E, F>(send: Effect.Effect<A, E>, map: (failure: E, status: number | null) => F) =>
  Effect.catchAll(send, (failure) =>
    Effect.flatMap(FiberRef.get(answerStatus), (status) => Effect.fail(map(failure, status)))
  ).pipe(Effect.locally(answerStatus, null))
