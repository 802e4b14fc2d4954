import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { Services } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type { Groups, Resource } from "../api/Endpoint.js"
import type { Refusal, RefusalTag } from "../api/errorTable.js"
import type { Programs } from "../api/Program.js"
import { TollgateApi } from "../api/TollgateApi.js"
import { jsonAnswer } from "../request/response.js"
import { toHttpError } from "../request/toHttpError.js"

type AnyProgram = (request: unknown) => Effect.Effect<unknown, Refusal<RefusalTag>, never>

/** The schemas of an endpoint. */
interface AnyEndpoint {
  readonly payloadSchema: Option.Option<Schema.Schema<unknown>>
  readonly successSchema: Schema.Schema<unknown>
}

/** A request as the framework passes it: path and query are decoded, the body is not. */
interface Given {
  readonly request: HttpServerRequest.HttpServerRequest
}

interface AnyHandlers {
  readonly group: { readonly endpoints: { readonly [name: string]: AnyEndpoint } }
  readonly handleRaw: (name: string, handler: (given: Given) => Effect.Effect<unknown, unknown>) => AnyHandlers
}

/**
 * Binds a program to its endpoint. Body and answer go through compiled schemas, because the framework's own decoding
 * interprets the schema for each request. An answer that cannot be encoded is a defect.
 */
const handler = ({ payloadSchema, successSchema }: AnyEndpoint, program: AnyProgram) => {
  const status = HttpApiSchema.getStatusSuccess(successSchema)
  const write = (result: unknown) => Either.map(Codec.encode(successSchema, result), (body) => jsonAnswer(status, body))
  const answer = (request: unknown) =>
    Effect.matchEffect(program(request), {
      onFailure: toHttpError,
      onSuccess: (result) => Effect.orDie(write(result))
    })
  if (Option.isNone(payloadSchema)) return answer
  return (given: Given) =>
    Effect.orDie(given.request.json).pipe(
      Effect.flatMap((body) => Codec.decode(payloadSchema.value, body)),
      Effect.flatMap((payload) => answer({ ...given, payload }))
    )
}

/** Binds programs to the endpoints of a resource. */
export const bindPrograms = <const G extends Resource>(
  resource: G,
  programs: Programs<G>
): Layer.Layer<
  HttpApiGroup.ApiGroup<"tollgate", G>,
  never,
  Services | HttpApiGroup.HttpApiGroup.MiddlewareWithName<Groups, G>
> => {
  const build = (handlers: AnyHandlers): AnyHandlers =>
    Object.entries<AnyProgram>(programs as never).reduce((handlers, [name, program]) => {
      const endpoint = handlers.group.endpoints[name]
      return endpoint === undefined ? handlers : handlers.handleRaw(name, handler(endpoint, program))
    }, handlers)
  // The builder's types check handlers one by one. `Programs` has already checked them all by name.
  return HttpApiBuilder.group(TollgateApi, resource, build as never) as never
}
