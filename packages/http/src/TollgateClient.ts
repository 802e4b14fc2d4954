import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpClient from "@effect/platform/HttpClient"
import { InvalidInput } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { mapFailure } from "./client/answerStatus.js"
import { baseUrlOf } from "./client/baseUrlOf.js"
import { byOperation } from "./client/byOperation.js"
import { isToken } from "./client/isToken.js"
import { presenting } from "./client/presenting.js"
import { RequestFailed } from "./client/RequestFailed.js"
import { type Given, readRequest } from "./client/readRequest.js"
import type { Sent } from "./client/Sent.js"
import { toBase } from "./client/toBase.js"
import type { Answer, Endpoint, OperationName, Resource } from "./Endpoint.js"
import { TollgateApi } from "./TollgateApi.js"
import { type InternalError, isWireError } from "./WireError.js"

export { type Gate, layer, make as connect, Remote, type RemoteClient } from "./client/Remote.js"

type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint.Any

/** Nothing needs to be written where an operation needs nothing. */
type Arguments<E extends AnyEndpoint> = object extends Sent<E> ? [request?: Sent<E>] : [request: Sent<E>]

type Method<E extends AnyEndpoint> = (
  ...request: Arguments<E>
) => Effect.Effect<Answer<E>, HttpApiEndpoint.HttpApiEndpoint.Error<E> | InternalError | InvalidInput | RequestFailed>

/** Every operation by its resource and name. */
export type TollgateClient = {
  readonly [G in Resource]: { readonly [N in OperationName<G>]: Method<Endpoint<G, N>> }
}

const noToken = () =>
  new InvalidInput({ issues: [{ path: ["key"], expected: "visible ASCII characters without spaces" }] })

/**
 * A client of every operation, typed by the same contract; it presents the key with every request, and shows it nowhere.
 * Throws a `TypeError` where the address is none, which repeats nothing of it.
 */
export const make = (options: {
  /** The server's address. Where it names a path, the operations are below that; otherwise below `/api/v1`. */
  readonly baseUrl: string | URL
  readonly key: Redacted.Redacted
}): Effect.Effect<TollgateClient, never, HttpClient.HttpClient> => {
  const base = baseUrlOf(options.baseUrl)
  return Effect.map(
    HttpApiClient.make(TollgateApi, {
      transformClient: (client) => client.pipe(toBase(base), presenting(Effect.succeed(options.key)))
    }),
    (made): TollgateClient =>
      byOperation(made, (operation, ask) => {
        const read = readRequest(operation)
        return (request?: Given | null) =>
          mapFailure(
            Effect.flatMap(isToken(options.key) ? read(request ?? {}) : Effect.failSync(noToken), ask),
            (failure, status) =>
              isWireError(failure) || failure instanceof InvalidInput
                ? failure
                : RequestFailed.from(operation.id, failure, status)
          )
      })
  )
}
