import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import { Entropy } from "@tollgate/core/models"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Random from "effect/Random"
import type { AnswerHead } from "./answerHead.js"
import { waitAfter } from "./plain/waitAfter.js"

/** What the answers of a server have shown. */
export interface ServerTraits {
  /** Whether it does a change once for each idempotency key, so that a change can be sent again. */
  isRepeatable: boolean
}

/** Notes whether a server knows idempotency keys, by a header of its answers. */
export const noteTraits = (traits: ServerTraits) =>
  HttpClient.tap(({ headers }: { readonly headers: { readonly [name: string]: string } }) =>
    Effect.sync(() => {
      if (headers["idempotency-replayed"] !== undefined) traits.isRepeatable = true
    })
  )

/** A key that no other change has: 128 random bits. */
export const newKey: Effect.Effect<string> = Effect.map(Entropy.bytes(16), Encoding.encodeHex)

/** A failed request, and the head of the answer if one arrived. */
interface Failed {
  readonly failure: unknown
  readonly head: AnswerHead | null
}

/** Whether the connection was lost, before the answer or within it. */
const isLost = ({ failure, head }: Failed): boolean => {
  if (!HttpClientError.isHttpClientError(failure)) return false
  if (failure._tag === "RequestError") return head === null && failure.reason === "Transport"
  return head !== null && head.status < 300 && failure.cause !== undefined && !(failure.cause instanceof SyntaxError)
}

/**
 * Sends a change again if its connection was lost or the answer is 429, 502, 503 or 504, up to three times in all. Nothing is sent again
 * to a server that has not shown that it knows idempotency keys.
 */
export const repeating = <A>(
  traits: ServerTraits,
  send: Effect.Effect<A, Failed>,
  tries = 1
): Effect.Effect<A, Failed> =>
  Effect.catchAll(send, (failed) => {
    const wait = traits.isRepeatable ? waitAfter({ head: failed.head, isLost: isLost(failed) }, tries) : null
    if (wait === null) return Effect.fail(failed)
    // Clients that were refused at the same moment do not come back at the same moment.
    return Effect.flatMap(Random.nextRange(1, 1.25), (factor) => Effect.sleep(Duration.millis(wait * factor))).pipe(
      Effect.zipRight(repeating(traits, send, tries + 1))
    )
  })
