import * as HttpClient from "@effect/platform/HttpClient"
import {
  type ApiKeyRequired,
  type GatewayKeyRequired,
  type HashTaken,
  type ImportedKeys,
  InvalidCredential,
  type InvalidInput,
  type ManagementKeyRequired,
  type NewImportedKeys,
  type ReadOnlyKey,
  type StorageFailure,
  type WorkspaceNotFound
} from "@tollgate/core/models"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CallKey } from "../api/CallKey.js"
import type { Client } from "../api/Client.js"
import { importOperation } from "../api/ImportApi.js"
import type { Operation } from "../api/Operation.js"
import { operations } from "../api/operations.js"
import { mapFailure } from "./answerHead.js"
import { byOperation, type Call } from "./byOperation.js"
import { handingOver } from "./handingOver.js"
import { baseUrl } from "./plain/baseUrl.js"
import type { RateLimited } from "./RateLimited.js"
import type { RequestFailed } from "./RequestFailed.js"
import { readSegments } from "./readSegments.js"
import { newKey, noteTraits, repeating, type ServerTraits } from "./repeating.js"
import { sender } from "./sender.js"
import { type RequestedObject, toRefusal, unnamed } from "./toRefusal.js"
import { withBaseUrl } from "./withBaseUrl.js"
import { isToken, withBearerKey } from "./withBearerKey.js"

/**
 * Every operation over HTTP, with the types of the programs in process: input, output and refusals. At operations for which
 * the contract lists no 403, an ordinary key is refused with `InvalidCredential`.
 */
export type RemoteClient = Client<
  | ApiKeyRequired
  | GatewayKeyRequired
  | InvalidCredential
  | InvalidInput
  | ManagementKeyRequired
  | RateLimited
  | RequestFailed
>

/** A Tollgate server, called over HTTP. */
export interface RemoteServer {
  /** The operations, called with this key. The key appears in no error, log line or span. */
  readonly withKey: (key: Redacted.Redacted) => RemoteClient
  /** Imports keys of another service with this management key, at a server that was started with `--allow-import`. */
  readonly importKeys: (
    key: Redacted.Redacted,
    keys: NewImportedKeys
  ) => Effect.Effect<
    ImportedKeys,
    | HashTaken
    | InvalidCredential
    | InvalidInput
    | ManagementKeyRequired
    | RateLimited
    | ReadOnlyKey
    | RequestFailed
    | StorageFailure
    | WorkspaceNotFound
  >
}

/** A connection to a Tollgate server, as a service. */
export class TollgateClient extends Context.Tag("@tollgate/http/TollgateClient")<TollgateClient, RemoteServer>() {}

/** The address of a server. */
export interface Address {
  /**
   * The server's address, such as `https://tollgate.example`. If it has a path, the operations are below that path; otherwise
   * they are below `/api/v1`.
   */
  readonly url: string | URL
}

/** The key that a request presents. */
class PresentedKey extends Context.Reference<PresentedKey>()("@tollgate/http/PresentedKey", {
  defaultValue: () => Redacted.make("")
}) {}

/** Calls an operation, and turns errors of the client into its refusals. A change has an idempotency key, and may be sent again. */
const callOf = (client: HttpClient.HttpClient, operation: Operation, traits: ServerTraits): Call => {
  const read = readSegments(operation)
  const send = sender(client, operation)
  const sendOnce = (request: Parameters<typeof send>[0], key: string | null) =>
    mapFailure(send(request, key), (failure, head) => ({ failure, head }))
  const sendAny = (request: Parameters<typeof send>[0]) =>
    operation.takesIdempotencyKey
      ? CallKey.pipe(
          Effect.flatMap((named) => (named === null ? newKey : Effect.succeed(named.key))),
          Effect.flatMap((key) => repeating(traits, sendOnce(request, key)))
        )
      : sendOnce(request, null)
  return (given) => {
    // The types of the client are those of the contract, by name.
    const request = (given ?? {}) as RequestedObject
    return Effect.matchEffect(read(request.path), {
      onFailure: (refused) => Effect.fail(unnamed(operation, refused)),
      onSuccess: (path) =>
        Effect.mapError(sendAny({ ...request, path }), ({ failure, head }) =>
          toRefusal(operation, request, failure, head)
        )
    })
  }
}

/**
 * Connects to a server. No request is sent before the first operation. The methods are built once for each connection; `withKey`
 * only adds the key.
 *
 * Each change has an idempotency key, a new one unless the caller states one. Once an answer of the server has shown that it
 * knows such keys, a change whose connection is lost, or whose answer is 429, 502, 503 or 504, is sent again, up to three times
 * in all. Other requests are sent once. A hold has a new id unless the caller states one, and is released if its caller is interrupted before
 * its answer has come.
 *
 * @throws {TypeError} if `url` is not an HTTP address without credentials, query and fragment. The message does not repeat it.
 * @example
 * import { FetchHttpClient } from "@effect/platform"
 * import { TollgateClient } from "@tollgate/http"
 * import { Effect, Redacted } from "effect"
 *
 * export const program = Effect.gen(function* () {
 *   const server = yield* TollgateClient.connect({ url: "https://tollgate.example" })
 *   const { keys } = server.withKey(Redacted.make("tg_mk_…"))
 *   return yield* keys.getCurrentKey({})
 * }).pipe(Effect.provide(FetchHttpClient.layer))
 */
export const connect = ({ url }: Address): Effect.Effect<RemoteServer, never, HttpClient.HttpClient> => {
  const base = baseUrl(url)
  return Effect.map(HttpClient.HttpClient, (client): RemoteServer => {
    const traits: ServerTraits = { isRepeatable: false }
    const ready = client.pipe(withBaseUrl(base), withBearerKey(PresentedKey), noteTraits(traits))
    const calls = new Map(operations.map((operation) => [operation, callOf(ready, operation, traits)]))
    const [authorize, release] = ["authorize", "release"].map((name) =>
      operations.find((operation) => operation.resource === "spending" && operation.name === name)
    )
    const [create, undo] = [authorize && calls.get(authorize), release && calls.get(release)]
    if (authorize && create && undo) calls.set(authorize, handingOver(create, undo))
    const importing = callOf(ready, importOperation, traits)
    const present = (key: Redacted.Redacted, call: Call, request: object) =>
      isToken(key) ? Effect.provideService(call(request), PresentedKey, key) : Effect.fail(new InvalidCredential())
    return {
      withKey: (key) =>
        byOperation((operation) => (request) => {
          const call = calls.get(operation)
          if (call === undefined) return Effect.dieMessage(`${operation.id} is not in the client.`)
          return present(key, call, request)
        }),
      // The types are those of the endpoint.
      importKeys: (key, payload) => present(key, importing, { payload }) as ReturnType<RemoteServer["importKeys"]>
    }
  })
}

/**
 * A connection to a server as a layer. See {@link connect}.
 *
 * @throws {TypeError} if `url` is not an HTTP address without credentials, query and fragment.
 * @example
 * import { FetchHttpClient } from "@effect/platform"
 * import { TollgateClient } from "@tollgate/http"
 * import { Layer } from "effect"
 *
 * export const server = TollgateClient.layer({ url: "https://tollgate.example" }).pipe(Layer.provide(FetchHttpClient.layer))
 */
export const layer = (address: Address): Layer.Layer<TollgateClient, never, HttpClient.HttpClient> =>
  Layer.effect(TollgateClient, connect(address))
