import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpClient from "@effect/platform/HttpClient"
import { InvalidInput } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Endpoint, OperationName, OperationOutput, Resource } from "../api/Endpoint.js"
import { TollgateApi } from "../api/TollgateApi.js"
import { type InternalError, isWireError } from "../api/WireError.js"
import { mapFailure } from "./answerStatus.js"
import { baseUrl } from "./baseUrl.js"
import { byOperation } from "./byOperation.js"
import { isToken } from "./isToken.js"
import { RequestFailed } from "./RequestFailed.js"
import type { RequestInput } from "./RequestInput.js"
import { type Given, readRequest } from "./readRequest.js"
import { withBaseUrl } from "./withBaseUrl.js"
import { withBearerKey } from "./withBearerKey.js"

export { type Gate, layer, make as connect, Remote, type RemoteClient } from "./RemoteClient.js"

type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint.Any

/** Nothing needs to be written where an operation needs nothing. */
type Arguments<E extends AnyEndpoint> =
  object extends RequestInput<E> ? [request?: RequestInput<E>] : [request: RequestInput<E>]

type Method<E extends AnyEndpoint> = (
  ...request: Arguments<E>
) => Effect.Effect<
  OperationOutput<E>,
  HttpApiEndpoint.HttpApiEndpoint.Error<E> | InternalError | InvalidInput | RequestFailed
>

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
  const base = baseUrl(options.baseUrl)
  return Effect.map(
    HttpApiClient.make(TollgateApi, {
      transformClient: (client) => client.pipe(withBaseUrl(base), withBearerKey(Effect.succeed(options.key)))
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
