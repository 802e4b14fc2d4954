import type * as Effect from "effect/Effect"
import type {
  Endpoint,
  OperationInput,
  OperationName,
  OperationOutput,
  OperationRefusal,
  Resource
} from "./Endpoint.js"

/** A typed client of all operations, in process or remote. */
export type Client<E = never, R = never> = {
  readonly [G in Resource]: {
    readonly [N in OperationName<G>]: (
      request: OperationInput<Endpoint<G, N>>
    ) => Effect.Effect<OperationOutput<Endpoint<G, N>>, OperationRefusal<Endpoint<G, N>> | E, R>
  }
}
