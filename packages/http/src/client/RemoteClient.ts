import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpClient from "@effect/platform/HttpClient"
import { InvalidCredential, type InvalidInput, type ManagementKeyRequired } from "@tollgate/core/models"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Client } from "../api/Client.js"
import { TollgateApi } from "../api/TollgateApi.js"
import { mapFailure } from "./answerStatus.js"
import { baseUrl } from "./baseUrl.js"
import { byOperation } from "./byOperation.js"
import { isToken } from "./isToken.js"
import type { RateLimited } from "./RateLimited.js"
import type { RequestFailed } from "./RequestFailed.js"
import { readSegments } from "./readSegments.js"
import { type RequestedObject, toRefusal, unnamed } from "./toRefusal.js"
import { withBaseUrl } from "./withBaseUrl.js"
import { withBearerKey } from "./withBearerKey.js"

/**
 * Every operation over HTTP, with the types of the programs in process: what they take, answer and refuse. At operations
 * that hide what kind of key they need, an ordinary key is refused with `InvalidCredential`.
 */
export type RemoteClient = Client<
  InvalidCredential | InvalidInput | ManagementKeyRequired | RateLimited | RequestFailed
>

/** A server, and the way in. */
export interface Gate {
  /** Asks as whoever presents this key, which is shown nowhere. */
  readonly withKey: (key: Redacted.Redacted) => RemoteClient
}

/** A Tollgate server for programs that run elsewhere. */
export class Remote extends Context.Tag("@tollgate/http/Remote")<Remote, Gate>() {}

/** The key that a request presents. */
class Presented extends Context.Reference<Presented>()("@tollgate/http/Presented", {
  defaultValue: () => Redacted.make("")
}) {}

const clientOf = (base: string) =>
  HttpApiClient.make(TollgateApi, {
    transformClient: (client) => client.pipe(withBaseUrl(base), withBearerKey(Presented))
  })

/**
 * A server by its address, such as `https://tollgate.example`. Throws a `TypeError` where it is none, which repeats nothing of it.
 * The methods are made once: a key is all that two callers differ in.
 */
export const make = (options: { readonly url: string | URL }): Effect.Effect<Gate, never, HttpClient.HttpClient> =>
  Effect.map(clientOf(baseUrl(options.url)), (made): Gate => {
    const asking: RemoteClient = byOperation(made, (operation, ask) => {
      const read = readSegments(operation)
      return (given?: RequestedObject | null) => {
        const request = given ?? {}
        return Effect.matchEffect(read(request.path), {
          onFailure: (refused) => Effect.fail(unnamed(operation, refused)),
          onSuccess: (path) =>
            mapFailure(ask({ ...request, path }), (failure, status) => toRefusal(operation, request, failure, status))
        })
      }
    })
    return {
      withKey: (key) =>
        byOperation(
          asking,
          (_, ask) => (request: unknown) =>
            isToken(key) ? Effect.provideService(ask(request), Presented, key) : Effect.fail(new InvalidCredential())
        )
    }
  })

/** A server for programs, as `make` has it. Nothing is tried again by itself. */
export const layer = (options: { readonly url: string | URL }): Layer.Layer<Remote, never, HttpClient.HttpClient> =>
  Layer.effect(Remote, make(options))
