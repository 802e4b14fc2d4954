import * as Effect from "effect/Effect"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { MAX_IN_FLIGHT } from "../api/RateLimit.js"

/** Counts a request of a gateway key among those in flight, until its fiber ends, and refuses it with 429 if there are too many. */
export type EnterFlight = Effect.Effect<void>

export const make = Effect.sync((): EnterFlight => {
  let inFlight = 0
  return Effect.withFiberRuntime((fiber) => {
    if (inFlight >= MAX_IN_FLIGHT) return Effect.die(new ProtocolRefusal({ reason: "rate_limited", retryAfter: 1 }))
    inFlight++
    // The fiber is that of the request: it ends when the answer is ready, and also when the client goes away.
    fiber.addObserver(() => {
      inFlight--
    })
    return Effect.void
  })
})
