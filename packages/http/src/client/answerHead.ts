import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

/** What is known of an answer even if its body cannot be read. */
export interface AnswerHead {
  readonly status: number
  /** Seconds from `Retry-After`; null if the answer has none (RFC 9110, section 10.2.3). */
  readonly retryAfter: number | null
}

/** The head of the answer to the current request, once it has arrived. */
const answerHead = FiberRef.unsafeMake<AnswerHead | null>(null)

/** A client that keeps the head of each answer. */
export const keepHead = HttpClient.tap(
  ({ headers, status }: { readonly status: number; readonly headers: { readonly [name: string]: string } }) =>
    FiberRef.set(answerHead, {
      status,
      retryAfter: /^\d{1,9}$/.test(headers["retry-after"] ?? "") ? Number(headers["retry-after"]) : null
    })
)

/** Maps a failure, together with the head of the answer if one arrived. */
export const mapFailure = <A, E, F>(ask: Effect.Effect<A, E>, map: (failure: E, head: AnswerHead | null) => F) =>
  Effect.catchAll(ask, (failure) =>
    Effect.flatMap(FiberRef.get(answerHead), (head) => Effect.fail(map(failure, head)))
  ).pipe(Effect.locally(answerHead, null))
