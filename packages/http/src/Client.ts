import type * as Effect from "effect/Effect"
import type { Answer, Asked, Endpoint, OperationName, Refused, Resource } from "./Endpoint.js"

/** A client of every operation, in process or remote. */
export type Client<E = never, R = never> = {
  readonly [G in Resource]: {
    readonly [N in OperationName<G>]: (
      request: Asked<Endpoint<G, N>>
    ) => Effect.Effect<Answer<Endpoint<G, N>>, Refused<Endpoint<G, N>> | E, R>
  }
}
